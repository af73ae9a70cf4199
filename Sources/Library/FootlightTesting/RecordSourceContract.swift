public import DeclaredRecords
public import FootlightPlatform
import Synchronization

/// The contract that every source of records keeps, a built-in one or one of a plug-in.
///
/// A test describes its source, and expects ``violations()`` to be empty; whatever it is written
/// with, nothing is needed but that list:
///
///     let contract = RecordSourceContract(source: source, fields: ["id"], expected: [["1"]])
///     #expect(contract.violations() == [])
///
/// Checked are complete reads by one thread and by several, plans that ask for less, reads that are
/// given up or cancelled, hostile input, and the cheap check.
public struct RecordSourceContract: Sendable {
  /// A source that holds what nobody would want to read.
  public struct Hostile: Sendable {
    /// The name of the source in messages.
    public var name: String
    /// Makes it.
    public var source: any RecordSource

    /// Names a hostile source.
    public init(_ name: String, _ source: any RecordSource) {
      self.name = name
      self.source = source
    }
  }

  /// The source.
  public var source: any RecordSource
  /// Fields that every record has, by name.
  public var fields: [String]
  /// The text of these fields in every record, in the order of the source.
  public var expected: [[String]]
  /// Changes the source so that it holds other records; nil when it never changes.
  public var change: (@Sendable () throws(Failure) -> Void)?
  /// Sources of the same kind that hold damaged or malicious data.
  public var hostile: [Hostile]

  /// Describes a source.
  public init(
    source: any RecordSource, fields: [String], expected: [[String]],
    change: (@Sendable () throws(Failure) -> Void)? = nil, hostile: [Hostile] = []
  ) {
    self.source = source
    self.fields = fields
    self.expected = expected
    self.change = change
    self.hostile = hostile
  }

  /// The plan that asks for the fields.
  var plan: FieldPlan { FieldPlan(fields.map { FieldPath([.key($0)]) }) }

  /// Checks everything; returns one sentence for each thing that does not hold.
  public func violations() -> [String] {
    var found: [String] = []
    found += enumeration()
    found += partialPlans()
    found += parallelRead()
    found += digests()
    found += cancellation()
    found += hostileInput()
    // The last one, because it changes the source.
    found += cheapCheck()
    return found
  }

  /// A complete read by one thread gives the expected records, twice.
  private func enumeration() -> [String] {
    var found: [String] = []
    for turn in ["the first", "the second"] {
      let read = ContractRead(source, plan)
      found += read.violations.map { "\(turn) complete read: \($0)" }
      if let failure = read.failure { found.append("\(turn) complete read fails: \(failure)") }
      if read.texts != expected {
        found.append("\(turn) complete read gives \(read.texts), not \(expected)")
      }
    }
    return found
  }

  /// A plan without paths gives as many records; one path gives the values of that path alone.
  private func partialPlans() -> [String] {
    var found: [String] = []
    let none = ContractRead(source, FieldPlan([]))
    if none.texts.count != expected.count {
      found.append("with an empty plan there are \(none.texts.count) records")
    }
    for (index, field) in fields.enumerated() {
      let read = ContractRead(source, FieldPlan([FieldPath([.key(field)])]))
      if read.texts != expected.map({ [$0[index]] }) {
        found.append("with `\(field)` alone the values are \(read.texts)")
      }
    }
    let missing = ContractRead(
      source, FieldPlan([FieldPath([.key("no such field"), .everyElement, .key("x")])]))
    if missing.texts != expected.map({ _ in [""] }) {
      found.append("a path that leads nowhere yields \(missing.texts)")
    }
    return found
  }

  /// Equal stamps while nothing changes, another one when something does.
  private func cheapCheck() -> [String] {
    do throws(Failure) {
      let before = try source.stamp()
      guard try source.stamp().text == before.text else {
        return ["the stamp differs although nothing has changed"]
      }
      _ = ContractRead(source, plan)
      guard try source.stamp().text == before.text else {
        return ["reading changes the stamp"]
      }
      guard let change else { return [] }
      try change()
      return try source.stamp().text == before.text
        ? ["the stamp stays the same although the source has changed"] : []
    } catch {
      return ["the stamp fails: \(error)"]
    }
  }

  /// Unreadable input is told as a failure or as bad records, with a place and a reason.
  private func hostileInput() -> [String] {
    var found: [String] = []
    for hostile in hostile {
      let read = ContractRead(hostile.source, plan)
      found += read.violations.map { "\(hostile.name): \($0)" }
      let told = read.problems + (read.failure?.diagnostics ?? [])
      if told.isEmpty { found.append("\(hostile.name): nothing is said about it") }
      for diagnostic in told {
        if diagnostic.message.isEmpty { found.append("\(hostile.name): a message is empty") }
        guard diagnostic.code.side == .caller, diagnostic.severity != .note else { continue }
        if diagnostic.location == nil {
          found.append("\(hostile.name): “\(diagnostic.message)” names no place")
        }
        if diagnostic.remedy == nil {
          found.append("\(hostile.name): “\(diagnostic.message)” names no remedy")
        }
      }
    }
    return found
  }

  /// Digests are known before a batch is decoded, the same in two reads, and different where records
  /// are; records that are dropped by them leave the others as they are.
  func digests() -> [String] {
    do throws(Failure) {
      var first: [UInt64] = []
      var kept = ContractRead()
      var batch = RecordBatch()
      let reader = try source.open(plan)
      while try reader.next(&batch) {
        let digests = batch.records.map { batch.digest(of: $0) }
        first += digests
        // Every second record is dropped.
        var index = first.count - digests.count
        let dropped = batch.removeRecords { _, digest in
          defer { index += 1 }
          return index % 2 == 1 || digest != first[index]
        }
        if dropped + batch.records.count != digests.count {
          return ["dropped records are not counted"]
        }
        try reader.decode(&batch)
        if !batch.records.isEmpty { kept.add(batch, plan, reader) }
      }
      var second: [UInt64] = []
      let again = try source.open(plan)
      while try again.next(&batch) { second += batch.records.map { batch.digest(of: $0) } }
      var found: [String] = []
      if first != second { found.append("two reads give different digests") }
      if Set(first).count != Set(expected).count {
        found.append("\(Set(expected).count) different records have \(Set(first).count) digests")
      }
      let others = expected.indices.filter { $0 % 2 == 0 }.map { expected[$0] }
      if kept.texts != others {
        found.append("when every second record is dropped, the others are \(kept.texts)")
      }
      return found + kept.violations
    } catch {
      return ["a read for digests fails: \(error)"]
    }
  }

  /// Several threads that share a reader get every record once.
  func parallelRead() -> [String] {
    do throws(Failure) {
      let reader = try source.open(plan)
      let reads = Mutex<[ContractRead]>([])
      Workers.run(4) { _ in
        let read = ContractRead(reader, plan)
        reads.withLock { $0.append(read) }
      }
      return compare(reads.withLock { $0 }, "four threads")
    } catch {
      return ["the source does not open: \(error)"]
    }
  }

  /// Giving up a read leaks nothing: a worker may stop while others go on, and a reader may be dropped in the middle.
  func cancellation() -> [String] {
    do throws(Failure) {
      var batch = RecordBatch()
      for _ in 0..<3 {
        let dropped = try source.open(plan)
        _ = try dropped.next(&batch)
      }
      let reader = try source.open(plan)
      var first = ContractRead()
      if try reader.next(&batch) {
        try reader.decode(&batch)
        first.add(batch, plan, reader)
      }
      let rest = ContractRead(reader, plan)
      var found = compare([first, rest], "a worker that stops and one that goes on")
      found += cancelledRead()
      // A cancelled read has no effect on the next one.
      found += compare([ContractRead(source, plan)], "a read after a cancelled one")
      return found
    } catch {
      return ["a read after one that was given up fails: \(error)"]
    }
  }

  /// A read whose flag is raised ends, completely or with `cancelled` alone.
  private func cancelledRead() -> [String] {
    let cancellation = Cancellation()
    cancellation.cancel()
    var read = ContractRead()
    do throws(Failure) {
      read = ContractRead(try source.open(plan, cancellation: cancellation), plan)
    } catch {
      read.failure = error
    }
    if let failure = read.failure {
      return failure.diagnostics.allSatisfy { $0.code == .cancelled }
        ? [] : ["a cancelled read fails with something else: \(failure)"]
    }
    return read.texts == expected ? [] : ["a cancelled read ends early and does not say so"]
  }

  private func compare(_ reads: [ContractRead], _ who: String) -> [String] {
    var found = reads.flatMap(\.violations).map { "\(who): \($0)" }
    found += reads.compactMap(\.failure).map { "\(who): \($0)" }
    let numbered = reads.flatMap { zip($0.numbers, $0.texts) }.sorted { $0.0 < $1.0 }
    if numbered.map(\.1) != expected {
      found.append("\(who) get \(numbered.map(\.1)), not \(expected)")
    }
    if Set(numbered.map(\.0)).count != numbered.count {
      found.append("\(who) get a record number twice")
    }
    return found
  }
}
