import FootlightDiagnostics
import FootlightPlatform

/// Reads the terms of one document: its names, its keywords, its longer fields.
struct ForwardReader {
  let generation: Generation
  private let width: Int

  init(_ generation: Generation) {
    self.generation = generation
    width = generation.header.width
  }

  /// Where a `fwd` record lies, in one piece: a chunk, or a copy when it runs over its end.
  private func record(_ document: UInt32) throws(Failure) -> ChunkView {
    let offset = Int(try generation.documentView(document).load40(16))
    guard offset % SegmentFormat.chunk == 0 else {
      return try generation.chunks.view(.fwd, offset)
    }
    let view = try generation.chunks.view(.fwd, offset)
    guard view.count > 4 else { throw generation.chunks.damaged(.fwd) }
    let size = Int(view.load(0, as: UInt32.self))
    guard size + 4 > view.count else { return try generation.chunks.view(.fwd, offset + 4) }
    return try generation.longRecord(.fwd, offset + 4, size)
  }

  /// How many terms a list has; its terms lie behind it within the view.
  private func length(_ view: ChunkView, _ at: inout Int, _ stream: SegmentStream)
    throws(Failure) -> Int
  {
    let length = view.varint(&at)
    guard at <= view.count, length <= (view.count - at) / width else {
      throw generation.chunks.damaged(stream)
    }
    return length
  }

  /// The names of a document: calls `body` with the ordinal and the terms until it says stop.
  func forEachName(
    _ document: UInt32, _ body: (Int, NameTerms) -> Bool
  ) throws(Failure) {
    let view = try record(document)
    var at = 0
    let count = view.varint(&at)
    for ordinal in 0..<count {
      let length = try length(view, &at, .fwd)
      if !body(ordinal, NameTerms(view: view, start: at, width: width, count: length)) { return }
      at += length * width
    }
  }

  /// One name of a document.
  func name(_ document: UInt32, _ ordinal: Int) throws(Failure) -> NameTerms {
    let view = try record(document)
    var at = 0
    let count = view.varint(&at)
    guard ordinal < count else { throw generation.chunks.damaged(.fwd) }
    for _ in 0..<ordinal { at += try length(view, &at, .fwd) * width }
    let length = try length(view, &at, .fwd)
    return NameTerms(view: view, start: at, width: width, count: length)
  }

  /// The lists of terms of a document, one after the other: names and their further terms; then,
  /// unless only names are asked for, keywords, description, body and their further terms.
  func forEachSequence(
    _ document: UInt32, onlyNames: Bool, _ body: (NameTerms) -> Bool
  ) throws(Failure) {
    let view = try record(document)
    var at = 0
    let names = view.varint(&at)
    guard names <= view.count else { throw generation.chunks.damaged(.fwd) }
    for list in 0..<(names + (onlyNames ? 1 : 2)) {
      _ = list
      let length = try length(view, &at, .fwd)
      if !body(NameTerms(view: view, start: at, width: width, count: length)) { return }
      at += length * width
    }
    guard !onlyNames else { return }
    guard at + 5 <= view.count else { throw generation.chunks.damaged(.fwd) }
    let offset = view.load40(at)
    guard offset != SegmentFormat.none40 else { return }
    let long = try longRecord(Int(offset))
    var next = 0
    for _ in 0..<3 {
      let length = try length(long, &next, .long)
      if !body(NameTerms(view: long, start: next, width: width, count: length)) { return }
      next += length * width
    }
  }

  private func longRecord(_ offset: Int) throws(Failure) -> ChunkView {
    var view = try generation.chunks.view(.long, offset)
    var at = 0
    if view.count < 5 {
      view = try generation.longRecord(
        .long, offset, min(5, generation.chunks.size(.long) - offset))
    }
    let size = view.varint(&at)
    if size + at <= view.count { return view.from(at) }
    return try generation.longRecord(.long, offset + at, size)
  }
}

/// Some terms of a document in their order.
struct NameTerms {
  fileprivate let view: ChunkView
  fileprivate let start: Int
  /// The bytes of a term.
  let width: Int
  /// How many terms.
  let count: Int

  /// A term's number.
  @inline(__always)
  subscript(index: Int) -> UInt32 { view.load(start &+ index &* width, width: width) }
}

extension Generation {
  /// A record that runs over the ends of chunks, put together.
  ///
  /// Kept as long as the generation: such records are few and large.
  func longRecord(_ stream: SegmentStream, _ offset: Int, _ size: Int) throws(Failure)
    -> ChunkView
  {
    try chunks.joined(stream, offset, size)
  }
}
