import DeclaredRecords
import FileHandles
import FootlightPlatform
import SourceKinds

/// From data to a proposed declaration: sample, profile, roles, text, and a trial of the result.
struct InferenceRun {
  let library: Library
  let selection: DataSelection
  let place: ProposedPlace
  var shape: DataShape
  /// How many items are shown.
  let samples: Int
  /// Where the data is on the web; nil for files.
  var address: HTTPAddress?
  /// Whether somebody agrees that a program reads the data.
  let mayRun: (_ program: String) throws(Failure) -> Bool

  mutating func proposal() throws(Failure) -> DomainProposal {
    guard address == nil || ["feed", "json", "jsonl", "csv", "tsv"].contains(shape.kind) else {
      throw Failure(
        .dataFormat, "this is \(shape.kind); of the web feeds, JSON and CSV are read",
        at: SourceLocation(file: selection.display), remedy: "save it as a file, and add that")
    }
    // The sample is the first reading of the data: nothing may run before somebody agreed to it.
    if !program.isEmpty, try !mayRun(program) {
      throw Failure(
        .addProgram,
        "it is read through the program `\(program)`, and nobody agreed to run that",
        at: SourceLocation(file: selection.display),
        remedy:
          "agree when you are asked in a terminal, or convert the file yourself and add the result")
    }
    var sample = try sampled()
    if shape.kind == "json", !shape.settings.contains(where: { $0.name == "layout" }),
      let key = NestedRecords.key(of: sample.records)
    {
      shape.settings.append(("nested", .text(key)))
      shape.key = nil
      sample = try sampled()
    }
    if shape.kind == "sheet", shape.nameColumns(ofRows: sample.records) { sample = try sampled() }
    if shape.isOneAFile {
      for (index, identity) in sample.identities.enumerated()
      where sample.records.indices.contains(index) && sample.records[index]["name"] == nil {
        sample.records[index].fields.insert(.init("name", .text(identity.name)), at: 0)
      }
    }
    // The key of a row stands first, by a name that no column has.
    if shape.key != nil, shape.settings.contains(where: { $0.name == "layout" }) {
      shape.key = sample.records.first?.fields.first?.name
    }
    // Where most records cannot be read, it is the reading that is wrong.
    guard !sample.records.isEmpty, sample.records.count >= sample.problems.count else {
      throw unreadable(sample)
    }
    let profile = RecordProfile(sample.records, key: shape.key)
    let areFiles = ["markdown", "text"].contains(shape.kind)
    let mapping =
      KnownFields.mapping(shape.vocabulary ?? shape.kind, profile, sample)
      ?? RoleChoice.mapping(
        profile, sample, areFiles: areFiles, areElements: shape.kind == "xml", keys: shape.keys,
        fileName: Path.name(of: selection.display))
    guard let mapping else {
      throw Failure(
        .dataFormat, "no field of the records could be a title",
        at: SourceLocation(file: selection.display),
        remedy: "write the declaration by hand; `footlight init` shows one")
    }
    sample.records = sample.records.map { $0.choosing(for: mapping.title) }
    var data: [DomainProposal.DataFile] = []
    var writer = DeclarationWriter()
    (writer.domain, writer.label, writer.version) = (place.name, label, place.version)
    writer.origin = address?.text ?? Path.name(of: selection.path)
    if let address {
      writer.shape = declared(at: address)
    } else {
      writer.shape = shape
      (writer.paths, data) = try selection.placed(below: library.workspace.domains)
    }
    writer.mapping = mapping
    writer.doubts =
      shape.doubts + mapping.doubts
      + FieldAccount.lines(
        profile, mapping,
        namesFiles: ["markdown", "text", "html", "mail", "documents", "calendar", "contacts"]
          .contains(shape.kind))
    let unread = sample.problems.count
    writer.tolerate = tolerance(unread, sample)
    var tried = try check(writer, sample)
    // A field that makes records bad is worth less than they are.
    for template in mapping.optional where tried.badRecords > 0 {
      var other = writer
      other.mapping.remove(template)
      let retried = try check(other, sample)
      guard retried.badRecords < tried.badRecords else { continue }
      (writer, tried) = (other, retried)
      writer.doubts.append("`\(template)` is left out: some records hold something else there")
    }
    if tried.exceedsTolerance {
      writer.tolerate = tolerance(unread + tried.badRecords, sample)
    }
    if tried.badRecords > 0 {
      writer.doubts.insert(
        "\(tried.badRecords) of the \(sample.records.count) records looked at are left out: they are bad by this "
          + "declaration", at: 0)
    }
    if unread > 0 {
      writer.doubts.insert("\(unread) of \(sample.seen) records cannot be read", at: 0)
    }
    return DomainProposal(
      domain: place.name, declaration: writer.text, file: place.file, isInferred: true,
      data: data, samples: Array(tried.samples.prefix(samples)), records: sample.records.count,
      isWhole: sample.isWhole, doubts: writer.doubts, queries: CandidateQueries.of(tried.samples),
      replaces: place.replaces, needsPermission: address != nil || !program.isEmpty,
      permission: program.isEmpty ? "" : "run \(program)")
  }

  /// The program that converts the data; empty for none.
  private var program: String {
    shape.settings.first { $0.name == "convert" }?.value.list?.first ?? ""
  }

  /// The shape of data on the web, as an existing declaration tells it.
  private func declared(at address: HTTPAddress) -> DataShape {
    let own: [(name: String, value: SettingValue)] = [
      ("url", .text(address.text)), ("format", .text(shape.kind)),
    ]
    var declared = shape
    declared.kind = "http"
    declared.settings = own + shape.settings
    return declared
  }

  /// A name for what is at an address: that of the host, without a port.
  static func name(of address: HTTPAddress) -> String {
    let host = address.host.prefix { $0 != ":" }
    return (host.hasPrefix("www.") ? host.dropFirst(4) : host)
      .map { $0 == "." ? "-" : String($0) }.joined()
  }

  /// Reads records where the data lies now.
  private func sampled() throws(Failure) -> RecordSample {
    var settings: [String: Setting] = [:]
    let location = SourceLocation(file: selection.display)
    for (name, value) in shape.settings { settings[name] = Setting(value, at: location) }
    let folder = selection.isFolder ? selection.path : Path.parent(of: selection.path) ?? "/"
    settings["path"] = Setting(.list(selection.globs), at: location)
    let definition = SourceDefinition(
      kind: shape.kind, settings: settings, folder: folder,
      location: SourceLocation(
        file: selection.isFolder
          ? Path.join(selection.display, "source") : selection.display),
      allowsOutside: !program.isEmpty)
    return try RecordSample(
      definition, columns: shape.columns.filter { !$0.isEmpty }, system: library.system)
  }

  private func unreadable(_ sample: RecordSample) -> Failure {
    let isArchive =
      !selection.isFolder && shape.kind == "documents"
      && DocumentShape.archives.contains(
        Path.fileExtension(of: Packing.plain(selection.path)).lowercased())
    if isArchive, sample.problems.isEmpty {
      return Failure(
        .dataFormat, "the archive holds no documents; tables and JSON in archives are not read",
        at: SourceLocation(file: selection.display), remedy: "unpack it, and add its folder")
    }
    let none = Diagnostic(
      .dataFormat, "the data holds no records", at: SourceLocation(file: selection.display),
      remedy: "add one, so that there is something to infer a declaration from")
    return Failure(Array(sample.problems.prefix(5))) ?? Failure(none)
  }

  /// Maps the sample as a build would.
  private func check(
    _ writer: DeclarationWriter, _ sample: RecordSample
  ) throws(Failure) -> CheckedDomain {
    let definition = try DomainDefinition.load(
      Array(writer.text.utf8), file: place.file,
      folder: try Path.resolved(library.workspace.domains), kinds: library.open.kinds.map(\.keys),
      allowsOutside: address != nil || !program.isEmpty)
    let domain = DeclaredDomain(
      definition: definition,
      source: RecordList(selection.display, records(sample, for: definition)))
    let check = DomainCheck(
      declared: domain, samples: max(samples, CandidateQueries.items), now: library.system.now(),
      cancellation: Cancellation())
    return try check.run(
      ProgressMeter(domain: place.name, system: library.system, report: nil)
    ).domain
  }

  /// The records of the sample, with what the source would give them: so that ids are those of a build.
  private func records(_ sample: RecordSample, for definition: DomainDefinition) -> [Record] {
    let isAsked = definition.mapping.plan.paths.contains { path in
      ["number", "hash"].contains { path == FieldPath([.key($0)]) }
    }
    guard isAsked, sample.identities.count == sample.records.count else { return sample.records }
    return zip(sample.records, sample.identities).map { record, identity in
      var record = record
      if record["number"] == nil, !identity.number.isEmpty {
        record["number"] = .number(identity.number)
      }
      if record["hash"] == nil { record["hash"] = .text(identity.hash) }
      return record
    }
  }

  /// How many bad records to endure when so many of the sample are: those, if there are no others.
  private func tolerance(
    _ bad: Int, _ sample: RecordSample
  ) -> (amount: String, because: String)? {
    if sample.isWhole {
      return bad == 0 ? nil : ("\(bad)", "so many bad records are reported and left out")
    }
    // Twice as many as were met: the rest of the data is not known to be better.
    let looked = max(1, sample.records.count + sample.problems.count)
    let share = max(1, min(100, (bad * 200 + looked - 1) / looked))
    return ("\(share)%", "not all records were looked at; so many bad ones are left out")
  }

  /// A name for people, from the name of the file.
  private var label: String {
    let name = address == nil ? Path.stem(of: Packing.plain(selection.path)) : place.name
    let words = name.split { !$0.isLetter && !$0.isNumber }
    let label = words.joined(separator: " ")
    return label.isEmpty ? place.name : label.prefix(1).uppercased() + label.dropFirst()
  }
}
