import DeclaredRecords
import QueryLanguage
import SegmentFiles
import SegmentSearching
import TextAnalysis

/// The place from which the distances of hits are told.
struct DistanceOrigin {
  var place: Place
  /// The name of the attribute, or the one that stands for all places.
  var name: String

  /// How many metres an item is away: the nearest of its places counts; nil where it has none.
  func metres(to item: StoredItem, _ attributes: [IndexedAttribute]) -> Int? {
    let meant = Set(attributes.meant(by: name).map(\.name))
    let distances = item.attributes.compactMap { value -> UInt64? in
      guard value.kind == .place, attributes.indices.contains(value.ordinal),
        meant.contains(attributes[value.ordinal].name),
        let there = CurveCode.place(value.worth.bitPattern)
      else { return nil }
      return Haversine.between(place, there)
    }
    return distances.min().map { Haversine.metres($0) }
  }
}

extension SearchRequest {
  /// The place of the first order by distance, or else the centre of the first circle that hits must lie in.
  var origin: DistanceOrigin? {
    for order in sort {
      if let place = order.origin { return DistanceOrigin(place: place, name: order.name) }
    }
    for condition in query.conditions + conditions {
      guard case .filter(let filter) = condition,
        let centre = filter.wholeValue.flatMap({ PlaceArea($0) })?.centre
      else { continue }
      return DistanceOrigin(place: centre, name: filter.name)
    }
    return nil
  }
}
