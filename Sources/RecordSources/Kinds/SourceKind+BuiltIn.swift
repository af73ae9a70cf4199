import DomainDeclarations
import FootlightDiagnostics
import FootlightPlatform

extension SourceKind {
  /// The kinds that come with the library.
  public static let builtIn: [SourceKind] = [
    csv, tsv, json, jsonl, markdown, text, yaml, sqlite, command, external,
  ]

  /// Rows of values with a delimiter between them.
  public static let csv = SourceKind(.csv) { definition, world throws(Failure) in
    try FileSource(definition, .rows(try CSVSettings(definition, delimiter: nil)), world)
  }

  /// Rows of values with a tab between them.
  public static let tsv = SourceKind(.tsv) { definition, world throws(Failure) in
    try FileSource(
      definition, .rows(try CSVSettings(definition, delimiter: UInt8(ascii: "\t"))), world)
  }

  /// One JSON document that holds an array of objects.
  public static let json = SourceKind(.json) { definition, world throws(Failure) in
    try FileSource(definition, .array(path: try keys(definition.settings["records"])), world)
  }

  /// One JSON object a line.
  public static let jsonl = SourceKind(.jsonl) { definition, world throws(Failure) in
    try FileSource(definition, .lines, world)
  }

  /// One Markdown file a record.
  public static let markdown = SourceKind(.markdown) { definition, world throws(Failure) in
    try FileSource(definition, .documents(frontMatter: true), world)
  }

  /// One text file a record.
  public static let text = SourceKind(.text) { definition, world throws(Failure) in
    try FileSource(definition, .documents(frontMatter: false), world)
  }

  /// Lists and documents of YAML.
  public static let yaml = SourceKind(.yaml) { definition, world throws(Failure) in
    try FileSource(definition, .yaml(path: try keys(definition.settings["records"])), world)
  }

  /// Rows of a table or of a query.
  public static let sqlite = SourceKind(.sqlite) { definition, world throws(Failure) in
    SQLiteSource(
      try FileSelection(definition), try SQLiteSelection(definition), world)
  }

  /// What a program prints.
  public static let command = SourceKind(.command) { definition, world throws(Failure) in
    CommandSource(try CommandSettings(definition, world), world)
  }

  /// What programs push into the index.
  public static let external = SourceKind(.external) { definition, _ throws(Failure) in
    ExternalSource(location: definition.location)
  }

  /// The keys that lead to the array of a document; none when it is the document itself.
  private static func keys(_ setting: Setting?) throws(Failure) -> [String] {
    guard let setting, let text = setting.value.text else { return [] }
    var keys: [String] = []
    for step in FieldPath(text)?.steps ?? [.everyValue] {
      guard case .key(let key) = step else {
        throw Failure(
          .sourceSetting, "`records` must name keys", at: setting.location,
          remedy: "write it as in `data.items`")
      }
      keys.append(key)
    }
    return keys
  }
}
