import FileHandles
import FootlightPlatform
import TextAnalysis

/// A hash of every key that decides the bytes of an index.
///
/// A key that is not written counts as its default, and the order of keys does not matter, so that only a
/// declaration with another meaning has another fingerprint.
enum DeclarationFingerprint {
  /// Raised when the same declaration maps records to other items than before.
  static let mappingVersion = 1

  static func of(_ top: Section, _ analyzer: Analyzer) -> String {
    var text = "mapping \(mappingVersion)\nanalyzer \(analyzer.fingerprint)\n"
    append(top, &text)
    return SHA256.hexadecimal(of: Array(text.utf8))
  }

  private static func append(_ section: Section, _ text: inout String) {
    for key in section.keys where key.rebuilds {
      text += "\(key.name.utf8.count):\(key.name)"
      if case .section = key.type {
        text += "{"
        append(section.section(key.name), &text)
        text += "}"
      } else if let value = section.value(key.name) {
        append(value, of: key.type, &text)
      } else if let value = key.defaultText {
        append(value, &text)
      } else {
        text += "~"
      }
      text += "\n"
    }
  }

  /// A mapping that says no more than its first key counts as that key's value, which may be written alone.
  private static func append(_ written: YAMLNode, of type: KeyType, _ text: inout String) {
    guard case .expanded(let keys) = type, case .mapping = written.content, let first = keys.first
    else { return append(written, &text) }
    let section = Section(keys, written, at: written.location)
    if keys.dropFirst().contains(where: { $0.defaultText != nil || section.value($0.name) != nil })
    {
      text += "{"
      append(section, &text)
      text += "}"
    } else if let value = section.value(first.name) {
      append(value, &text)
    } else {
      append(first.defaultText ?? "", &text)
    }
  }

  private static func append(_ written: YAMLNode, _ text: inout String) {
    switch written.content {
    case .sequence(let elements) where elements.isEmpty: text += "~"
    case .mapping(let entries) where entries.isEmpty: text += "~"
    case .scalar:
      if let scalar = written.scalarText { append(scalar, &text) } else { text += "~" }
    case .sequence(let elements):
      text += "["
      for element in elements { append(element, &text) }
      text += "]"
    case .mapping(let entries):
      text += "{"
      for entry in entries {
        append(entry.name, &text)
        append(entry.value, &text)
      }
      text += "}"
    }
  }

  private static func append(_ scalar: String, _ text: inout String) {
    text += "\(scalar.utf8.count):\(scalar)"
  }
}
