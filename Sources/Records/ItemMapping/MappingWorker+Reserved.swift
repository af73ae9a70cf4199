import FootlightPlatform

extension MappingWorker {
  /// Appends what the index keeps for its own use, after the declared attributes: whether the item is
  /// its owner's alone, its window and its place, and what decides about its shard.
  mutating func fillReserved(
    _ batch: borrowing RecordBatch, _ item: inout ItemBuffer
  ) throws(BadRecord) {
    if let run = compiled.isPrivate, let ordinal = compiled.reserved[.isPrivate],
      try isTrue(run, batch, &item)
    {
      append("true", ordinal, .boolean, worth: 1, &item)
    }
    if let relevance = compiled.relevance { try fillRelevance(relevance, batch, &item) }
    try fillText(compiled.shardKey, .shard, batch, &item)
  }

  private mutating func fillRelevance(
    _ relevance: CompiledMapping.Relevance, _ batch: borrowing RecordBatch,
    _ item: inout ItemBuffer
  ) throws(BadRecord) {
    let from = try moment(relevance.from, "relevant.from", batch, &item)
    let to = try moment(relevance.to, "relevant.to", batch, &item)
    if let from, let ordinal = compiled.reserved[.from] {
      append(from, ordinal, worth: from.start, &item)
    }
    if let to, let ordinal = compiled.reserved[.to] {
      append(to, ordinal, worth: to.end, &item)
    }
    if let ordinal = compiled.reserved[.place] {
      var places: [String] = []
      for run in relevance.place {
        let range = try text(run, batch, &item.bytes)
        if !range.isEmpty { places.append(item.bytes.text(range)) }
        item.bytes.truncate(to: range.isEmpty ? item.bytes.count : range.lowerBound)
      }
      if places.count == relevance.place.count, !places.isEmpty {
        let joined = places.joined(separator: ",")
        guard MappingWorker.isPlace(joined) else {
          throw BadRecord(
            .recordValue, "'relevant.place' is no latitude and longitude",
            remedy: "write degrees, such as 48.14 and 11.58")
        }
        append(joined, ordinal, .text, worth: 0, &item)
      }
    }
    try fillText(relevance.label, .label, batch, &item)
  }

  private mutating func fillText(
    _ run: CompiledMapping.Run?, _ attribute: ReservedAttribute, _ batch: borrowing RecordBatch,
    _ item: inout ItemBuffer
  ) throws(BadRecord) {
    guard let run, let ordinal = compiled.reserved[attribute] else { return }
    let range = try text(run, batch, &item.bytes)
    if !range.isEmpty {
      item.attributes.append(.init(ordinal: ordinal, kind: .text, text: range, worth: 0))
    }
  }

  private mutating func moment(
    _ run: CompiledMapping.Run?, _ key: String, _ batch: borrowing RecordBatch,
    _ item: inout ItemBuffer
  ) throws(BadRecord) -> Moment? {
    guard let run else { return nil }
    let range = try text(run, batch, &item.bytes)
    if range.isEmpty { return nil }
    let zone = compiled.zone
    let moment = item.bytes.withSpan(range) { Moment.read($0, zone: zone) }
    item.bytes.truncate(to: range.lowerBound)
    guard let moment else {
      throw BadRecord(
        .recordValue, "'\(key)' is no ISO date; the filter 'date' reads others")
    }
    return moment
  }

  private func append(
    _ text: String, _ ordinal: UInt16, _ kind: ItemBuffer.AttributeKind, worth: Double,
    _ item: inout ItemBuffer
  ) {
    let start = item.bytes.count
    item.bytes.append(text)
    let range = ByteRange(start: start, count: item.bytes.count - start)
    item.attributes.append(.init(ordinal: ordinal, kind: kind, text: range, worth: worth))
  }

  private func append(
    _ moment: Moment, _ ordinal: UInt16, worth: Int64, _ item: inout ItemBuffer
  ) {
    let start = item.bytes.count
    moment.appendISO(to: &item.bytes)
    let range = ByteRange(start: start, count: item.bytes.count - start)
    item.attributes.append(
      .init(ordinal: ordinal, kind: .date, text: range, worth: Double(worth)))
  }

  /// Whether a text is a latitude and a longitude in degrees.
  private static func isPlace(_ text: String) -> Bool {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      NumberText.worth(Array(part.utf8).span)
    }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return false }
    return (-90...90).contains(latitude) && (-180...180).contains(longitude)
  }
}
