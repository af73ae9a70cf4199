package import FootlightPlatform

/// The files of a domain, read as one of the built-in kinds.
package struct FileSource: RecordSource {
  /// How the files are read.
  package enum Format: Sendable, Hashable {
    case rows(CSVSettings)
    case lines
    case array(path: [String], takesObjects: Bool = false, nested: String = "")
    case transposed(TransposedJSON.Layout, path: [String], names: [String]?)
    case documents(frontMatter: Bool)
    case yaml(path: [String], takesMappings: Bool = false)
  }

  let selection: FileSelection
  let format: Format
  let world: World
  /// Makes what converts documents to text; nil when they are text.
  package var conversion: (@Sendable ([SourceFile], Cancellation) -> FileConverter)?
  /// How that looks from outside.
  package var conversionLook: (@Sendable () throws(Failure) -> SourceStamp)?

  init(_ selection: FileSelection, _ format: Format, _ world: World = .system) {
    var selection = selection
    selection.keepsUnnamed = true
    self.selection = selection
    self.format = format
    self.world = world
  }

  package init(_ definition: SourceDefinition, _ format: Format, _ world: World) throws(Failure) {
    self.init(try FileSelection(definition), format, world)
  }

  package func stamp() throws(Failure) -> SourceStamp {
    try selection.stamp(now: world.now()).with(conversionLook?())
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
    if case .documents(let frontMatter) = format {
      return DocumentReader(
        files, try DocumentPlan(plan), readsFrontMatter: frontMatter,
        rootName: Path.name(of: selection.folder),
        converter: conversion.map { $0(files, cancellation) })
    }
    return try format.reader(
      of: files, plan, at: selection.location, rootName: Path.name(of: selection.folder))
  }
}

extension FileSource.Format {
  /// A reader of files that hold records.
  package func reader(
    of files: [SourceFile], _ plan: FieldPlan, at location: SourceLocation?,
    rootName: String = ""
  ) throws(Failure) -> any RecordReader {
    switch self {
    case .rows(let settings):
      try settings.check(plan, at: location)
      return BlockReader(files, CSVFormat(settings, plan), rootName: rootName)
    case .lines:
      return BlockReader(files, JSONLinesFormat(trie: try FieldTrie(plan)), rootName: rootName)
    case .array(let path, let takesObjects, let nested):
      return BlockReader(
        files,
        JSONArrayFormat(
          trie: try FieldTrie(plan), path: path, takesObjects: takesObjects, nested: nested),
        rootName: rootName)
    case .transposed(let layout, let path, let names):
      return BlockReader(
        files,
        JSONLinesFormat(
          trie: try FieldTrie(plan), TransposedJSON(layout: layout, path: path, names: names)),
        rootName: rootName)
    case .yaml(let path, let takesMappings):
      return try YAMLReader(
        files, plan, path: path, takesMappings: takesMappings, rootName: rootName)
    case .documents(let frontMatter):
      return DocumentReader(
        files, try DocumentPlan(plan), readsFrontMatter: frontMatter, rootName: "")
    }
  }
}
