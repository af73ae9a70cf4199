import FootlightPlatform
import ItemMapping
import TextAnalysis

extension RunPart {
  /// The most names that an item may have.
  static let mostNames = 4_096
  /// What stands between the terms of two keywords, so that no phrase runs over the end of one.
  static let separator = UInt32.max

  /// Analyses an item and appends its record; false when it has too many names.
  mutating func add(
    _ item: borrowing ItemBuffer, _ settings: IndexSettings, batch: UInt32, block: UInt16,
    position: UInt16
  ) -> Bool {
    // Refused items count too: what was remembered of their terms must not be taken for this one's.
    analysed &+= 1
    let seen = analysed
    tally.removeAll(keepingCapacity: true)
    names.removeAll()
    nameExtra.removeAll(keepingCapacity: true)
    keywordTerms.removeAll(keepingCapacity: true)
    keywordExtra.removeAll(keepingCapacity: true)
    descriptionTerms.removeAll(keepingCapacity: true)
    bodyTerms.removeAll(keepingCapacity: true)
    longExtra.removeAll(keepingCapacity: true)

    let analyzer = settings.analyzer
    if analyzer.stems, stemmer == nil { stemmer = analyzer.makeStemmer() }
    let titleLength = addName(item.bytes, item.title, analyzer, seen, instance: 0)
    var instance: UInt32 = 2
    for alias in item.aliases {
      guard item.aliases.count == 1 || names.isFirst(item.bytes.hash(alias)) else { continue }
      _ = addName(item.bytes, alias, analyzer, seen, instance: instance)
      instance += 2
      guard names.ends.count <= RunPart.mostNames else { return false }
    }
    var keywordsLength = 0
    for keyword in item.keywords {
      keywordsLength += addKeyword(item.bytes, keyword, analyzer, seen)
    }
    if !keywordExtra.isEmpty {
      keywordTerms += [RunPart.separator, RunPart.separator] + keywordExtra
    }
    let descriptionLength = addLong(item.bytes, item.description, analyzer, seen, isBody: false)
    let bodyLength = addLong(item.bytes, item.body, analyzer, seen, isBody: true)
    let norms = FieldNorms(
      title: titleLength, keywords: keywordsLength, description: descriptionLength,
      body: bodyLength, settings.weights)
    appendDocument(item, batch: batch, block: block, position: position)
    appendRecord(item, norms, settings)
    return true
  }

  private mutating func appendDocument(
    _ item: borrowing ItemBuffer, batch: UInt32, block: UInt16,
    position: UInt16
  ) {
    let keyed = sortKey.count
    if keyed < 14 { sortKey.append(zeros: 14 - keyed) }
    let rank = UInt64(1000 - min(1000, item.rank))
    let head = sortKey.load(0, as: UInt64.self).byteSwapped
    let local = UInt32(truncatingIfNeeded: documents.count)
    documents.append(
      Document(
        orderHigh: rank << 48 | head >> 16, orderLow: sortKey.load(6, as: UInt64.self).byteSwapped,
        idHash: item.bytes.hash(item.id), start: UInt32(truncatingIfNeeded: records.count),
        number: item.record, batch: batch, block: block, position: position))
    if !item.url.isEmpty { addresses.append((item.bytes.hash(item.url), local)) }
    let key = item.storedSourceKey
    if !key.isEmpty { sourceKeys.append((item.bytes.hash(key), local)) }
    if item.recordDigest != 0 || !digests.isEmpty {
      while digests.count < Int(local) { digests.append(0) }
      digests.append(item.recordDigest)
    }
    if item.expires != .max { expiring.append((local, item.expires)) }
    records.append(varint: UInt64(item.id.count))
    records.append(item.bytes, item.id)
    records.append(varint: UInt64(max(0, keyed - 14)))
    if keyed > 14 { records.append(sortKey, ByteRange(start: 14, count: keyed - 14)) }
  }

  private mutating func appendRecord(
    _ item: borrowing ItemBuffer, _ norms: FieldNorms, _ settings: IndexSettings
  ) {
    forward.removeAll()
    forward.append(varint: UInt64(names.ends.count))
    var start = 0
    for end in names.ends {
      forward.append(varint: UInt64(end - start))
      for index in start..<end { forward.append(varint: UInt64(names.terms[index])) }
      start = end
    }
    RunPart.append(nameExtra, to: &forward)
    RunPart.append(keywordTerms, to: &forward)
    RunPart.append(descriptionTerms, to: &forward)
    RunPart.append(bodyTerms, to: &forward)
    RunPart.append(longExtra, to: &forward)
    if !settings.attributes.isEmpty { appendAttributes(item, settings.attributes) }
    records.append(varint: UInt64(forward.count))
    records.append(forward, forward.all)
    records.append(varint: UInt64(tally.count))
    for index in tally.indices {
      let entry = tally[index]
      let impact = Scoring.impact(entry.counts, norms, settings.weights)
      let inName = entry.counts.title > 0 || entry.counts.alias > 0
      records.append(varint: UInt64(entry.term))
      records.append(inName ? impact | 0x80 : impact)
      terms.holding[Int(entry.term)] &+= 1
    }
  }

  private static func append(_ list: [UInt32], to records: inout ByteArena) {
    records.append(varint: UInt64(list.count))
    for term in list { records.append(varint: UInt64(term)) }
  }

  /// The place of a term in the tally of the item at hand.
  @inline(__always)
  mutating func entry(_ term: UInt32, _ seen: UInt32) -> Int {
    let index = Int(term)
    if index == lastSeen.count {
      lastSeen.append(0)
      place.append(0)
    }
    if lastSeen[index] == seen { return Int(place[index]) }
    lastSeen[index] = seen
    place[index] = UInt32(truncatingIfNeeded: tally.count)
    tally.append(Tally(term: term))
    return tally.count - 1
  }

  /// Counts the tokens of a title (instance 0) or an alias and keeps its name form.
  ///
  /// A token that occurs only in the name form counts as often as it does there.
  private mutating func addName(
    _ bytes: borrowing ByteArena, _ range: ByteRange, _ analyzer: Analyzer, _ seen: UInt32,
    instance: UInt32
  ) -> Int {
    tokens.removeAll()
    analyzer.analyze(bytes, range, as: .field, into: &tokens)
    if instance == 0 {
      sortKey.removeAll()
      analyzer.appendSortKey(of: tokens, from: 0, into: &sortKey)
    }
    var length = 0
    let differs = tokens.nameDiffers
    for index in tokens.tokens.indices {
      let token = tokens.tokens[index]
      let term = terms.intern(tokens.bytes, token.text)
      count(entry(term, seen), instance: instance)
      if let stem = stemEntry(term, analyzer, seen) { count(stem, instance: instance) }
      let isDerived = token.traits.contains(.derived)
      if !isDerived { length += 1 }
      if differs || isDerived { nameExtra.append(term) } else { names.terms.append(term) }
    }
    if differs {
      tokens.removeAll()
      analyzer.analyze(bytes, range, as: .name, into: &tokens)
      for index in tokens.tokens.indices {
        let term = terms.intern(tokens.bytes, tokens.tokens[index].text)
        let place = entry(term, seen)
        if tally[place].instance != instance || tally[place].running == 0 {
          count(place, instance: instance + 1)
        }
        if let stem = stemEntry(term, analyzer, seen),
          tally[stem].instance != instance || tally[stem].running == 0
        {
          count(stem, instance: instance + 1)
        }
        names.terms.append(term)
      }
    }
    _ = names.endName()
    return length
  }

  private mutating func count(_ place: Int, instance: UInt32) {
    if tally[place].instance != instance {
      tally[place].instance = instance
      tally[place].running = 0
    }
    tally[place].running += 1
    let running = tally[place].running
    if instance < 2 {
      tally[place].counts.title = running
    } else if running > tally[place].counts.alias {
      tally[place].counts.alias = running
    }
  }

  private mutating func addKeyword(
    _ bytes: borrowing ByteArena, _ range: ByteRange, _ analyzer: Analyzer, _ seen: UInt32
  ) -> Int {
    tokens.removeAll()
    analyzer.analyze(bytes, range, as: .field, into: &tokens)
    var length = 0
    let isFirst = keywordTerms.isEmpty
    for index in tokens.tokens.indices {
      let token = tokens.tokens[index]
      let term = terms.intern(tokens.bytes, token.text)
      tally[entry(term, seen)].counts.keywords += 1
      if let stem = stemEntry(term, analyzer, seen) { tally[stem].counts.keywords += 1 }
      if token.traits.contains(.derived) {
        keywordExtra.append(term)
      } else {
        if length == 0, !isFirst { keywordTerms.append(RunPart.separator) }
        keywordTerms.append(term)
        length += 1
      }
    }
    return length
  }

  private mutating func addLong(
    _ bytes: borrowing ByteArena, _ range: ByteRange, _ analyzer: Analyzer, _ seen: UInt32,
    isBody: Bool
  ) -> Int {
    guard !range.isEmpty else { return 0 }
    tokens.removeAll()
    analyzer.analyze(bytes, range, as: .field, into: &tokens)
    var length = 0
    for index in tokens.tokens.indices {
      let token = tokens.tokens[index]
      let term = terms.intern(tokens.bytes, token.text)
      if term == UInt32(truncatingIfNeeded: lastSeen.count) {
        lastSeen.append(0)
        place.append(0)
      }
      let isDerived = token.traits.contains(.derived)
      if isDerived {
        longExtra.append(term)
      } else if isBody {
        bodyTerms.append(term)
      } else {
        descriptionTerms.append(term)
      }
      // Stop words keep their place in the sequence but get no postings.
      guard !token.traits.contains(.stopWord) else { continue }
      let place = entry(term, seen)
      if isBody { tally[place].counts.body += 1 } else { tally[place].counts.description += 1 }
      if let stem = stemEntry(term, analyzer, seen) {
        if isBody { tally[stem].counts.body += 1 } else { tally[stem].counts.description += 1 }
      }
      if !isDerived { length += 1 }
    }
    return length
  }
}
