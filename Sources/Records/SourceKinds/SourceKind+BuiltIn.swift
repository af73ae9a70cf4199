import DeclaredRecords
import FootlightPlatform

extension SourceKind {
  /// The kinds that come with the library.
  public static let builtIn: [SourceKind] = [
    csv, tsv, json, jsonl, markdown, text, yaml, xml, html, mail, feed, documents, sheet, calendar,
    contacts,
    http, sqlite, command,
    external,
  ]

  /// Rows of values with a delimiter between them.
  package static let csv = SourceKind(.csv) { definition, world throws(Failure) in
    try FileSource(definition, .rows(try CSVSettings(definition, delimiter: nil)), world)
  }

  /// Rows of values with a tab between them.
  package static let tsv = SourceKind(.tsv) { definition, world throws(Failure) in
    try FileSource(
      definition, .rows(try CSVSettings(definition, delimiter: UInt8(ascii: "\t"))), world)
  }

  /// One JSON document that holds records in a list, or in an object under keys of their own.
  package static let json = SourceKind(.json) { definition, world throws(Failure) in
    let records = definition.settings["records"]
    if let layout = definition["layout"]?.text.flatMap(TransposedJSON.Layout.init(rawValue:)) {
      return try FileSource(
        definition,
        .transposed(
          layout, path: try recordKeys(records), names: definition["columns"]?.list), world)
    }
    return try FileSource(
      definition,
      .array(
        path: try recordKeys(records), takesObjects: records != nil,
        nested: definition["nested"]?.text ?? ""), world)
  }

  /// One JSON object a line.
  package static let jsonl = SourceKind(.jsonl) { definition, world throws(Failure) in
    try FileSource(definition, .lines, world)
  }

  /// One Markdown file a record.
  package static let markdown = SourceKind(.markdown) { definition, world throws(Failure) in
    try documents(definition, frontMatter: true, world)
  }

  /// One text file a record.
  package static let text = SourceKind(.text) { definition, world throws(Failure) in
    try documents(definition, frontMatter: false, world)
  }

  private static func documents(
    _ definition: SourceDefinition, frontMatter: Bool, _ world: World
  ) throws(Failure) -> FileSource {
    var source = try FileSource(definition, .documents(frontMatter: frontMatter), world)
    if let conversion = try Conversion(definition, world) {
      source.conversionLook = { () throws(Failure) in try conversion.look(now: world.now()) }
      source.conversion = { files, cancellation in
        let converted = ConvertedFiles(files, conversion, world, cancellation)
        return FileConverter { (file, bytes) throws(Failure) in
          try converted.append(file, to: &bytes)
        }
      }
    }
    return source
  }

  /// Lists and documents of YAML.
  package static let yaml = SourceKind(.yaml) { definition, world throws(Failure) in
    let records = definition.settings["records"]
    return try FileSource(
      definition, .yaml(path: try recordKeys(records), takesMappings: records != nil), world)
  }

  /// Rows of a table or of a query.
  package static let sqlite = SourceKind(.sqlite) { definition, world throws(Failure) in
    SQLiteSource(
      try FileSelection(definition), try SQLiteSelection(definition), world)
  }

  /// The lines that a program prints.
  package static let command = SourceKind(.command) { definition, world throws(Failure) in
    CommandSource(try CommandSettings(definition, world), world)
  }

  /// The records that programs push into the index.
  package static let external = SourceKind(.external) { definition, _ throws(Failure) in
    ExternalSource(location: definition.location)
  }
}
