package import FootlightPlatform

/// Reads the terms of one document: its names, its keywords, its longer fields.
package struct ForwardReader {
  let segment: Segment
  private let bits: Int

  package init(_ segment: Segment) {
    self.segment = segment
    bits = segment.header.termBits
  }

  /// The bytes of a `fwd` record, and of those behind it in its chunk.
  private func record(_ document: UInt32) throws(Failure) -> ChunkView {
    try record(segment.row(document))
  }

  private func record(_ row: DocumentRow) throws(Failure) -> ChunkView {
    let offset = row.forward
    guard offset % SegmentFormat.chunk == 0 else {
      return try segment.chunks.view(.fwd, offset)
    }
    let size: UInt32 = try segment.chunks.view(.fwd, offset, count: 4).load(0)
    return try segment.chunks.view(.fwd, offset + 4, count: Int(size))
  }

  /// A list of terms; `bit` moves past it.
  private func list(_ view: ChunkView, _ bit: inout Int) throws(Failure) -> NameTerms {
    let end = view.count &* 8
    guard bit &+ ForwardList.shortBits <= end else { throw segment.chunks.damaged(.fwd) }
    var length = Int(view.number(of: ForwardList.shortBits, at: bit))
    bit &+= ForwardList.shortBits
    if length == ForwardList.longMark {
      guard bit &+ ForwardList.longBits <= end else { throw segment.chunks.damaged(.fwd) }
      length = Int(view.number(of: ForwardList.longBits, at: bit))
      bit &+= ForwardList.longBits
    }
    guard length <= (end &- bit) / bits else { throw segment.chunks.damaged(.fwd) }
    let start = bit
    bit &+= length &* bits
    return NameTerms(view: view, start: start, bits: bits, count: length)
  }

  /// Reads the head of a record, and the bit at which its lists begin.
  private func head(_ view: ChunkView) -> (ForwardHead, lists: Int) {
    var at = 0
    let head = ForwardHead(view.varint(&at))
    return (head, at * 8)
  }

  /// The names of a document: calls `body` with the ordinal and the terms until it says stop.
  package func forEachName(
    _ document: UInt32, _ body: (Int, NameTerms) -> Bool
  ) throws(Failure) {
    let view = try record(document)
    var (head, at) = head(view)
    for ordinal in 0..<head.names {
      if !body(ordinal, try list(view, &at)) { return }
    }
  }

  /// How many names a document has.
  package func names(_ document: UInt32) throws(Failure) -> Int {
    head(try record(document)).0.names
  }

  /// One name of a document.
  package func name(_ document: UInt32, _ ordinal: Int) throws(Failure) -> NameTerms {
    let view = try record(document)
    var (head, at) = head(view)
    guard ordinal < head.names else {
      throw segment.chunks.damaged(.fwd)
    }
    for _ in 0..<ordinal { _ = try list(view, &at) }
    return try list(view, &at)
  }

  /// The lists of terms of a document with what they are, one after the other, until `body` says stop: names and their
  /// further terms; then, unless only names are asked for, keywords, description, body and their further terms.
  ///
  /// - Parameters:
  ///   - mostOfLong: how many terms of each long field are read at most.
  ///   - run: terms that end the list of a long field where they stand side by side: no more of it is read.
  package func forEachField(
    _ document: UInt32, onlyNames: Bool, mostOfLong: Int = .max, endingWith run: [UInt32] = [],
    _ body: (ForwardPart, NameTerms) -> Bool
  ) throws(Failure) {
    let row = try segment.row(document)
    let view = try record(row)
    var (head, at) = head(view)
    for ordinal in 0..<head.names {
      if !body(.name(ordinal), try list(view, &at)) { return }
    }
    let further = head.hasFurther ? try list(view, &at) : .none
    if !body(.namesExtra, further) || onlyNames { return }
    let keywords = head.hasKeywords ? try list(view, &at) : .none
    if !body(.keywords, keywords) || !head.hasLong { return }
    try forEachLong(row.long, mostOfLong, run, body)
  }

  private func forEachLong(
    _ offset: Int, _ mostOfLong: Int, _ run: [UInt32], _ body: (ForwardPart, NameTerms) -> Bool
  ) throws(Failure) {
    let codes = try segment.frequentCodes()
    let rest = segment.chunks.size(.long) - offset
    let head = LongHead(
      try segment.chunks.view(.long, offset, count: min(LongHead.limit, rest)))
    // No code has less than a bit.
    guard head.all <= 8 * min(head.size, rest - head.codes) else {
      throw segment.chunks.damaged(.long)
    }
    let counts = head.counts
    let view = try segment.chunks.view(
      .long, offset + head.codes, count: min(head.size, rest - head.codes))
    let last = counts[2] > 0 ? 2 : counts[1] > 0 ? 1 : 0
    var bit = 0
    // Above all terms where there is no run.
    let lastOfRun = run.last.map(UInt64.init) ?? .max
    var terms = ByteArena(capacity: 4 * min(head.all, mostOfLong))
    for (place, part) in [ForwardPart.description, .body, .longExtra].enumerated() {
      terms.removeAll()
      for _ in 0..<min(counts[place], mostOfLong) {
        guard let term = codes.term(view, &bit) else { throw segment.chunks.damaged(.long) }
        terms.append(littleEndian: term)
        if UInt64(term) == lastOfRun, terms.ends(with: run) { break }
      }
      let goesOn = terms.withView { list in
        body(part, NameTerms(view: list, start: 0, bits: UInt32.bitWidth, count: list.count / 4))
      }
      // A list that no other one follows is not read to its end.
      if !goesOn || place == last { return }
      for _ in terms.count / 4..<counts[place] where codes.term(view, &bit) == nil {
        throw segment.chunks.damaged(.long)
      }
    }
  }
}

extension ByteArena {
  /// Whether terms stand at the end, four bytes each.
  fileprivate func ends(with terms: [UInt32]) -> Bool {
    let start = count - 4 * terms.count
    return start >= 0
      && terms.indices.allSatisfy { load(start + 4 * $0, as: UInt32.self) == terms[$0] }
  }
}

/// The parts of a `fwd` record, as its first number tells.
package struct ForwardHead {
  private let number: Int

  package init(_ number: Int) { self.number = number }

  package init(names: Int, hasFurther: Bool, hasKeywords: Bool, hasLong: Bool) {
    number = names << 3 | (hasFurther ? 1 : 0) | (hasKeywords ? 2 : 0) | (hasLong ? 4 : 0)
  }

  /// The number as it is stored; never 0, since every item has a title.
  package var code: UInt64 { UInt64(number) }
  package var names: Int { number >> 3 }
  /// Whether names have further terms, whether there are keywords, and whether there is a record
  /// in `long`.
  package var hasFurther: Bool { number & 1 != 0 }
  package var hasKeywords: Bool { number & 2 != 0 }
  var hasLong: Bool { number & 4 != 0 }
}

/// How long a list of a `fwd` record is: in a few bits, or after a mark in many.
package enum ForwardList {
  package static var shortBits: Int { 4 }
  package static var longMark: Int { 15 }
  package static var longBits: Int { 32 }
}

/// Some terms of a document in their order, read where they lie.
///
/// Hot: a search reads the names of each hit, and must not count references to do so (`Benchmarks query`).
package struct NameTerms {
  let view: ChunkView?
  /// The bit at which they begin.
  let start: Int
  /// The bits of a term.
  package let bits: Int
  /// How many terms.
  package let count: Int

  static var none: NameTerms { NameTerms(view: nil, start: 0, bits: 0, count: 0) }

  /// A term's number.
  @inline(__always)
  package subscript(index: Int) -> UInt32 {
    view?.number(of: bits, at: start &+ index &* bits) ?? 0
  }
}

/// A part of a document's forward records.
package enum ForwardPart {
  /// A name in the form of names; ordinal 0 is the title.
  case name(Int)
  /// Further terms of the names, such as derived ones, over all names.
  case namesExtra
  case keywords
  case description
  case body
  /// Terms derived from description and body.
  case longExtra
}

extension ForwardPart {
  /// The fields whose words may stand there.
  package var fields: [Field] {
    switch self {
    case .name(let ordinal): ordinal == 0 ? [.title] : [.alias]
    case .namesExtra: [.title, .alias]
    case .keywords: [.keyword]
    case .description: [.description]
    case .body: [.body]
    case .longExtra: [.description, .body]
    }
  }
}
