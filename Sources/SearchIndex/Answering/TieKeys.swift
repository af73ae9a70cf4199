import FootlightDiagnostics
import FootlightPlatform
import TextAnalysis

/// Decides between hits of different parts whose order keys begin alike: by the whole title, then
/// domain, then id.
final class TieKeys {
  private let searches: [SegmentSearch]
  private let parts: [SearchPart]
  /// What went wrong while keys were read; the order is worth nothing then.
  private(set) var failure: Failure?
  private var scratch = StoredScratch()
  private var known: [UInt64: (title: [UInt8], id: String)] = [:]

  init(_ searches: [SegmentSearch], _ parts: [SearchPart]) {
    self.searches = searches
    self.parts = parts
  }

  func precedes(_ a: (part: Int, document: UInt32), _ b: (part: Int, document: UInt32)) -> Bool {
    let one = key(a.part, a.document)
    let other = key(b.part, b.document)
    if one.title != other.title { return one.title.lexicographicallyPrecedes(other.title) }
    if parts[a.part].domain != parts[b.part].domain {
      return parts[a.part].domain < parts[b.part].domain
    }
    return one.id.utf8.lexicographicallyPrecedes(other.id.utf8)
  }

  private func key(_ part: Int, _ document: UInt32) -> (title: [UInt8], id: String) {
    let index = UInt64(part) << 32 | UInt64(document)
    if let there = known[index] { return there }
    var made: (title: [UInt8], id: String) = ([], "")
    let generation = searches[part].generation
    do throws(Failure) {
      let item = try generation.item(document, withBody: false, &scratch)
      var key = ByteArena(capacity: 64)
      let title = ByteArena(item.title)
      generation.analyzer.appendSortKey(of: title, title.all, into: &key)
      made = (key.bytes(key.all), item.id)
    } catch {
      failure = error
    }
    known[index] = made
    return made
  }
}
