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
    let offset = Int(try generation.documentView(document).load40(8))
    guard offset % SegmentFormat.chunk == 0 else {
      return try generation.chunks.view(.fwd, offset)
    }
    let view = try generation.chunks.view(.fwd, offset)
    guard view.count > 4 else { throw generation.chunks.damaged(.fwd) }
    let size = Int(view.load(0, as: UInt32.self))
    guard size + 4 > view.count else { return try generation.chunks.view(.fwd, offset + 4) }
    return try generation.chunks.joined(.fwd, offset + 4, size)
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
    let frequent = try generation.frequentTerms()
    var size = 0
    let head = min(5, generation.chunks.size(.long) - Int(offset))
    let start = try generation.chunks.withPiece(.long, Int(offset), head) { view in
      var at = 0
      size = view.varint(&at)
      return at
    }
    try generation.chunks.withPiece(.long, Int(offset) + start, size) {
      (view) throws(Failure) in
      var at = 0
      for _ in 0..<3 {
        let terms = try terms(view, &at, frequent)
        if !body(NameTerms(terms, width: width)) { return }
      }
    }
  }

  /// Reads a list of a long field.
  private func terms(_ view: ChunkView, _ at: inout Int, _ frequent: [UInt32]) throws(Failure)
    -> [UInt32]
  {
    let count = view.varint(&at)
    guard count <= view.count - at else { throw generation.chunks.damaged(.long) }
    var terms: [UInt32] = []
    terms.reserveCapacity(count)
    for _ in 0..<count {
      let code = UInt32(truncatingIfNeeded: view.varint(&at))
      if code >= FrequentTerms.mark {
        terms.append(code - FrequentTerms.mark)
      } else {
        guard code < frequent.count else { throw generation.chunks.damaged(.long) }
        terms.append(frequent[Int(code)])
      }
    }
    return terms
  }
}

/// Some terms of a document in their order.
struct NameTerms {
  private let view: ChunkView?
  private let start: Int
  /// The terms of a long field, which are not read in place.
  private let terms: [UInt32]
  /// The bytes of a term.
  let width: Int
  /// How many terms.
  let count: Int

  init(view: ChunkView, start: Int, width: Int, count: Int) {
    self.view = view
    self.start = start
    terms = []
    self.width = width
    self.count = count
  }

  init(_ terms: [UInt32], width: Int) {
    view = nil
    start = 0
    self.terms = terms
    self.width = width
    count = terms.count
  }

  /// A term's number.
  @inline(__always)
  subscript(index: Int) -> UInt32 {
    guard let view else { return terms[index] }
    return view.load(start &+ index &* width, width: width)
  }
}
