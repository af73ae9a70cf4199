public import DeclaredRecords
public import FootlightPlatform

/// A kind of source: its name and keys, and how a source of this kind is made.
///
/// The kinds that come with the library are such values, and a program adds its own:
///
///     let calendar = SourceKind(
///       name: "calendar", summary: "Events of a calendar.",
///       keys: [SourceKind.Key("path", .file, "The calendar.", isRequired: true)]
///     ) { (definition) throws(Failure) in … }
///     let library = try Library(workspace: folder, kinds: SourceKind.builtIn + [calendar])
public struct SourceKind: Sendable {
  /// A key that declarations of a kind may hold.
  public typealias Key = DeclaredRecords.Key

  /// The name and the keys, for declarations and the reference.
  package var keys: SourceKindKeys
  /// Makes a source from its declaration; what the settings get wrong is a failure.
  package var makeSource:
    @Sendable (_ definition: SourceDefinition, _ system: SystemServices) throws(Failure) ->
      any RecordSource

  /// The name, as `kind:` says it.
  public var name: String { keys.name }

  /// Describes a kind.
  ///
  /// - Parameters:
  ///   - name: As `kind:` says it; it takes the place of a kind of the library with that name.
  ///   - summary: One sentence for the reference.
  ///   - keys: Those that it has beside the keys of every source.
  ///   - needsPermission: Whether a declaration of this kind must be allowed, because it does more than
  ///     read files beside it.
  ///   - makeSource: Makes a source from its declaration; what the settings get wrong is a failure.
  public init(
    name: String, summary: String, keys: [Key] = [], needsPermission: Bool = false,
    makeSource:
      @escaping @Sendable (_ definition: SourceDefinition) throws(Failure) -> any RecordSource
  ) {
    self.init(
      SourceKindKeys(name: name, summary: summary, keys: keys, needsPermission: needsPermission)
    ) { (definition, _) throws(Failure) in
      try makeSource(definition)
    }
  }

  /// Describes a kind whose sources need the machine.
  package init(
    _ keys: SourceKindKeys,
    makeSource:
      @escaping @Sendable (_ definition: SourceDefinition, _ system: SystemServices)
      throws(Failure) -> any RecordSource
  ) {
    self.keys = keys
    self.makeSource = makeSource
  }
}

extension Sequence<SourceKind> {
  /// The source that a definition describes.
  package func source(
    for definition: SourceDefinition, system: SystemServices = .system
  ) throws(Failure) -> any RecordSource {
    // A kind that a program brings stands after those of the library, and in the place of its namesake.
    guard let kind = filter({ $0.name == definition.kind }).last else {
      let nearest = nearest(to: definition.kind, among: map(\.name))
      throw Failure(
        .sourceSetting, "there is no kind of source `\(definition.kind)`",
        at: definition.location, remedy: nearest.map { "did you mean `\($0)`?" })
    }
    return try kind.makeSource(definition, system)
  }
}

extension SourceKind {
  /// The kinds that come with the library.
  public static let builtIn: [SourceKind] = [
    csv, tsv, json, jsonl, markdown, text, yaml, xml, html, mail, feed, documents, sheet, calendar,
    contacts,
    http, sqlite, command,
    external,
  ]

  /// Rows of values with a delimiter between them.
  package static let csv = SourceKind(.csv) { definition, system throws(Failure) in
    try FileSource(definition, .rows(try CSVSettings(definition, delimiter: nil)), system)
  }

  /// Rows of values with a tab between them.
  package static let tsv = SourceKind(.tsv) { definition, system throws(Failure) in
    try FileSource(
      definition, .rows(try CSVSettings(definition, delimiter: UInt8(ascii: "\t"))), system)
  }

  /// One JSON document that holds records in a list, or in an object under keys of their own.
  package static let json = SourceKind(.json) { definition, system throws(Failure) in
    let records = definition.settings["records"]
    let (path, areGrouped) = try recordKeys(records)
    let layout = definition["layout"]?.text.flatMap(TransposedJSON.Layout.init(rawValue:))
    if let layout = areGrouped ? .groups : layout {
      return try FileSource(
        definition, .transposed(layout, path: path, names: definition["columns"]?.list), system)
    }
    return try FileSource(
      definition,
      .array(
        path: path, takesObjects: records != nil, nested: definition["nested"]?.text ?? ""), system)
  }

  /// One JSON object a line.
  package static let jsonl = SourceKind(.jsonl) { definition, system throws(Failure) in
    try FileSource(definition, .lines, system)
  }

  /// One Markdown file a record.
  package static let markdown = SourceKind(.markdown) { definition, system throws(Failure) in
    try documents(definition, frontMatter: true, system)
  }

  /// One text file a record.
  package static let text = SourceKind(.text) { definition, system throws(Failure) in
    try documents(definition, frontMatter: false, system)
  }

  private static func documents(
    _ definition: SourceDefinition, frontMatter: Bool, _ system: SystemServices
  ) throws(Failure) -> FileSource {
    var source = try FileSource(definition, .documents(frontMatter: frontMatter), system)
    if let conversion = try DeclaredProgram.converter(definition, system) {
      source.conversionLook = { () throws(Failure) in try conversion.look(now: system.now()) }
      source.conversion = { files, cancellation in
        let converted = ConvertedFiles(files, conversion, system, cancellation)
        return { (file, bytes) throws(Failure) in
          try converted.append(file, to: &bytes)
        }
      }
    }
    return source
  }

  /// Lists and documents of YAML.
  package static let yaml = SourceKind(.yaml) { definition, system throws(Failure) in
    let records = definition.settings["records"]
    let (path, areGrouped) = try recordKeys(records)
    return try FileSource(
      definition, .yaml(path: path, takesMappings: records != nil, areGrouped: areGrouped), system)
  }

  /// Rows of a table or of a query.
  package static let sqlite = SourceKind(.sqlite) { definition, system throws(Failure) in
    SQLiteSource(
      try FileSelection(definition), try SQLiteSelection(definition), system)
  }

  /// The lines that a program prints.
  package static let command = SourceKind(.command) { definition, system throws(Failure) in
    CommandSource(try DeclaredProgram.command(definition, system), system)
  }

  /// The records that programs push into the index.
  package static let external = SourceKind(.external) { definition, _ throws(Failure) in
    ExternalSource(location: definition.location)
  }
}

extension SourceKind {
  /// Web pages.
  package static let html = SourceKind(.html) { definition, system throws(Failure) in
    let readsSections = definition["sections"]?.boolean ?? false
    return try files(definition, options: readsSections ? ["--sections"] : [], system)
  }

  /// Mail.
  package static let mail = SourceKind(.mail) { definition, system throws(Failure) in
    try files(definition, system)
  }

  /// Entries of feeds.
  package static let feed = SourceKind(.feed) { definition, system throws(Failure) in
    try files(definition, namesFiles: false, system)
  }

  /// Documents as people have them.
  package static let documents = SourceKind(.documents) { definition, system throws(Failure) in
    let readsParts = definition["parts"]?.boolean ?? false
    return try files(definition, options: readsParts ? ["--parts"] : [], system)
  }

  /// Rows of spreadsheets.
  package static let sheet = SourceKind(.sheet) { definition, system throws(Failure) in
    var options: [String] = []
    if let name = definition["sheet"]?.text { options.append("--sheet=\(name)") }
    let columns = definition["columns"]?.list
    let hasHeader = definition["header"]?.boolean ?? (columns == nil)
    if let line = definition["header"]?.number.flatMap({ Int(exactly: $0) }) {
      options.append("--header=\(line)")
    } else if !hasHeader {
      options.append("--header=0")
    }
    if let columns {
      var names = ByteArena()
      names.append(json: .list(columns.map { .text($0) }))
      options.append("--columns=\(names.text(names.all))")
    }
    return try files(definition, options: options, namesFiles: false, system)
  }

  /// Entries of calendars.
  package static let calendar = SourceKind(.calendar) { definition, system throws(Failure) in
    try files(definition, system)
  }

  /// Cards of contacts.
  package static let contacts = SourceKind(.contacts) { definition, system throws(Failure) in
    try files(definition, system)
  }

  /// Files that footlight-read takes apart, after a program has converted them where one is declared.
  private static func files(
    _ definition: SourceDefinition, options: [String] = [], namesFiles: Bool = true,
    _ system: SystemServices
  ) throws(Failure) -> ForeignSource {
    var settings = ForeignSettings(definition, options: options)
    settings.namesFiles = namesFiles
    var selection = try FileSelection(definition)
    selection.takesMaildirs = definition.kind == SourceKindKeys.mail.name
    var source = ForeignSource(selection, settings, system)
    source.conversion = try DeclaredProgram.converter(definition, system)
    return source
  }

  /// Feeds and documents of records on the web.
  package static let http = SourceKind(.http) { definition, system throws(Failure) in
    HTTPSource(try HTTPSettings(definition), system)
  }

  /// Elements of XML.
  package static let xml = SourceKind(.xml) { definition, system throws(Failure) in
    let records = definition["records"]?.text ?? ""
    let names = (records.hasPrefix("/") ? records.dropFirst() : records[...])
      .split(separator: "/", omittingEmptySubsequences: false)
    guard !names.contains(""), records.hasPrefix("/") || names.count == 1, !records.contains(" ")
    else {
      throw Failure(
        .sourceSetting, "`records` must name elements",
        at: definition.settings["records"]?.location ?? definition.location,
        remedy: "write it as in `entry` or `/JMdict/entry`")
    }
    var options = ["--records=\(records)"]
    if let nested = definition["nested"]?.text { options.append("--nested=\(nested)") }
    return try files(definition, options: options, namesFiles: false, system)
  }
}

/// A source without records of its own: programs push them into the index.
struct ExternalSource: RecordSource {
  /// Where it is declared.
  let location: SourceLocation

  /// Always the same: nothing changes but by what is pushed.
  func stamp() throws(Failure) -> SourceStamp { SourceStamp(text: "external") }

  /// A read without records.
  func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader {
    try RecordEnumeration(plan, name: location.file) { nil }
  }
}
