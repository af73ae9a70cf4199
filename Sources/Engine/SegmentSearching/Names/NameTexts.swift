import FootlightPlatform
import TextAnalysis

/// Finds the texts of names: titles and aliases, of which a segment knows the terms.
struct NameTexts {
  private let query: SegmentQuery

  init(_ query: SegmentQuery) {
    self.query = query
  }

  /// A name as what made a hit.
  ///
  /// Names are kept once each, so that one stands after its place by as many aliases at most as repeat
  /// others; of these the first whose words are the name's is it.
  ///
  /// - Parameter isQuery: where it is known how the name stands to the query: whether it is it, or begins
  ///   with it; no name before it does.
  func match(
    _ ordinal: Int, _ item: StoredItem, _ document: UInt32, isQuery: Bool? = nil
  ) throws(Failure) -> HitMatch {
    guard ordinal > 0 else { return HitMatch(field: .title, text: item.title) }
    let repeated = try item.aliases.count + 1 - query.forward.names(document)
    let aliases = item.aliases.dropFirst(ordinal - 1).prefix(max(0, repeated) + 1)
    guard let first = aliases.first else {
      return HitMatch(field: .title, text: item.title)
    }
    if aliases.count > 1, let isQuery, let found = alias(of: aliases, isQuery: isQuery) {
      return HitMatch(field: .alias, text: found)
    }
    let alias = try aliases.count == 1 ? first : self.alias(ordinal, item, document, of: aliases)
    return HitMatch(field: .alias, text: alias)
  }

  /// The first of some aliases that is the query, or begins with it.
  private func alias(of aliases: Slice<TextList>, isQuery: Bool) -> String? {
    guard let typed = query.plan.request.query.name, let first = typed.tokens.first,
      !first.isEmpty
    else { return nil }
    var buffer = query.scratch.buffers.names.take() ?? NameBuffer()
    let found = alias(of: aliases, beginningWith: first, &buffer) {
      NameTexts.isIt($0, typed, isQuery)
    }
    query.scratch.buffers.names = consume buffer
    return found
  }

  /// The first of some aliases whose words in the form of names pass a test.
  ///
  /// Most begin with other letters than the word that is given, and are not analysed.
  private func alias(
    of aliases: Slice<TextList>, beginningWith first: [UInt8], _ buffer: inout NameBuffer,
    where isIt: (borrowing TokenBuffer) -> Bool
  ) -> String? {
    let list = aliases.base
    var rest = aliases.startIndex..<aliases.endIndex
    while let place = list.firstPlace(in: rest, thatMayBeginWith: first) {
      rest = place + 1..<rest.upperBound
      buffer.text.removeAll()
      list.append(place, to: &buffer.text)
      analyse(&buffer)
      if isIt(buffer.tokens) { return list[place] }
    }
    return nil
  }

  /// Makes the words of a buffer's text, in the form of names.
  private func analyse(_ buffer: inout NameBuffer) {
    buffer.tokens.removeAll()
    query.stored.analyzer.analyze(buffer.text, buffer.text.all, as: .name, into: &buffer.tokens)
  }

  /// Whether an analysed name is the query, or begins with it.
  private static func isIt(
    _ name: borrowing TokenBuffer, _ query: NameQuery, _ isQuery: Bool
  ) -> Bool {
    let words = query.tokens.count
    let count = name.tokens.count
    guard isQuery ? count == words : count >= words else { return false }
    for place in 0..<words {
      let token = name.tokens[place].text
      let wanted = query.tokens[place]
      let isOpen = place + 1 == words && !isQuery && !query.lastIsComplete
      guard isOpen ? token.count >= wanted.count : token.count == wanted.count else {
        return false
      }
      for offset in wanted.indices where name.bytes[token.lowerBound + offset] != wanted[offset] {
        return false
      }
    }
    return true
  }

  /// The alias that a name was made of, one of several that may be it.
  private func alias(
    _ ordinal: Int, _ item: StoredItem, _ document: UInt32, of aliases: Slice<TextList>
  ) throws(Failure) -> String {
    let name = try query.forward.name(document, ordinal)
    if name.count > 0, let first = query.knownText(ofTerm: name[0]),
      let only = onlyPlace(in: aliases, thatMayBeginWith: first)
    {
      return aliases[only]
    }
    var buffer = query.scratch.buffers.names.take() ?? NameBuffer()
    if aliases.count <= NameTexts.mostCompared,
      (0..<name.count).contains(where: { query.knownText(ofTerm: name[$0]) == nil })
    {
      // Those that say the same as others, or as the title, are no names; mostly one is left.
      buffer.text.removeAll()
      buffer.text.append(item.title)
      var seen: Set<[UInt8]> = [nameWords(&buffer)]
      let distinct = aliases.indices.filter { place in
        buffer.text.removeAll()
        aliases.base.append(place, to: &buffer.text)
        return seen.insert(nameWords(&buffer)).inserted
      }
      if distinct.count == 1 {
        query.scratch.buffers.names = consume buffer
        return aliases[distinct[0]]
      }
    }
    var words: [UInt8] = []
    for index in 0..<name.count {
      words += try query.text(ofTerm: name[index])
      words.append(NameTexts.wordEnd)
    }
    let first = Array(words.prefix { $0 != NameTexts.wordEnd })
    let found =
      first.isEmpty
      ? nil
      : alias(of: aliases, beginningWith: first, &buffer) { NameTexts.hasWords($0, words) }
    query.scratch.buffers.names = consume buffer
    return found ?? aliases.first ?? item.title
  }

  /// The place of the only one of some aliases that may begin with a word; nil where several may.
  private func onlyPlace(in aliases: Slice<TextList>, thatMayBeginWith first: [UInt8]) -> Int? {
    let list = aliases.base
    let places = aliases.startIndex..<aliases.endIndex
    guard let place = list.firstPlace(in: places, thatMayBeginWith: first),
      list.firstPlace(in: place + 1..<places.upperBound, thatMayBeginWith: first) == nil
    else { return nil }
    return place
  }

  /// So many aliases are analysed before the dictionary is asked for a name's words, which takes longer.
  private static let mostCompared = 4

  /// The words of a buffer's text in the form of names, each with ``wordEnd`` after it.
  private func nameWords(_ buffer: inout NameBuffer) -> [UInt8] {
    analyse(&buffer)
    var words: [UInt8] = []
    for token in buffer.tokens.tokens {
      words += buffer.tokens.bytes.bytes(token.text)
      words.append(NameTexts.wordEnd)
    }
    return words
  }

  /// Whether an analysed name has just these words.
  private static func hasWords(_ name: borrowing TokenBuffer, _ words: [UInt8]) -> Bool {
    var at = 0
    for index in name.tokens.indices {
      let text = name.tokens[index].text
      for offset in text.lowerBound..<text.upperBound {
        guard at < words.count, words[at] == name.bytes[offset] else { return false }
        at += 1
      }
      guard at < words.count, words[at] == wordEnd else { return false }
      at += 1
    }
    return at == words.count
  }

  /// A byte that no UTF-8 holds.
  private static let wordEnd: UInt8 = 0xFF
}
