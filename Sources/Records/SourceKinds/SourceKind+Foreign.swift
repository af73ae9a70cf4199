import DomainDeclarations
import FootlightDiagnostics
import FootlightPlatform
import RecordSources
import OutsideSources

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
    var settings = ForeignSettings(definition, options: ["--records=\(records)"])
    settings.isLoose = true
    return ForeignSource(try FileSelection(definition), settings, world)
  }
}
