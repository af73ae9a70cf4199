import FootlightPlatform

extension DefinitionCompiler {
  /// The source with typed settings; what is wrong with it is reported.
  mutating func source(_ section: Section) -> SourceDefinition {
    var source = SourceDefinition(
      kind: section.text("kind") ?? "", folder: declaration.folder, location: section.location,
      allowsOutside: allowsOutside)
    source.tolerate = tolerance(section)
    source.duplicates =
      section.text("duplicates").flatMap(SourceDefinition.Duplicates.init) ?? .error
    source.timeZoneOffset = timeZone(section)
    if !allowsOutside, let kind = kinds.first(where: { $0.name == source.kind }),
      let key = kind.needsPermission
        ? "kind" : kind.keysThatRun.sorted().first(where: { section.value($0) != nil })
    {
      refusals.report(
        .needsPermission,
        kind.usesNetwork
          ? "a source of kind '\(kind.name)' asks other machines without a permission"
          : "a source of kind '\(kind.name)' runs a program without a permission",
        at: section.location(of: key),
        remedy: "read the declaration; if it may, grant it with 'footlight allow \(probableDomain)'"
      )
    }
    if let name = declaration.root.entries.first(where: { $0.name == "domain" })?.value.scalar {
      source.domain = name
    }
    source.refresh = refresh(section.section("refresh"))
    let common = Set(DomainKeys.source.map(\.name))
    for key in section.keys where !common.contains(key.name) {
      if let value = setting(key, section) {
        source.settings[key.name] = Setting(value, at: section.location(of: key.name))
      }
    }
    return source
  }

  private mutating func tolerance(_ section: Section) -> SourceDefinition.Tolerance {
    let text = section.text("tolerate") ?? "0"
    if let count = Int(text), count >= 0 { return .count(count) }
    if text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...100).contains(percent) {
      return .share(millionths: Int((percent * 10_000).rounded()))
    }
    findings.report(
      .badValue, "'source.tolerate' wants a number of records or a percentage",
      at: section.location(of: "tolerate"), remedy: "write it as in `5` or `1%`")
    return .count(0)
  }

  private mutating func refresh(_ section: Section) -> RefreshPolicy {
    var policy = RefreshPolicy()
    for (name, path) in [
      ("every", \RefreshPolicy.every), ("full_every", \RefreshPolicy.fullEvery),
    ] {
      guard let text = section.text(name) else { continue }
      policy[keyPath: path] = RefreshPolicy.seconds(text)
      if policy[keyPath: path] == nil {
        findings.report(
          .badValue, "'source.refresh.\(name)' wants a length of time",
          at: section.location(of: name),
          remedy: "write a number and one of s, m, h, d, w, as in `6h` or `30d`")
      }
    }
    return policy
  }

  private mutating func timeZone(_ section: Section) -> Int {
    let text = section.text("time_zone") ?? "Z"
    let bytes = Array(text.utf8)
    var cursor = ByteCursor(bytes.span)
    if text == "UTC" { return 0 }
    if !cursor.isAtEnd, let offset = Moment.offset(&cursor, bytes.span, 0), cursor.isAtEnd {
      return offset
    }
    findings.report(
      .badValue, "'source.time_zone' wants an offset from UTC",
      at: section.location(of: "time_zone"), remedy: "write it as in `+09:00` or `Z`")
    return 0
  }

  private mutating func setting(_ key: Key, _ section: Section) -> SettingValue? {
    let written = section.value(key.name)
    switch key.type {
    case .globs:
      guard let written else { return key.defaultText.map { .list([$0]) } }
      for element in written.elements { checkPath(element, key.name) }
      return .list(written.elements.compactMap(\.scalar))
    case .file:
      if let written { checkPath(written, key.name) }
      return section.text(key.name).map { .text($0) }
    case .texts, .templates, .textGroups:
      return written.map { .list($0.elements.compactMap(\.scalar)) }
    case .boolean:
      return section.text(key.name).map { .boolean($0 == "true") }
    case .booleanOrLine:
      return section.text(key.name).map { text in
        Double(text).map { .number($0) } ?? .boolean(text == "true")
      }
    case .wholeNumber, .number:
      return section.text(key.name).flatMap(Double.init).map { .number($0) }
    case .character:
      if let written, let text = written.scalar { checkCharacter(text, key.name, written.location) }
      return section.text(key.name).map { .text($0) }
    case .fieldPath:
      // A point alone is the document itself.
      if let written, let text = written.scalar, text != "." {
        do throws(GrammarError) {
          _ = try FieldPath.parse(text)
        } catch {
          findings.report(
            .badValue, "'source.\(key.name)': \(error.message)", at: written.location,
            remedy: error.remedy)
        }
      }
      return section.text(key.name).map { .text($0) }
    case .text, .choice, .template, .special:
      return section.text(key.name).map { .text($0) }
    case .section, .sections, .expanded, .named:
      return nil
    }
  }

  private mutating func checkCharacter(
    _ text: String, _ name: String, _ location: SourceLocation
  ) {
    let bytes = Array(text.utf8)
    if bytes.count == 1, bytes[0] < 0x80, bytes[0] != 0x0A, bytes[0] != 0x0D, bytes[0] != 0 {
      return
    }
    findings.report(
      .badValue, "'source.\(name)' wants one ASCII character that ends no line", at: location,
      remedy: #"a tab is written "\t", in double quotes"#)
  }

  private mutating func checkPath(_ written: Written, _ name: String) {
    guard let path = written.scalar else { return }
    if path.isEmpty || path.utf8.contains(0) {
      findings.report(
        .badValue, "'source.\(name)' is no path", at: written.location,
        remedy: "name a file or a glob, such as data/*.csv")
    } else if !allowsOutside, !FolderBoundary.holds(path, in: declaration.folder) {
      refusals.report(
        .outsideFolder, "'source.\(name)' leaves the folder of the declaration",
        at: written.location,
        remedy:
          "put the data beside the declaration, or grant it with 'footlight allow \(probableDomain)'"
      )
    }
  }

  /// The domain's name for a command that somebody may copy.
  private var probableDomain: String {
    let declared = declaration.root.entries.first { $0.name == "domain" }?.value.scalar
    return declared.flatMap { DomainName.mistake(in: $0) == nil ? $0 : nil } ?? "DOMAIN"
  }
}
