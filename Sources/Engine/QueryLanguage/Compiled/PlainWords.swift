import FootlightPlatform
import TextAnalysis

/// Words of a query without syntax between them, analysed as one text.
struct PlainWords {
  private(set) var words: [QueryWord] = []
  private(set) var name: NameQuery?
  private(set) var identifier = ""
  /// How many terms the words look up, those of other parts of the query included.
  private(set) var lookUps = 0
  /// Whether words have been left out.
  private(set) var isCut = false

  /// No words.
  init() {}

  /// The words of a whole query without its conditions: these count as white space, so that a word
  /// before one is complete.
  init(
    _ text: String, _ nodes: [QueryNode], without conditions: [Range<Int>], _ analyzer: Analyzer
  ) {
    var bytes = Array(text.utf8)
    for range in conditions where range.upperBound <= bytes.count {
      for index in range { bytes[index] = 0x20 }
    }
    var marked: [QueryChunk] = []
    var last: QueryChunk?
    for case .words(let chunks, _) in nodes.map(\.kind) {
      marked += chunks.filter { $0.mark != .none }
      last = chunks.last
    }
    var source = ByteArena(capacity: bytes.count)
    source.append(bytes)
    collect(source, marked, analyzer)
    // No name is looked for by what stands within its words.
    guard !marked.contains(where: { $0.mark.isInside }) else { return }
    // A word that a mark leaves open can only be the last of a name.
    let isOpen = last?.mark == .prefix
    guard marked.count(where: { $0.mark == .prefix }) <= (isOpen ? 1 : 0) else { return }
    for chunk in marked where chunk.range.upperBound < bytes.count {
      bytes[chunk.range.upperBound] = 0x20
    }
    source.removeAll()
    source.append(bytes)
    name = PlainWords.name(source, lastIsComplete: isOpen ? false : nil, analyzer)
    if marked.isEmpty {
      identifier = source.text(Analyzer.trimmed(source, source.all))
    }
  }

  /// The words of a part of a query.
  init(_ chunks: [QueryChunk], isOpen: Bool, lookUps: Int, _ analyzer: Analyzer) {
    self.lookUps = lookUps
    // Beside each other again, with the marks' places told.
    var source = ByteArena(capacity: 256)
    var marked: [QueryChunk] = []
    for chunk in chunks {
      let start = source.count
      source.append(chunk.text)
      if chunk.mark != .none {
        marked.append(QueryChunk(text: chunk.text, mark: chunk.mark, range: start..<source.count))
      }
      source.append(0x20)
    }
    if isOpen { source.truncate(to: source.count - 1) }
    collect(source, marked, analyzer)
  }

  /// Collects the words of a text, each piece up to a mark by itself.
  private mutating func collect(
    _ source: borrowing ByteArena, _ marked: [QueryChunk], _ analyzer: Analyzer
  ) {
    var start = 0
    for chunk in marked {
      let end = chunk.range.upperBound
      if chunk.mark.isInside {
        // The star before the word is no part of what goes before it.
        let before = start..<max(start, chunk.range.lowerBound - 1)
        if !before.isEmpty { add(source, before, .none, analyzer) }
        start = chunk.range.lowerBound
      }
      add(source, start..<end, chunk.mark, analyzer)
      start = min(end + 1, source.count)
    }
    if start < source.count || marked.isEmpty {
      add(source, start..<source.count, .none, analyzer)
    }
  }

  private mutating func add(
    _ source: borrowing ByteArena, _ piece: Range<Int>, _ mark: QueryChunk.Mark,
    _ analyzer: Analyzer
  ) {
    guard !isCut else { return }
    let range = ByteRange(start: piece.lowerBound, count: piece.count)
    var buffer = TokenBuffer()
    analyzer.analyze(source, range, as: .field, into: &buffer)
    var collector = WordCollector(lookUps: lookUps)
    for index in buffer.tokens.indices where !collector.isFull { collector.add(index, of: buffer) }
    let isOpen = mark == .none && !Analyzer.endsComplete(source, range)
    words +=
      mark.isInside
      ? collector.finish(inside: mark == .inside ? .anywhere : .atEnd)
      : collector.finish(
        isPrefix: isOpen || mark == .prefix, isOpen: isOpen, isClose: mark == .close)
    lookUps = collector.lookUps
    isCut = collector.isFull
  }

  private static func name(
    _ source: borrowing ByteArena, lastIsComplete: Bool?, _ analyzer: Analyzer
  ) -> NameQuery? {
    var buffer = TokenBuffer()
    analyzer.analyze(source, source.all, as: .field, into: &buffer)
    // The sequence serves as the name when it needs no cuts.
    if buffer.nameDiffers {
      buffer.removeAll()
      analyzer.analyze(source, source.all, as: .name, into: &buffer)
    }
    return NameQuery(
      buffer, lastIsComplete: lastIsComplete ?? Analyzer.endsComplete(source, source.all))
  }
}
