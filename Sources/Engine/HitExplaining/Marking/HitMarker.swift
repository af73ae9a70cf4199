package import FootlightPlatform
package import TextAnalysis

/// Finds in hits what made them hits, for those who are shown them.
///
/// Work is bounded: of a text the first ``WordFinder/textLimit`` bytes are looked through, of keywords as many over
/// all of them, and of keywords and bodies fewer when one, or a piece, holds all words.
package final class HitMarker {
  /// Which patterns a tier looks for.
  private enum Kind: Hashable {
    /// Tiers 1 and 2: all words, and the whole as a name.
    case named
    /// Tier 3: the words.
    case words
    /// Tier 4: the content words, without stop words.
    case content
    /// Tier 6: these, and their pairs of characters.
    case some
    /// Tier 5: the words with their fuzzy expansion.
    case fuzzy
  }

  /// The segments of a domain may know other words, so each has markers of its own.
  private struct MarkerKey: Hashable {
    var kind: Kind
    var segment: Int
  }

  private let request: SearchRequest
  private let spellings: [QueryWord: Set<[UInt8]>]
  private let analyzer: Analyzer
  private let synonyms: Synonyms
  /// Made when the first hit asks for them.
  private var markers: [MarkerKey: TextMarker] = [:]
  private var scratch = MarkingScratch()

  /// How many are analysed at once.
  static let pieceSize = 1 << 13

  /// Prepares the words of a request for the hits of one domain, whose analyzer is given.
  package init(
    _ request: SearchRequest, _ answer: SearchAnswer, analyzer: Analyzer,
    synonyms: Synonyms = Synonyms()
  ) {
    self.request = request
    spellings = answer.spellings
    self.analyzer = analyzer
    self.synonyms = synonyms
  }

  private func marker(of hit: RankedHit) -> TextMarker {
    let kind: Kind =
      switch hit.tier {
      case ...2: .named
      case 3: .words
      case 5: .fuzzy
      case 6: .some
      default: .content
      }
    let key = MarkerKey(kind: kind, segment: hit.place)
    if let there = markers[key] { return there }
    let made = TextMarker(patterns(of: kind, hit.families), analyzer)
    markers[key] = made
    return made
  }

  private func patterns(of kind: Kind, _ families: [[UInt8]: [[UInt8]]]) -> [TextPattern] {
    let found = TextPattern.patterns(
      of: request.query, allPrefixes: request.match == .all, analyzer,
      synonyms: kind == .named ? Synonyms() : synonyms
    ) { word in
      let others =
        switch kind {
        case .fuzzy: spellings[word] ?? []
        case .some: Set(word.pairs)
        default: Set<[UInt8]>()
        }
      return others.union(families[word.text] ?? [])
    }
    if kind == .named {
      return found.filter { !$0.isOpenNumber }
        + (request.query.name.map { TextPattern.patterns(of: $0) } ?? [])
    }
    var words = found.filter { !$0.isSymbol }
    if words.isEmpty { words = found }
    let content = kind == .words ? words : words.filter { !$0.isStopWord }
    return content.isEmpty ? words : content
  }

  /// Marks the matches in a hit.
  ///
  /// It asks for `body`, as UTF-8, when that may hold more words than the description.
  package func marks(
    _ hit: RankedHit, body: () throws(Failure) -> [UInt8]
  ) throws(Failure) -> HitMarks {
    var marks = HitMarks(matched: hit.matched)
    guard request.match != .none else { return marks }
    let marker = marker(of: hit)
    let title = marker.scalarRanges(hit.item.title, .title, &scratch)
    if !title.isEmpty { marks.highlights[.title] = title }
    let description = ByteArena(hit.item.description)
    let found = marker.marks(in: description, .description, &scratch)
    if !found.isEmpty {
      marks.highlights[.description] = scalars(TextMarker.joined(found), in: description)
    }
    if hit.matched.field == .alias {
      let alias = marker.scalarRanges(hit.matched.text, .alias, &scratch)
      if !alias.isEmpty { marks.highlights[.alias] = alias }
    }
    if hit.matched.field == .keyword {
      markKeyword(hit.item, marker, &marks)
    }
    let inDescription = SnippetWindow(found)
    let all = marker.count(in: .body)
    if inDescription.distinct < all {
      let utf8 = try body()
      var bytes = ByteArena(capacity: utf8.count)
      bytes.append(utf8)
      let inBody = SnippetWindow(in: bytes, marker, all: all, &scratch)
      if inBody.distinct > inDescription.distinct {
        marks.snippet = inBody.snippet(of: bytes, .body)
      }
    }
    if marks.snippet == nil, inDescription.distinct > 0 {
      marks.snippet = inDescription.snippet(of: description, .description)
    }
    if marks.matched.text.isEmpty, let snippet = marks.snippet,
      snippet.field == marks.matched.field
    {
      marks.matched.text = snippet.text
    }
    return marks
  }

  /// The first keyword that holds the most of the words.
  private func markKeyword(_ item: StoredItem, _ marker: TextMarker, _ marks: inout HitMarks) {
    var best = 0
    var looked = 0
    let all = marker.count(in: .keyword)
    for keyword in item.keywords where best < all && looked < WordFinder.textLimit {
      let text = ByteArena(keyword)
      looked += text.count
      let found = marker.marks(in: text, .keyword, &scratch)
      let distinct = Set(found.map(\.pattern)).count
      guard distinct > best else { continue }
      best = distinct
      marks.matched.text = keyword
      marks.highlights[.keyword] = scalars(TextMarker.joined(found), in: text)
    }
  }
}

extension TextMarker {
  /// Finds the matches in a short text, in scalar offsets.
  fileprivate func scalarRanges(
    _ text: String, _ field: Field, _ scratch: inout MarkingScratch
  ) -> [Range<Int>] {
    let bytes = ByteArena(text)
    return scalars(TextMarker.joined(marks(in: bytes, field, &scratch)), in: bytes)
  }
}

/// Ranges of bytes, in order, as ranges of Unicode scalars.
func scalars(_ ranges: [Range<Int>], in text: borrowing ByteArena) -> [Range<Int>] {
  var found: [Range<Int>] = []
  var offset = 0
  var count = 0
  func advance(to end: Int) -> Int {
    while offset < end {
      if text[offset] & 0xC0 != 0x80 { count += 1 }
      offset += 1
    }
    return count
  }
  for range in ranges {
    let start = advance(to: range.lowerBound)
    found.append(start..<advance(to: range.upperBound))
  }
  return found
}

/// The matches in the texts of a hit, in Unicode scalar offsets: half-open, in order, without overlap.
package struct HitMarks: Sendable, Hashable {
  /// The ranges in each short field that has some: `title`, `description`, and `alias` or `keyword`
  /// when that is what matched.
  package var highlights: [Field: [Range<Int>]] = [:]
  /// The surroundings of the densest matches in description or body.
  package var snippet: Snippet?
  /// The name or field that matched.
  package var matched: HitMatch

  /// A piece of a longer text on one line.
  package struct Snippet: Sendable, Hashable {
    /// Where it is from.
    package var field: Field
    /// The piece; an ellipsis stands where the text goes on.
    package var text: String
    /// The ranges in ``text``.
    package var highlights: [Range<Int>]

    /// Makes a piece.
    package init(field: Field, text: String, highlights: [Range<Int>]) {
      self.field = field
      self.text = text
      self.highlights = highlights
    }
  }
}

/// Buffers for marking, reused from text to text.
struct MarkingScratch: ~Copyable {
  /// The tokens of a text and where they stand.
  var tokens = TokenBuffer()
  var places: [ByteRange] = []
  /// The tokens that are not derived, by their indices.
  var sequence: [Int] = []
  /// For each pattern whether it concerns the field.
  var wanted: [Bool] = []
  /// The pieces of a long text that may hold a term.
  var stretches: [ByteRange] = []
}
