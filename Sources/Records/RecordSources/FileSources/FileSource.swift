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
    case yaml(path: [String], takesMappings: Bool = false, areGrouped: Bool = false)
  }

  let selection: FileSelection
  let format: Format
  let system: SystemServices
  /// Makes what converts documents to text; nil when they are text.
  package var conversion: (@Sendable ([SourceFile], Cancellation) -> FileConverter)?
  /// How that looks from outside.
  package var conversionLook: (@Sendable () throws(Failure) -> SourceStamp)?

  init(_ selection: FileSelection, _ format: Format, _ system: SystemServices = .system) {
    var selection = selection
    selection.keepsUnnamed = true
    self.selection = selection
    self.format = format
    self.system = system
  }

  package init(_ definition: SourceDefinition, _ format: Format, _ system: SystemServices)
    throws(Failure)
  {
    self.init(try FileSelection(definition), format, system)
  }

  package func stamp() throws(Failure) -> SourceStamp {
    try selection.stamp(now: system.now()).with(conversionLook?())
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
    return try format.reader(
      of: files, plan, at: selection.location, rootName: Path.name(of: selection.folder),
      converter: conversion.map { $0(files, cancellation) })
  }
}

extension FileSource.Format {
  /// A reader of files that hold records.
  package func reader(
    of files: [SourceFile], _ plan: FieldPlan, at location: SourceLocation?,
    rootName: String = "", converter: FileConverter? = nil
  ) throws(Failure) -> any RecordReader {
    switch self {
    case .rows(let settings):
      try settings.check(plan, at: location)
      return BlockReader(files, try CSVFormat(settings, plan), rootName: rootName)
    case .lines:
      return BlockReader(files, try JSONLinesFormat(plan), rootName: rootName)
    case .array(let path, let takesObjects, let nested):
      return BlockReader(
        files,
        JSONArrayFormat(
          trie: try FieldTrie(plan), path: path, takesObjects: takesObjects, nested: nested),
        rootName: rootName)
    case .transposed(let layout, let path, let names):
      return BlockReader(
        files,
        try JSONLinesFormat(plan, TransposedJSON(layout: layout, path: path, names: names)),
        rootName: rootName)
    case .yaml(let path, let takesMappings, let areGrouped):
      return try YAMLReader(
        files, plan, path: path, takesMappings: takesMappings, areGrouped: areGrouped,
        rootName: rootName)
    case .documents(let frontMatter):
      return try DocumentReader(
        files, plan, readsFrontMatter: frontMatter, rootName: rootName,
        converter: converter)
    }
  }
}

extension SourceStamp {
  /// The look of a source together with that of a program which it is read through.
  package func with(_ other: SourceStamp?) -> SourceStamp {
    guard let other else { return self }
    return SourceStamp(text: "\(text) \(other.text)", isFresh: isFresh || other.isFresh)
  }
}

extension FileSelection {
  /// The look of all files from outside: device, inode, size and times of each.
  ///
  /// Fresh when one of them changed less than two seconds before `now` (in seconds since 1970):
  /// it may change again without another time. The time of the last change of status counts,
  /// because no program can set it.
  package func stamp(now: Int64) throws(Failure) -> SourceStamp {
    try FileSelection.stamp(of: files(), now: now)
  }

  /// The look of these files from outside.
  package static func stamp(of files: [SourceFile], now: Int64) throws(Failure) -> SourceStamp {
    var isFresh = false
    var bytes = ByteArena()
    var text = ""
    for file in files {
      if file.problem != nil {
        bytes.append(file.relative)
        continue
      }
      guard let status = try FileStatus.of(file.path) else {
        throw Failure(
          .sourceChanged, "the file went away meanwhile", at: SourceLocation(file: file.display),
          remedy: "run the command again")
      }
      if status.changed >= (now &- 2) &* 1_000_000_000 { isFresh = true }
      if files.count == 1 {
        text = status.look
      }
      bytes.append(file.relative)
      bytes.append(0)
      bytes.append(littleEndian: status.device)
      bytes.append(littleEndian: status.inode)
      bytes.append(littleEndian: status.size)
      bytes.append(littleEndian: status.modified)
      bytes.append(littleEndian: status.changed)
    }
    if files.count != 1 {
      // Two hashes of different beginnings: 128 bits.
      let first = bytes.hash(bytes.all)
      bytes.append(littleEndian: first)
      text = "\(files.count):\(first):\(bytes.hash(bytes.all))"
    }
    return SourceStamp(text: text, isFresh: isFresh)
  }
}

extension FileStatus {
  /// All that another look would show to be another file, or another state of it.
  package var look: String { "\(device):\(inode):\(size):\(modified):\(changed)" }
}
