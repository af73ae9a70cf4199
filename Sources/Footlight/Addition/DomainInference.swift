import DomainDeclarations
import FootlightDiagnostics
import FootlightPlatform
import ItemMapping
import RecordSources

/// From data to a proposed declaration: sample, profile, roles, text, and a trial of the result.
struct DomainInference {
  let library: Library
  let selection: DataSelection
  let place: ProposedPlace
  let shape: DataShape
  /// How many items are shown.
  let samples: Int

  func proposal() throws(Failure) -> DomainProposal {
    let sample = try sampled()
    guard !sample.records.isEmpty else { throw unreadable(sample) }
    let profile = RecordProfile(sample.records, key: shape.key)
    let areFiles = shape.kind == "markdown" || shape.kind == "text"
    guard let mapping = RoleChoice.mapping(profile, sample, areFiles: areFiles) else {
      throw Failure(
        .dataFormat, "no field of the records could be a title",
        at: SourceLocation(file: selection.display),
        remedy: "write the declaration by hand; `footlight init` shows one")
    }
    let (source, data) = try selection.placed(below: library.workspace.domains)
    var writer = DeclarationWriter(
      domain: place.name, label: label, version: place.version,
      origin: Path.name(of: selection.path), path: source, shape: shape, mapping: mapping,
      tolerate: sample.isWhole ? nil : "1%", doubts: shape.doubts + mapping.doubts)
    if !sample.problems.isEmpty {
      let bad = sample.problems.count
      writer.doubts.append("\(bad) of \(sample.seen) records cannot be read")
      writer.tolerate = tolerance(bad, of: max(sample.seen, 1))
    }
    var tried = try check(writer, sample)
    if tried.badRecords > 0, tried.exceedsTolerance {
      writer.doubts.append(
        "\(tried.badRecords) of the \(sample.records.count) records looked at are bad by this "
          + "declaration")
      writer.tolerate = tolerance(tried.badRecords, of: sample.records.count)
      tried = try check(writer, sample)
    }
    return DomainProposal(
      domain: place.name, declaration: writer.text, file: place.file, isInferred: true,
      data: data, samples: tried.samples, records: sample.records.count,
      isWhole: sample.isWhole, doubts: writer.doubts, replaces: place.replaces)
  }

  /// Reads records where the data lies now.
  private func sampled() throws(Failure) -> RecordSample {
    var settings: [String: Setting] = [:]
    let location = SourceLocation(file: selection.display)
    for (name, value) in shape.settings { settings[name] = Setting(value, at: location) }
    let folder = selection.isFolder ? selection.path : Path.parent(of: selection.path) ?? "/"
    let glob = selection.isFolder ? "**/*.\(selection.ending)" : Path.name(of: selection.path)
    settings["path"] = Setting(.list([glob]), at: location)
    let definition = SourceDefinition(
      kind: shape.kind, settings: settings, folder: folder,
      location: SourceLocation(
        file: selection.isFolder
          ? Path.join(selection.display, "source") : selection.display))
    return try RecordSample(definition, columns: shape.columns.filter { !$0.isEmpty })
  }

  private func unreadable(_ sample: RecordSample) -> Failure {
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
      folder: try Path.resolved(library.workspace.domains), kinds: library.kinds.map(\.keys))
    let domain = DeclaredDomain(
      definition: definition, source: RecordList(selection.display, sample.records))
    let check = DomainCheck(
      declared: domain, samples: samples, now: library.world.now(), cancellation: Cancellation())
    return try check.run(
      ProgressMeter(domain: place.name, world: library.world, report: nil)
    ).domain
  }

  private func tolerance(_ bad: Int, of records: Int) -> String {
    // Twice as many as were met: the rest of the data is not known to be better.
    "\(min(100, (bad * 200 + records - 1) / records))%"
  }

  /// A name for people, from the name of the file.
  private var label: String {
    let words = Path.stem(of: selection.path).split { !$0.isLetter && !$0.isNumber }
    let label = words.joined(separator: " ")
    return label.isEmpty ? place.name : label.prefix(1).uppercased() + label.dropFirst()
  }
}
