import DeclaredRecords
import FootlightPlatform

extension SourceKind {
  /// Web pages.
  package static let html = SourceKind(.html) { definition, world throws(Failure) in
    var options: [String] = []
    if definition["sections"]?.boolean ?? false { options.append("--sections") }
    var settings = ForeignSettings(definition, options: options)
    settings.namesFiles = true
    var source = ForeignSource(try FileSelection(definition), settings, world)
    source.conversion = try Conversion(definition, world)
    return source
  }

  /// Mail.
  package static let mail = SourceKind(.mail) { definition, world throws(Failure) in
    var settings = ForeignSettings(definition)
    settings.namesFiles = true
    settings.isLoose = true
    var selection = try FileSelection(definition)
    selection.takesMaildirs = true
    return ForeignSource(selection, settings, world)
  }

  /// Entries of feeds.
  package static let feed = SourceKind(.feed) { definition, world throws(Failure) in
    var settings = ForeignSettings(definition)
    settings.isLoose = true
    return ForeignSource(try FileSelection(definition), settings, world)
  }

  /// Documents as people have them.
  package static let documents = SourceKind(.documents) { definition, world throws(Failure) in
    let readsParts = definition["parts"]?.boolean ?? false
    return try files(definition, options: readsParts ? ["--parts"] : [], world)
  }

  /// Rows of spreadsheets.
  package static let sheet = SourceKind(.sheet) { definition, world throws(Failure) in
    var options: [String] = []
    if let name = definition["sheet"]?.text { options.append("--sheet=\(name)") }
    if let line = definition["header"]?.number.flatMap({ Int(exactly: $0) }) {
      options.append("--header=\(line)")
    }
    let settings = ForeignSettings(definition, options: options)
    return ForeignSource(try FileSelection(definition), settings, world)
  }

  /// Entries of calendars.
  package static let calendar = SourceKind(.calendar) { definition, world throws(Failure) in
    try files(definition, world)
  }

  /// Cards of contacts.
  package static let contacts = SourceKind(.contacts) { definition, world throws(Failure) in
    try files(definition, world)
  }

  /// Files whose records say where they lie.
  private static func files(
    _ definition: SourceDefinition, options: [String] = [], _ world: World
  ) throws(Failure) -> ForeignSource {
    var settings = ForeignSettings(definition, options: options)
    settings.namesFiles = true
    return ForeignSource(try FileSelection(definition), settings, world)
  }

  /// Feeds and documents of records on the web.
  package static let http = SourceKind(.http) { definition, world throws(Failure) in
    HTTPSource(try HTTPSettings(definition), world)
  }

  /// Elements of XML.
  package static let xml = SourceKind(.xml) { definition, world throws(Failure) in
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
    var settings = ForeignSettings(definition, options: options)
    settings.isLoose = true
    var source = ForeignSource(try FileSelection(definition), settings, world)
    source.conversion = try Conversion(definition, world)
    return source
  }
}
