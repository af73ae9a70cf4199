package import FileHandles
import FootlightPlatform

extension KeyType {
  /// Reports everything about a written value that is not as this type wants it.
  ///
  /// `name` is the dotted name of the key, for messages. Grammars of their own (templates, dates)
  /// are read later; this is about shapes, keys and ranges.
  package func check(_ written: YAMLNode, _ name: String, _ findings: inout Findings) {
    if written.isNull { return }
    switch self {
    case .text, .template, .special, .fieldPath, .file, .character:
      if written.scalarText == nil { report(written, name, &findings) }
    case .texts, .templates, .globs:
      for element in written.values where element.scalarText == nil {
        report(element, name, &findings)
      }
    case .textGroups:
      guard case .sequence(let groups) = written.content else {
        return report(written, name, &findings)
      }
      for group in groups {
        guard case .sequence(let elements) = group.content else {
          report(group, name, &findings)
          continue
        }
        for element in elements where element.scalarText == nil { report(element, name, &findings) }
      }
    case .boolean:
      if !written.isBoolean { report(written, name, &findings) }
    case .booleanOrLine:
      if written.isBoolean { return }
      KeyType.wholeNumber(1...1_000_000).check(written, name, &findings)
    case .wholeNumber(let range):
      checkNumber(written, "a whole number", range, name, &findings) { Int($0) }
    case .number(let range):
      checkNumber(written, "a number", range, name, &findings) { Double($0) }
    case .choice(let names):
      guard let text = written.scalarText else { return report(written, name, &findings) }
      if !names.contains(text) {
        findings.report(
          .badValue, "'\(text)' is no value of '\(name)'", at: written.location,
          remedy: suggestion(for: text, among: names))
      }
    case .section(let keys):
      guard case .mapping = written.content else { return report(written, name, &findings) }
      KeyType.check(written, keys, name, &findings)
    case .sections(let keys):
      for element in written.values {
        KeyType.section(keys).check(element, name, &findings)
      }
    case .expanded(let keys):
      if case .mapping = written.content {
        KeyType.check(written, keys, name, &findings)
      } else {
        keys.first?.type.check(written, name, &findings)
      }
    case .named(let type):
      guard case .mapping(let entries) = written.content else {
        return report(written, name, &findings)
      }
      for entry in entries { type.check(entry.value, "\(name).\(entry.name)", &findings) }
    }
  }

  /// Reports unknown and missing keys of a mapping, and what is wrong with its values.
  static func check(
    _ written: YAMLNode, _ keys: [Key], _ name: String, _ findings: inout Findings,
    allowsUnknown: Bool = false
  ) {
    let prefix = name.isEmpty ? "" : name + "."
    let names = keys.map(\.name)
    for entry in written.entries {
      if let key = keys.first(where: { $0.name == entry.name }) {
        key.type.check(entry.value, prefix + key.name, &findings)
      } else if !allowsUnknown {
        let place = name.isEmpty ? "" : " in '\(name)'"
        findings.report(
          .unknownKey, "unknown key '\(entry.name)'\(place)", at: entry.location,
          remedy: suggestion(for: entry.name, among: names))
      }
    }
    for key in keys where key.isRequired {
      let entry = written.entries.first { $0.name == key.name }
      if entry.map({ $0.value.isNull }) ?? true {
        findings.report(
          .missingKey, "'\(prefix)\(key.name)' is missing", at: entry?.location ?? written.location,
          remedy: "write '\(key.name):' – \(key.summary)")
      }
    }
  }

  private func checkNumber<Number>(
    _ written: YAMLNode, _ what: String, _ range: ClosedRange<Number>, _ name: String,
    _ findings: inout Findings, _ read: (String) -> Number?
  ) {
    guard let scalar = written.scalar, scalar.meaning == .number else {
      return report(written, name, &findings)
    }
    if let number = read(scalar.text), range.contains(number) { return }
    func text(_ bound: Number) -> String { (bound as? Double).map(brief) ?? "\(bound)" }
    findings.report(
      .badValue,
      "'\(name)' must be \(what) from \(text(range.lowerBound)) to \(text(range.upperBound))",
      at: written.location, remedy: "write such a number, without quotes")
  }

  private func report(_ written: YAMLNode, _ name: String, _ findings: inout Findings) {
    var remedy: String?
    if let scalar = written.scalar, scalar.meaning == .text, Double(scalar.text) != nil {
      remedy = "leave out the quotes"
    }
    findings.report(
      .wrongType, "'\(name)' wants \(summary), not \(written.kindName)", at: written.location,
      remedy: remedy)
  }

  /// A value of this type in words, for messages and the reference.
  package var summary: String {
    switch self {
    case .text: "text"
    case .wholeNumber: "a whole number"
    case .number: "a number"
    case .boolean: "true or false"
    case .booleanOrLine: "true, false or the number of a line"
    case .character: "one character"
    case .choice(let names): "one of " + names.joined(separator: ", ")
    case .texts: "a list of texts"
    case .textGroups: "a list of lists of texts"
    case .globs: "a path or a list of paths"
    case .file: "a path"
    case .fieldPath: "a path into a record"
    case .template: "a template"
    case .templates: "a list of templates"
    case .special(let name): name
    case .section: "a mapping"
    case .sections: "a list of mappings"
    case .expanded(let keys): (keys.first?.type.summary ?? "a value") + " or a mapping"
    case .named: "a mapping of names"
    }
  }
}

/// A number without a needless fraction.
func brief(_ number: Double) -> String {
  Int(exactly: number).map(String.init) ?? String(number)
}
