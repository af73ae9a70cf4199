package import DeclaredRecords
package import FootlightPlatform

/// Files in a format of others, which footlight-read takes apart in processes of its own.
package struct ForeignSource: RecordSource {
  private(set) var selection: FileSelection
  let settings: ForeignSettings
  let system: SystemServices
  /// The program that turns the files into what is read; nil when they are that.
  package var conversion: Conversion?
  /// The program that reads them; nil for footlight-read, wherever that lies.
  var reader: String?

  package init(
    _ selection: FileSelection, _ settings: ForeignSettings, _ system: SystemServices = .system
  ) {
    self.selection = selection
    self.selection.keepsUnnamed = true
    self.settings = settings
    self.system = system
  }

  package func stamp() throws(Failure) -> SourceStamp {
    try selection.stamp(now: system.now()).with(conversion?.look(now: system.now()))
  }

  package func files() throws(Failure) -> [String] {
    try selection.files().map(\.path)
  }

  package func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader {
    try open(plan, cancellation: Cancellation(followsSignals: true))
  }

  package func open(
    _ plan: FieldPlan, cancellation: Cancellation
  ) throws(Failure) -> any RecordReader {
    let files = try selection.files()
    let fields = try LooseFields(plan, isLoose: settings.isLoose)
    let program = if let reader { reader } else { try SisterProgram.read.located(system) }
    return ForeignReader(
      files, settings, fields, program: program, rootName: Path.name(of: selection.folder),
      converted: conversion.map { ConvertedFiles(files, $0, system, cancellation) }, system,
      cancellation)
  }
}

/// The task of footlight-read and its limits.
package struct ForeignSettings: Sendable, Hashable {
  /// The kind, its first argument.
  var kind: String
  /// Settings as `--NAME=VALUE`.
  var options: [String] = []
  /// Whether each file is a document, whose records say where it lies.
  package var namesFiles = false
  /// Whether `a[]` also finds what is there once and no list: nothing in XML tells a list of one.
  package var isLoose = false
  /// Nanoseconds that may be spent waiting for one file.
  var timeLimit: Int64 = 600_000_000_000
  /// Bytes that may be printed of one file.
  var outputLimit = 4096 << 20
  /// Bytes of memory.
  var memoryLimit = 1024 << 20
  /// The domain that the records belong to; empty for none.
  var domain = ""
  /// The folder of the declaration.
  var folder = ""
  /// Where it is declared.
  var location: SourceLocation?

  /// Settings with their defaults.
  init(kind: String) {
    self.kind = kind
  }

  /// Reads the limits of a source.
  package init(_ definition: SourceDefinition, options: [String] = []) {
    self.init(kind: definition.kind)
    self.options = options
    domain = definition.domain
    folder = definition.folder
    location = definition.location
    func limit(_ key: String) -> Int? {
      definition[key]?.number.flatMap { Int(exactly: $0) }
    }
    if let seconds = limit("time_limit") { timeLimit = Int64(seconds) * 1_000_000_000 }
    if let megabytes = limit("output_limit") { outputLimit = megabytes << 20 }
    if let megabytes = limit("memory_limit") { memoryLimit = megabytes << 20 }
  }

  /// The settings that decide the records of a file beside the file.
  var text: String { ([kind] + options).joined(separator: "\u{1}") }
}
