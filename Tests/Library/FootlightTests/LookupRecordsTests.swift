import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Records of other sources that belong to those of a domain.
@Suite struct LookupRecordsTests {
  private static let declaration = """
    domain: events
    version: 1
    source: { kind: jsonl, path: events.jsonl }
    lookups:
      lecture: { source: { kind: csv, path: lectures.csv }, key: "{id}", by: "{lecture_id}" }
      tags: { source: { kind: csv, path: tags.csv }, key: "{event}", by: "{id}", many: true }
    item:
      id: "{id}"
      title: "{title}"
      description: "{lecture.name}"
      keywords: ["{title}", "{tags[].tag}"]

    """

  private func workspace() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("domains/events.yaml", Self.declaration)
    try folder.write(
      "domains/events.jsonl",
      """
      {"id": "e1", "title": "Opening", "lecture_id": 7}
      {"id": "e2", "title": "Closing", "lecture_id": 8}
      {"id": "e3", "title": "Lunch"}

      """)
    try folder.write("domains/lectures.csv", "id,name\n7,Algebra\n8,Topology\n9,Unused\n")
    try folder.write("domains/tags.csv", "event,tag\ne1,morning\ne1,hall\ne3,food\n")
    return folder
  }

  private func item(_ library: Library, _ id: String) throws -> Item {
    try #require(try library.item("events:\(id)")).item
  }

  @Test
  func
    `RA-17: the content of an event has the name of its lecture, and its name and tag as keywords`()
    throws
  {
    let folder = try workspace()
    let library = try Library(workspace: folder.path)
    #expect(try library.sync().rows.map(\.items) == [3])
    let opening = try item(library, "e1")
    #expect(opening.title == "Opening" && opening.description == "Algebra")
    #expect(opening.keywords == ["Opening", "morning", "hall"])
    // Nothing is found: the fields are missing.
    let lunch = try item(library, "e3")
    #expect(lunch.description.isEmpty && lunch.keywords == ["Lunch", "food"])
    #expect(try library.ids("topology") == ["e2"])
    #expect(try library.verify().domains.allSatisfy { $0.differences == 0 })
  }

  @Test func `a change in a lookup indexes the items again that use it, and no others`() throws {
    let folder = try workspace()
    let library = try Library(workspace: folder.path)
    try library.sync()
    try folder.write("domains/lectures.csv", "id,name\n7,Geometry\n8,Topology\n9,Still unused\n")
    let rows = try library.sync().rows
    #expect(rows.map(\.changes.updated) == [1] && rows.map(\.changes.inserted) == [0])
    #expect(try item(library, "e1").description == "Geometry")
    #expect(try library.ids("algebra").isEmpty)
    // A row that comes and one that goes.
    try folder.write("domains/tags.csv", "event,tag\ne1,morning\ne2,evening\ne3,food\n")
    #expect(try library.sync().rows.map(\.changes.updated) == [2])
    #expect(try library.ids("evening") == ["e2"])
  }

  @Test func `a lookup that is damaged or repeated is told, and one that is missing fails`() throws
  {
    let folder = try workspace()
    let library = try Library(workspace: folder.path)
    try folder.write("domains/lectures.csv", "id,name\n7,Algebra\n7,Other\n8,Topology,too long\n")
    let report = try library.sync()
    let codes = Set(report.rows.flatMap(\.warnings).map(\.code.name))
    #expect(codes.isSuperset(of: ["lookup.damaged", "lookup.repeated"]), "\(report.rows)")
    #expect(try item(library, "e1").description == "Algebra")
    try FileOperations.system.remove(folder.path("domains/lectures.csv"))
    do throws(Failure) {
      try library.sync()
      Issue.record("synced")
    } catch {
      #expect(error.diagnostics.contains { $0.code.name == "source.missing" })
    }
    #expect(try item(library, "e1").description == "Algebra", "the old index stays")
  }

  @Test func `a field of the record may bear the name of the lookup that it leads to`() throws {
    let folder = try workspace()
    try folder.write(
      "domains/events.yaml",
      """
      domain: events
      version: 1
      source: { kind: jsonl, path: events.jsonl }
      lookups:
        lecture: { source: { kind: csv, path: lectures.csv }, key: "{id}", by: "{lecture}" }
      item: { id: "{id}", title: "{title}", description: "{lecture.name}" }

      """)
    try folder.write(
      "domains/events.jsonl", #"{"id": "e1", "title": "Opening", "lecture": 9}"# + "\n")
    let library = try Library(workspace: folder.path)
    #expect(try library.sync().rows.map(\.badRecords) == [0])
    #expect(try item(library, "e1").description == "Unused")
  }

  static let mistakes: [(String, String)] = [
    ("by: \"{lecture_id}\" }", "}"),
    ("kind: csv, path: lectures.csv", "kind: command, command: [ls]"),
    ("{lecture.name}", "{lecture}"), ("{tags[].tag}", "{tags.tag}"),
    ("path: lectures.csv", "path: ../lectures.csv"), ("path: lectures.csv", "pth: lectures.csv"),
    ("  lecture: {", "  le.cture: {"), ("{lecture.name}", "{title}"),
  ]

  @Test(arguments: mistakes.indices)
  func `what is wrong with a lookup is told with its place`(index: Int) throws {
    let folder = try workspace()
    let (old, new) = Self.mistakes[index]
    let parts = Self.declaration.components(separatedBy: old)
    try folder.write("domains/events.yaml", parts.joined(separator: new))
    let library = try Library(workspace: folder.path)
    do throws(Failure) {
      try library.sync()
      Issue.record("synced with \(new)")
    } catch {
      #expect(
        error.diagnostics.allSatisfy { $0.location?.line != nil && $0.remedy != nil }, "\(error)")
      #expect(error.diagnostics.allSatisfy { $0.code.exitCode == 2 })
    }
  }
}

extension String {
  /// The parts between the occurrences of a text.
  fileprivate func components(separatedBy text: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
