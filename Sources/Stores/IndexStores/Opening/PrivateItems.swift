import DeclaredRecords
import FootlightPlatform
import SearchEngine
import Synchronization

/// The items of a domain that only their owner sees, counted and with a dictionary of their words.
///
/// Statistics for other readers subtract this dictionary, as they subtract the dictionaries of deleted
/// items, so that a private word weighs nothing and is never proposed. It is made when the first of
/// them searches, and kept as long as the segments stay open.
final class PrivateItems: Sendable {
  private struct Known: Sendable {
    var count: Int
    var words: Segment?
    var hasWords = false
  }

  private let known = Mutex<Known?>(nil)

  /// How many there are.
  func count(in segments: [OpenDomain.LiveSegment]) throws(Failure) -> Int {
    try known.withLock { (known) throws(Failure) in
      if let known { return known.count }
      var count = 0
      try PrivateItems.forEach(in: segments) { _, _ in count += 1 }
      known = Known(count: count)
      return count
    }
  }

  /// The dictionary of their words; nil when there are none.
  ///
  /// - Complexity: every private item is read and analysed the first time.
  func words(in segments: [OpenDomain.LiveSegment]) throws(Failure) -> Segment? {
    guard try count(in: segments) > 0 else { return nil }
    return try known.withLock { (known) throws(Failure) in
      if let known, known.hasWords { return known.words }
      let made = try PrivateItems.dictionary(of: segments)
      known?.words = made
      known?.hasWords = true
      return made
    }
  }

  private static func dictionary(
    of segments: [OpenDomain.LiveSegment]
  ) throws(Failure) -> Segment? {
    guard let base = segments.first?.generation else { return nil }
    return try Segment.gathered(
      into: .dictionary, settings: base.settings, path: base.path + "-private"
    ) { (body) throws(Failure) in try forEach(in: segments, body) }
  }

  /// Calls `body` with every private document that no later segment has replaced or deleted.
  private static func forEach(
    in segments: [OpenDomain.LiveSegment],
    _ body: (Segment, UInt32) throws(Failure) -> Void
  ) throws(Failure) {
    for segment in segments {
      guard let those = try segment.generation.reserved().hidden else { continue }
      try those.forEach { (document) throws(Failure) in
        if !segment.hides(document) { try body(segment.generation, document) }
        return true
      }
    }
  }
}

extension Segment {
  /// A segment in memory of the documents of others that a walk comes to; nil where there are none.
  ///
  /// - Parameter shown: the file that damage is told of, where it is not the path that the writer is given.
  static func gathered(
    into kind: SegmentKind, settings: IndexSettings, path: String, shownAs shown: String? = nil,
    _ walk: ((Segment, UInt32) throws(Failure) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> Segment? {
    let writer = try SegmentWriter(
      kind, path: path, settings: settings, memory: .max, scratchFolder: nil)
    do throws(Failure) {
      let worker = writer.worker()
      worker.beginBatch(0)
      var reader = ItemReader()
      var item = ItemBuffer()
      try walk { (segment, document) throws(Failure) in
        try reader.open(document, of: segment)
        try reader.read(of: segment, into: &item)
        _ = worker.add(item)
      }
      try worker.endBatch()
      _ = try writer.finish(keeping: .keepLast)
    } catch {
      writer.abandon()
      throw error
    }
    let isDictionary = if case .dictionary = kind { true } else { false }
    return try writer.takeBytes()?.opened(isDictionary: isDictionary, path: shown ?? path)
  }
}

extension SegmentBytes {
  /// Opens a segment that was written in memory.
  func opened(isDictionary: Bool = false, path: String) throws(Failure) -> Segment {
    var copy = ByteArena(capacity: bytes.count)
    copy.append(bytes, bytes.all)
    return try Segment(blob: copy, isDictionary: isDictionary, path: path)
  }
}
