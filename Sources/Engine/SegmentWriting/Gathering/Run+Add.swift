import DeclaredRecords
import FootlightPlatform
import TextAnalysis

extension Run {
  /// The most names that an item may have.
  static let mostNames = 4_096

  /// Analyses an item and appends its record; false when it has too many names.
  mutating func add(
    _ item: borrowing ItemBuffer, _ settings: IndexSettings, batch: UInt32, block: UInt16,
    ordinal: UInt16
  ) -> Bool {
    // Refused items count too: what was remembered of their terms must not be taken for this one's.
    analysed &+= 1
    forgetItem()
    let analyzer = settings.analyzer
    if analyzer.stems, stemmer == nil { stemmer = analyzer.makeStemmer() }
    var lengths = TextLengths()
    analyse(item.bytes, item.title, .title, analyzer)
    for alias in item.aliases {
      guard item.aliases.count == 1 || names.isFirst(item.bytes.hash(alias)) else { continue }
      analyse(item.bytes, alias, .alias, analyzer)
      guard canWaitForNames || countTexts(analyzer, &lengths) else { return false }
    }
    for keyword in item.keywords {
      analyse(item.bytes, keyword, .keyword, analyzer)
      guard canWait || countTexts(analyzer, &lengths) else { return false }
    }
    if !item.description.isEmpty { analyse(item.bytes, item.description, .description, analyzer) }
    if !item.body.isEmpty { analyse(item.bytes, item.body, .body, analyzer) }
    guard countTexts(analyzer, &lengths) else { return false }
    if !keywordExtra.isEmpty {
      keywordTerms.append(Run.separator)
      keywordTerms.append(Run.separator)
      keywordTerms.append(keywordExtra)
    }
    let norms = FieldNorms(
      title: lengths.title, keywords: lengths.keywords, description: lengths.description,
      body: lengths.body, settings.weights)
    appendDocument(item, batch: batch, block: block, ordinal: ordinal)
    appendRecord(item, norms, settings)
    return true
  }

  /// Forgets the item before.
  private mutating func forgetItem() {
    tokens.removeAll()
    texts.removeAll(keepingCapacity: true)
    tally.removeAll()
    names.removeAll()
    nameExtra.removeAll()
    keywordTerms.removeAll()
    keywordExtra.removeAll()
    descriptionTerms.removeAll()
    bodyTerms.removeAll()
    longExtra.removeAll()
  }

  private mutating func appendDocument(
    _ item: borrowing ItemBuffer, batch: UInt32, block: UInt16,
    ordinal: UInt16
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
        number: item.record, batch: batch, block: block, ordinal: ordinal))
    if !item.url.isEmpty {
      // Urls are found by what makes their spellings one.
      forward.removeAll()
      item.bytes.withSpan(item.url) { NormalizedURL.append($0, into: &forward) }
      addresses.append((forward.hash(forward.all), local))
    }
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
    for name in names.ends.indices {
      let end = names.ends[name]
      forward.append(varint: UInt64(end - start))
      for index in start..<end { forward.append(varint: UInt64(names.terms[index])) }
      start = end
    }
    Run.append(nameExtra, to: &forward)
    Run.append(keywordTerms, to: &forward)
    Run.append(descriptionTerms, to: &forward)
    Run.append(bodyTerms, to: &forward)
    Run.append(longExtra, to: &forward)
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
      terms.hold(entry.term)
    }
  }

  private static func append(_ list: borrowing ScratchList<UInt32>, to records: inout ByteArena) {
    records.append(varint: UInt64(list.count))
    for index in list.indices { records.append(varint: UInt64(list[index])) }
  }
}
