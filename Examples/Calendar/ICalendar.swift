import Footlight
import FoundationEssentials

/// The events of an iCalendar file (RFC 5545): enough of it to show how a source is written.
struct ICalendar: RecordSource {
  let path: String

  /// The kind, to be handed to `Library(workspace:kinds:)`: its keys are checked, documented and
  /// defaulted like those of the built-in kinds.
  static let kind = SourceKind(
    name: "icalendar", summary: "One event of an iCalendar file a record.",
    keys: [SourceKind.Key("path", .file, "The calendar beside this declaration.", isRequired: true)]
  ) { (definition) throws(Failure) in
    ICalendar(path: definition.folder + "/" + (definition["path"]?.text ?? ""))
  }

  // Equal stamps mean equal records: a sync that finds the stamp of the last one reads nothing.
  func stamp() throws(Failure) -> SourceStamp {
    let text = try contents()
    return SourceStamp(
      text: "\(text.utf8.count) \(text.utf8.reduce(5381 as UInt64) { $0 &* 33 ^ UInt64($1) })")
  }

  // Called once for a complete read. Records are asked for by one thread at a time.
  func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader {
    var lines = unfolded(try contents())[...]
    return try RecordEnumeration(plan, name: path) { () throws(Failure) in
      var event: [Record.Field]?
      while let line = lines.popFirst() {
        if line == "BEGIN:VEVENT" {
          event = []
        } else if line == "END:VEVENT", let fields = event {
          return Record(fields)
        } else if let colon = line.firstIndex(of: ":") {
          // Parameters of a property, such as its language, stand behind a semicolon.
          let name = line[..<colon].prefix { $0 != ";" }.lowercased()
          event?.append(Record.Field(name, .text(plain(line[line.index(after: colon)...]))))
        }
      }
      return nil
    }
  }

  private func contents() throws(Failure) -> String {
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw Failure(
        .sourceMissing, "the calendar cannot be read", at: SourceLocation(file: path),
        remedy: "check `path`; it must be UTF-8")
    }
  }

  /// Long lines go on in the next one, after a space (RFC 5545, section 3.1).
  private func unfolded(_ text: String) -> [String] {
    var lines: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      if line.first == " ", !lines.isEmpty {
        lines[lines.count - 1] += line.dropFirst()
      } else {
        lines.append(String(line))
      }
    }
    return lines
  }

  /// Text without its escapes (RFC 5545, section 3.3.11).
  private func plain(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if !isEscaped, character == "\\" {
        isEscaped = true
        continue
      }
      result.append(isEscaped && (character == "n" || character == "N") ? " " : character)
      isEscaped = false
    }
    return result
  }
}
