import FootlightPlatform
import Synchronization
import TextAnalysis

/// The documents that filters leave: those of the last eight filters of a segment are kept.
final class FilterSets: Sendable {
  private let kept = Mutex<[(filter: AttributeFilter, documents: Bitmap)]>([])

  /// How many are kept.
  static let limit = 8

  /// The documents of a filter, if they are known.
  func known(_ filter: AttributeFilter) -> Bitmap? {
    kept.withLock { kept in
      guard let place = kept.firstIndex(where: { $0.filter == filter }) else { return nil }
      let entry = kept.remove(at: place)
      kept.append(entry)
      return entry.documents
    }
  }

  /// Remembers the documents of a filter.
  func keep(_ filter: AttributeFilter, _ documents: Bitmap) {
    kept.withLock { kept in
      kept.removeAll { $0.filter == filter }
      if kept.count == FilterSets.limit { kept.removeFirst() }
      kept.append((filter, documents))
    }
  }
}

extension SearchableSegment {
  /// The documents that a filter leaves; nil when the domain lacks the attribute.
  func documents(
    passing filter: AttributeFilter, _ bounds: SearchBounds? = nil
  ) throws(Failure) -> Bitmap? {
    if let known = filterSets.known(filter) { return known }
    let found: Bitmap
    let places = try stored.placeColumns(filter.name)
    if !places.isEmpty {
      let finder = PlaceFinder(stored, places, bounds)
      found =
        try filter.wholeValue.flatMap { PlaceArea($0) }
        .map { (area) throws(Failure) in try finder.documents(in: area) }
        ?? Bitmap(size: stored.header.items)
    } else if let column = try stored.column(filter.name) {
      found = try column.documents(with: try column.codes(for: filter, bounds), bounds)
    } else {
      return nil
    }
    filterSets.keep(filter, found)
    return found
  }
}
