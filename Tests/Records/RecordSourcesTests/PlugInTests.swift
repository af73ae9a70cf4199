import DeclaredRecords
import FootlightPlatform
import FootlightTesting
import SourceKinds
import TestSupport
import Testing

/// A source outside of this room, written as docs/plug-ins.md says: with the public interface.
private struct Calendar: RecordSource {
  let path: String

  func stamp() throws(Failure) -> SourceStamp {
    let file = try File(path: path)
    let status = try file.status()
    return SourceStamp(text: "\(status.inode) \(status.size) \(status.changed)")
  }

  func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader {
    let contents = try File.readWhole(path)
    var events = contents.text(contents.all).split(separator: "\n")[...]
    return try RecordEnumeration(plan, name: path) { () throws(Failure) in
      guard let event = events.popFirst() else { return nil }
      if event == "fire" {
        throw Failure(.fileFailed, "the calendar burns", at: SourceLocation(file: "calendar"))
      }
      return [
        "title": .text(String(event)),
        "words": .list(event.split(separator: " ").map { .text(String($0)) }),
      ]
    }
  }
}

struct PlugInTests {
  private let kind = SourceKind(
    name: "calendar", summary: "Events of a calendar.",
    keys: [SourceKind.Key("path", .file, "The calendar beside this declaration.", isRequired: true)]
  ) { (definition) throws(Failure) in
    Calendar(path: definition.folder + "/" + (definition["path"]?.text ?? ""))
  }

  private func source(_ name: String, in folder: String) throws -> any RecordSource {
    let place = SourceLocation(file: "domains/x.yaml", line: 1, column: 1)
    return try (SourceKind.builtIn + [kind]).source(
      for: SourceDefinition(
        kind: "calendar", settings: ["path": Setting(.text(name), at: place)], folder: folder,
        location: place))
  }

  @Test func `a kind of a plug-in keeps the contract of sources`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("calendar", "one event\ntwo\n")
    try folder.write("burning", "one\nfire\n")
    let contract = RecordSourceContract(
      source: try source("calendar", in: folder.path), fields: ["title"],
      expected: [["one event"], ["two"]],
      change: { () throws(Failure) in _ = try FileOperations.system.create(path) },
      hostile: [
        RecordSourceContract.Hostile("burning", try source("burning", in: folder.path)),
        RecordSourceContract.Hostile("missing", try source("missing", in: folder.path)),
      ])
    #expect(contract.violations() == [])
  }

  @Test func `the contract finds a source that breaks it`() throws {
    struct Fickle: RecordSource {
      func stamp() throws(Failure) -> SourceStamp {
        SourceStamp(text: "\(SystemServices.system.monotonic())")
      }
      func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader {
        try RecordEnumeration(plan, name: "", records: [["title": "one"]])
      }
    }
    let contract = RecordSourceContract(
      source: Fickle(), fields: ["title"], expected: [["one"], ["two"]],
      hostile: [RecordSourceContract.Hostile("harmless", Fickle())])
    let violations = contract.violations().joined(separator: "\n")
    for part in ["[[\"one\"]], not", "has no place", "stamp differs", "nothing is said"] {
      #expect(violations.contains(part), "\(part) is not among \(violations)")
    }
  }
}
