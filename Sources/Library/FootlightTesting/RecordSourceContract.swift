public import DeclaredRecords
public import FootlightPlatform

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
    for (place, field) in fields.enumerated() {
      let read = ContractRead(source, FieldPlan([FieldPath([.key(field)])]))
      if read.texts != expected.map({ [$0[place]] }) {
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
}
