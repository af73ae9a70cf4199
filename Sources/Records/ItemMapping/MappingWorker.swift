package import FootlightPlatform

/// Maps records one by one; owns its scratch memory, so one thread at a time uses it.
///
/// Templates of fields and text are copied from the batch to the item. Where filters are at work,
/// values pass through `scratch`, which holds them until the record is done.
package struct MappingWorker: ~Copyable, Sendable {
  /// No item and no value may grow beyond this; filters can make much of little.
  static let sizeLimit = 256 << 20

  /// Values on the stack of `values`: one text, the elements of a list, or nothing.
  struct Found {
    var first: Int
    var count: Int
    var isList: Bool
  }

  /// The value of a `let` name, computed once for each record.
  struct NameState {
    var isKnown = false
    var isList = false
    var values: [ByteRange] = []
  }

  let compiled: CompiledMapping
  /// The first value of each slot in this record, and how many there are.
  var slots: [(first: Int, count: Int)]
  var names: [NameState]
  /// Texts that are made for this record.
  var scratch = ByteArena(capacity: 4096)
  /// A place for filters that read `scratch` while they write.
  var draft = ByteArena(capacity: 4096)
  /// A stack of ranges of `scratch`.
  var values: [ByteRange] = []
  /// A stack of what the expressions of a template have yielded.
  var parts: [Found] = []
  /// The values that a filter finds before they go onto the stack.
  var ranges: [ByteRange] = []
  /// The elements of an attribute.
  var elements: [ByteRange] = []

  init(_ compiled: CompiledMapping) {
    self.compiled = compiled
    slots = Array(repeating: (0, 0), count: compiled.paths.count)
    names = Array(repeating: NameState(), count: compiled.names.count)
  }

  /// Writes the item that a record becomes into `item`, whose former contents are forgotten.
  package mutating func map(
    _ batch: borrowing RecordBatch, _ record: RecordEntry, into item: inout ItemBuffer
  ) -> MappingOutcome {
    begin(batch, record, &item)
    do throws(MappingMistake) {
      if let run = compiled.skipWhen, try isTrue(run, batch, &item) { return .skipped }
      if let run = compiled.onlyWhen, try !isTrue(run, batch, &item) { return .skipped }
      try fill(batch, &item)
      return .item
    } catch {
      return .bad(error.diagnostic)
    }
  }

  /// Forgets the record before.
  mutating func begin(
    _ batch: borrowing RecordBatch, _ record: RecordEntry, _ item: inout ItemBuffer
  ) {
    item.removeAll()
    item.record = record.number
    scratch.removeAll()
    values.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    for index in names.indices { names[index].isKnown = false }
    findSlots(batch, record)
  }

  private mutating func findSlots(_ batch: borrowing RecordBatch, _ record: RecordEntry) {
    for index in slots.indices { slots[index] = (0, 0) }
    for index in record.valueRange {
      let slot = Int(batch.values[index].slot)
      guard slot < slots.count else { continue }
      if slots[slot].count == 0 { slots[slot].first = index }
      slots[slot].count += 1
    }
  }

  mutating func fillID(
    _ batch: borrowing RecordBatch, _ item: inout ItemBuffer
  ) throws(MappingMistake) {
    item.id = try text(compiled.id, batch, &item.bytes)
    if item.id.isEmpty {
      throw MappingMistake(.missingID, "no id: " + reasonForNothing(in: compiled.id, batch))
    }
  }

  private mutating func fill(
    _ batch: borrowing RecordBatch, _ item: inout ItemBuffer
  ) throws(MappingMistake) {
    try fillID(batch, &item)
    item.title = try text(compiled.title, batch, &item.bytes)
    if item.title.isEmpty {
      throw MappingMistake(
        .missingTitle, "no title: " + reasonForNothing(in: compiled.title, batch))
    }
    if let run = compiled.description { item.description = try text(run, batch, &item.bytes) }
    if let run = compiled.body { item.body = try text(run, batch, &item.bytes) }
    if let run = compiled.url { item.url = try text(run, batch, &item.bytes) }
    for run in compiled.keywords { try list(run, batch, &item.bytes, into: &item.keywords) }
    for run in compiled.aliases { try list(run, batch, &item.bytes, into: &item.aliases) }
    // The values that are converted: what is wrong with them is told together.
    var bad: MappingMistake?
    for ordinal in compiled.attributes.indices {
      do throws(MappingMistake) {
        try attribute(ordinal, batch, &item)
      } catch {
        bad = bad?.with(error) ?? error
        // An item that takes all memory is not tried again.
        if error.code == .itemTooLarge { throw error }
      }
    }
    do throws(MappingMistake) {
      try fillReserved(batch, &item)
    } catch {
      bad = bad?.with(error) ?? error
    }
    do throws(MappingMistake) {
      item.rank = try rank(batch, &item)
    } catch {
      bad = bad?.with(error) ?? error
    }
    do throws(MappingMistake) {
      item.expires = try expiry(batch, &item)
    } catch {
      bad = bad?.with(error) ?? error
    }
    if let bad { throw bad }
    if item.bytes.count > MappingWorker.sizeLimit { throw MappingMistake.tooLarge }
  }
}

extension MappingMistake {
  static var tooMany: MappingMistake {
    MappingMistake(.itemTooLarge, "more than \(MappingWorker.elementLimit) elements in a list")
  }

  static var tooLarge: MappingMistake {
    MappingMistake(
      .itemTooLarge, "the item would be larger than \(MappingWorker.sizeLimit >> 20) MB")
  }
}

extension MappingWorker {
  /// Writes only the id of the item that a record becomes, whether it would become one or not.
  ///
  /// For records that are only part of one, and for those that the declaration leaves out.
  package mutating func identify(
    _ batch: borrowing RecordBatch, _ record: RecordEntry, into item: inout ItemBuffer
  ) -> MappingOutcome {
    begin(batch, record, &item)
    do throws(MappingMistake) {
      try fillID(batch, &item)
      return .item
    } catch {
      return .bad(error.diagnostic)
    }
  }
}

extension MappingWorker {
  /// Appends what the index keeps for its own use, after the declared attributes: whether the item is
  /// its owner's alone, its window and its place, and what decides about its shard.
  mutating func fillReserved(
    _ batch: borrowing RecordBatch, _ item: inout ItemBuffer
  ) throws(MappingMistake) {
    if let run = compiled.isPrivate, let ordinal = compiled.reserved[.isPrivate],
      try isTrue(run, batch, &item)
    {
      append(ordinal, .boolean, worth: 1, &item) { $0.append("true") }
    }
    if let relevance = compiled.relevance { try fillRelevance(relevance, batch, &item) }
    try fillText(compiled.shardKey, .shard, batch, &item)
  }

  private mutating func fillRelevance(
    _ relevance: CompiledMapping.Relevance, _ batch: borrowing RecordBatch,
    _ item: inout ItemBuffer
  ) throws(MappingMistake) {
    let from = try moment(relevance.from, "relevant.from", batch, &item)
    let to = try moment(relevance.to, "relevant.to", batch, &item)
    if let from, let ordinal = compiled.reserved[.from] {
      append(ordinal, .date, worth: Double(from.start), &item) { from.appendISO(to: &$0) }
    }
    if let to, let ordinal = compiled.reserved[.to] {
      append(ordinal, .date, worth: Double(to.end), &item) { to.appendISO(to: &$0) }
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
          throw MappingMistake(
            .recordValue, "'relevant.place' is no latitude and longitude",
            remedy: "write degrees, such as 48.14 and 11.58")
        }
        append(ordinal, .text, worth: 0, &item) { $0.append(joined) }
      }
    }
    try fillText(relevance.label, .label, batch, &item)
  }

  private mutating func fillText(
    _ run: CompiledMapping.Run?, _ attribute: ReservedAttribute, _ batch: borrowing RecordBatch,
    _ item: inout ItemBuffer
  ) throws(MappingMistake) {
    guard let run, let ordinal = compiled.reserved[attribute] else { return }
    let range = try text(run, batch, &item.bytes)
    if !range.isEmpty {
      item.attributes.append(.init(ordinal: ordinal, kind: .text, text: range, worth: 0))
    }
  }

  private mutating func moment(
    _ run: CompiledMapping.Run?, _ key: String, _ batch: borrowing RecordBatch,
    _ item: inout ItemBuffer
  ) throws(MappingMistake) -> Moment? {
    let zone = compiled.zone
    guard let run,
      let moment = try read(run, batch, &item, { Moment.read($0, zone: zone) })
    else { return nil }
    guard let moment else {
      throw MappingMistake(
        .recordValue, "'\(key)' is no ISO date; the filter 'date' reads others")
    }
    return moment
  }

  private func append(
    _ ordinal: UInt16, _ kind: ItemBuffer.AttributeKind, worth: Double, _ item: inout ItemBuffer,
    _ write: (inout ByteArena) -> Void
  ) {
    let start = item.bytes.count
    write(&item.bytes)
    let range = ByteRange(start: start, count: item.bytes.count - start)
    item.attributes.append(.init(ordinal: ordinal, kind: kind, text: range, worth: worth))
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

/// The result of mapping a record.
package enum MappingOutcome: Sendable, Hashable {
  /// An item; it is in the buffer.
  case item
  /// Nothing, because the declaration says so.
  case skipped
  /// Nothing, because it is no good; the caller knows the place.
  case bad(Diagnostic)
}
