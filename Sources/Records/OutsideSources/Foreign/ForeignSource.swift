package import DeclaredRecords
package import FootlightPlatform

/// Files in a format of others, which footlight-read takes apart in processes of its own.
package struct ForeignSource: RecordSource {
  private(set) var selection: FileSelection
  let settings: ForeignSettings
  let system: SystemServices
  /// The program that turns the files into what is read; nil when they are that.
  package var conversion: DeclaredProgram?
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
    let program = if let reader { reader } else { try SisterProgram.read.located(system) }
    var settings = settings
    if settings.kind == "xml" { settings.select(plan) }
    return try ForeignReader(
      files, settings, plan, program: program, rootName: Path.name(of: selection.folder),
      converted: conversion.map { ConvertedFiles(files, $0, system, cancellation) }, system,
      cancellation)
  }
}
