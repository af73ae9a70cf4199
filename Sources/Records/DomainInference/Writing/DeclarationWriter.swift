import DeclaredRecords
import FootlightPlatform

/// Writes a proposed declaration the way people write theirs, with comments for whoever changes it.
package struct DeclarationWriter {
  package var domain = ""
  package var label = ""
  package var version = 1
  /// The name of the data that the proposal was made from, as people call it.
  package var origin = ""
  /// The paths of the data, below the folder of the declaration; empty where the data lies in no file.
  package var paths: [String] = []
  package var shape = DataShape(kind: "")
  package var mapping = ProposedMapping()
  /// How many bad records are endured, and why; nil for none.
  package var tolerate: (amount: String, because: String)?
  package var doubts: [String] = []

  package init() {}

  /// The text of the declaration.
  package var text: String {
    var lines = ["# yaml-language-server: $schema=schema.json", ""]
    lines += [
      "# Proposed from \(commented(origin)), by what is in it. Change what you know better;"
    ]
    lines += ["# `footlight check` shows what the file makes of its records."]
    if !doubts.isEmpty {
      lines += ["#", "# Worth a look:"]
      lines += doubts.map { "#   - " + commented($0) }
    }
    lines += ["", "domain: \(quoted(domain))"]
    lines.append(line("label: \(quoted(label))", "what people read"))
    lines.append(
      line("version: \(version)", "raise it when the data has changed: all is built anew"))
    lines += [""] + source + [""] + item
    if mapping.isEnglish {
      lines += [
        "", "analysis:",
        line("  language: english", "its stop words get no entries from descriptions and bodies"),
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var source: [String] {
    var lines = ["source:", "  kind: \(shape.kind)"]
    if paths.count > 1 {
      lines.append("  path:")
      lines += paths.map { "    - \(quoted($0))" }
    } else if let path = paths.first {
      lines.append(line("  path: \(quoted(path))", "beside this file"))
    }
    for (name, value) in shape.settings { lines.append("  \(name): \(written(value))") }
    if mapping.mayRepeat {
      lines.append(
        line(
          "  duplicates: first",
          mapping.id == "{hash}"
            ? "a record that is there twice, the same in everything, is kept once"
            : "a second record with an id is reported and left out"))
    }
    if let tolerate {
      lines.append(line("  tolerate: \(tolerate.amount)", tolerate.because))
    }
    return lines
  }

  private var item: [String] {
    var lines = ["item:"]
    lines.append(
      line(
        "  id: \(quoted(mapping.id))",
        mapping.id == "{hash}"
          ? "of all that the record holds: nothing else tells them apart"
          : mapping.isComposite
            ? "several fields together, different for each item"
            : "different for each item"))
    func add(_ key: String, _ template: String?, _ comment: String? = nil) {
      guard let template else { return }
      let written = "  \(key): \(quoted(template))"
      lines.append(comment.map { line(written, $0) } ?? written)
    }
    add("title", mapping.title)
    add("description", mapping.description)
    add("body", mapping.body)
    lines += list("keywords", mapping.keywords, "found by their words")
    lines += list("aliases", mapping.aliases, "other names, found as well as the title")
    add("url", mapping.url, "what `footlight open` opens")
    add("image", mapping.image)
    if !mapping.attributes.isEmpty {
      lines.append(line("  attributes:", "kept beside the text, each with its type"))
      for attribute in mapping.attributes {
        let value = quoted(attribute.template)
        lines.append(
          attribute.type == "text"
            ? "    \(quoted(attribute.name)): \(value)"
            : "    \(quoted(attribute.name)): { value: \(value), type: \(attribute.type) }")
      }
    }
    add("rank", mapping.rank, "the higher first among equals")
    add("expires", mapping.expires)
    return lines
  }

  private func list(_ key: String, _ templates: [String], _ comment: String) -> [String] {
    guard !templates.isEmpty else { return [] }
    return [line("  \(key):", comment)] + templates.map { "    - \(quoted($0))" }
  }

  private func written(_ value: SettingValue) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .boolean(let flag): flag ? "true" : "false"
    case .list(let texts):
      "[" + texts.map { quoted($0, inList: true) }.joined(separator: ", ") + "]"
    }
  }

  /// A line with its comment where the comments of the bundled declarations stand, if there is room.
  private func line(_ text: String, _ comment: String) -> String {
    let room = 34 - text.count
    guard text.count < 60 else { return text }
    return text + String(repeating: " ", count: max(2, room)) + "# " + comment
  }

  /// A text as a comment may hold it: what YAML refuses and what ends a line becomes a space.
  private func commented(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      line.append(DeclarationWriter.isPrintable(scalar) ? scalar : " ")
    }
    return String(line)
  }

  /// Whether a declaration may hold a character, if need be as an escape.
  package static func isWritable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case 0..<0x20, 0x7F..<0xA0: false
    default: true
    }
  }

  /// Whether YAML takes a character as it stands, within a line.
  ///
  /// Format: https://yaml.org/spec/1.1/, production c-printable, without line breaks and the byte order
  /// mark.
  package static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0xA0, 0x2028...0x2029, 0xFEFF, 0xFFFE...0xFFFF: false
    default: true
    }
  }

  /// A text as YAML writes it: plain where nothing in it means anything else.
  private func quoted(_ text: String, inList: Bool = false) -> String {
    let words = ["true", "false", "null", "~", "yes", "no", "on", "off"]
    let isPlain =
      !text.isEmpty && text.utf8.first.map { $0 &- 0x30 >= 10 && $0 != 0x2D && $0 != 0x2E } == true
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || (0x30...0x39).contains($0.value)
          || "_-./".unicodeScalars.contains($0) || ($0 == " " && !inList)
      } && text.last != " " && text.first != " " && !words.contains(text.lowercased())
    if isPlain { return text }
    var json = ByteArena()
    json.append(json: text)
    return json.text(json.all).unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return DeclarationWriter.isPrintable(scalar)
        ? String(scalar) : "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }.joined()
  }
}

/// How records become items, as far as their fields tell.
package struct ProposedMapping {
  /// An attribute and its template.
  package struct Attribute {
    package var name: String
    package var template: String
    package var type = "text"
  }

  package var id = ""
  /// Whether the id is put together from several fields.
  package var isComposite = false
  /// Whether records with one id are known, or may well come.
  package var mayRepeat = false
  package var title = ""
  package var description: String?
  package var body: String?
  package var keywords: [String] = []
  package var aliases: [String] = []
  package var url: String?
  package var image: String?
  package var attributes: [Attribute] = []
  package var rank: String?
  package var expires: String?
  package var isEnglish = false
  /// Doubts that the reader of the declaration should look at.
  package var doubts: [String] = []

  /// Those that are one template, by their keys.
  static var single: [(key: String, path: WritableKeyPath<ProposedMapping, String?>)] {
    [
      ("description", \.description), ("body", \.body), ("url", \.url), ("image", \.image),
      ("rank", \.rank), ("expires", \.expires),
    ]
  }

  /// All templates but those of id and title.
  package var optional: [String] {
    ProposedMapping.single.compactMap { self[keyPath: $0.path] } + keywords + aliases
      + attributes.map(\.template)
  }

  /// Says how many records are kept once where others are the same.
  mutating func doubtRepeated(_ repeated: Int, of count: Int) {
    guard repeated > 0 else { return }
    doubts.append(
      "\(repeated) of the \(count) records looked at are the same as another in everything; "
        + "each of these is kept once")
  }

  /// Leaves a template out wherever it stands.
  package mutating func remove(_ template: String) {
    for (_, path) in ProposedMapping.single where self[keyPath: path] == template {
      self[keyPath: path] = nil
    }
    keywords.removeAll { $0 == template }
    aliases.removeAll { $0 == template }
    attributes.removeAll { $0.template == template }
  }
}
