import DeclaredRecords
package import FootlightPlatform

/// The lines of JSON that a program prints.
package struct CommandSource: RecordSource {
  let settings: DeclaredProgram
  let system: SystemServices
  /// How fast it is read; nil for as fast as it prints.
  var pace: RecordPace?

  package init(_ settings: DeclaredProgram, _ system: SystemServices = .system) {
    self.settings = settings
    self.system = system
  }

  /// The look of the program and its inputs.
  ///
  /// Without inputs nothing tells whether it would print the same: then the stamp is always fresh,
  /// so that equal stamps prove nothing and the records are compared by their digest.
  func stamp() throws(Failure) -> SourceStamp {
    var bytes = ByteArena()
    for word in settings.words {
      bytes.append(word)
      bytes.append(0)
    }
    let command = bytes.hash(bytes.all)
    var look = try settings.look(now: system.now())
    look.text = "\(command):\(look.text)"
    if settings.inputs == nil { look.isFresh = true }
    return look
  }

  /// The inputs, and the program when it lies beside the declaration: what the system has installed
  /// changes for reasons of its own.
  func files() throws(Failure) -> [String] {
    try settings.files().map(\.path).filter { path in
      path != settings.program || path.utf8.starts(with: (settings.folder + "/").utf8)
    }
  }

  func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader {
    try open(plan, cancellation: Cancellation(followsSignals: true))
  }

  func open(
    _ plan: FieldPlan, cancellation: Cancellation
  ) throws(Failure) -> any RecordReader {
    try reader(plan, since: nil, cancellation)
  }

  private func reader(
    _ plan: FieldPlan, since cursor: String?, _ cancellation: Cancellation
  ) throws(Failure) -> CommandReader {
    CommandReader(
      settings, try JSONLinesFormat(plan), system, cancellation, since: cursor,
      pace: pace)
  }
}

extension CommandSource: ChangeTellingSource {
  /// The environment variable that hands the cursor of the last read to the program.
  static let cursorVariable = "FOOTLIGHT_CURSOR"

  /// Always: what the program prints says whether it told all records or changes.
  var tellsChanges: Bool { true }

  /// Never: a program tells what it tells.
  var findsRecords: Bool { false }

  /// Runs the program with the cursor of the last read, until it is clear what it prints.
  func changes(
    since cursor: String?, _ plan: FieldPlan, keyLimit: Int, cancellation: Cancellation
  ) throws(Failure) -> SourceChanges {
    let reader = try reader(plan, since: cursor, cancellation)
    guard let cursor else { return .all(reader, reason: nil) }
    switch try reader.look() {
    case .nothing, .unchanged: return .unchanged(cursor: reader.cursor() ?? cursor)
    case .changes: return .some(reader)
    case .records: return .all(reader, reason: "the program has printed all records")
    }
  }
}
