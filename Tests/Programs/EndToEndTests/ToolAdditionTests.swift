import FootlightPlatform
import TestSupport
import Testing

/// `add` as a process: what goes where, and how it ends.
struct ToolAdditionTests {
  @Test func `a newcomer has a searched domain one command later`() throws {
    let tool = try BuiltTool()
    let folder = try TemporaryFolder()
    try folder.write(
      "plants.csv", "id,name,latin\n1,Lesser Celandine,Ficaria verna\n2,Ramsons,Allium ursinum\n")
    try FileOperations.system.createFolder(folder.path("domains"))
    let place = ["--workspace", folder.path]

    let looked = try tool.run(["add", folder.path("plants.csv")] + place)
    #expect(looked.code == 2 && looked.output.contains("domain: plants"))
    #expect(looked.talk.contains("--yes"))
    #expect(try folder.names("domains").isEmpty)

    let added = try tool.run(["add", "-y", folder.path("plants.csv")] + place)
    #expect(added.code == 0, "\(added.talk)")
    let found = try tool.run(["query", "allium urs", "--format", #"{title}\t{id}"#] + place)
    #expect(found.code == 0 && found.output == "Ramsons\t2\n")

    let again = try tool.run(["add", "-y", folder.path("plants.csv")] + place)
    #expect(again.code == 2 && again.talk.contains("--replace"))
  }

  @Test func `a declaration that cannot be built is not left behind`() throws {
    let tool = try BuiltTool()
    let folder = try TemporaryFolder()
    let place = ["--workspace", folder.path]
    #expect(try tool.run(["init", folder.path]).code == 0)
    // The sample ends before the broken cells: the build meets them.
    var text = "id,data\n"
    for number in 1...20_000 {
      let end = number > 12_000 && number < 14_000 ? "" : "}"
      text += "\(number),\"{\"\"name\"\": \"\"n\(number)\"\"\(end)\"\n"
    }
    try folder.write("cells.csv", text)
    let added = try tool.run(["add", "--yes", folder.path("cells.csv")] + place)
    #expect(added.code != 0 && added.talk.contains("away again"), "\(added.talk)")
    #expect(try folder.names("domains").contains("cells.yaml") == false)
  }

  @Test func `records that are left out are told first, and the end is no success`() throws {
    let tool = try BuiltTool()
    let folder = try TemporaryFolder()
    try FileOperations.system.createFolder(folder.path("domains"))
    let path = try folder.write(
      "tools.jsonl",
      "{\"id\": 1, \"name\": \"Claw Hammer\"}\n{\"id\": 2,\n{\"id\": 3, \"name\": \"Rake\"}\n")
    let added = try tool.run(["add", "--yes", path, "--workspace", folder.path])
    #expect(added.code == 1, "\(added.talk)")
    let doubts = added.talk.split(separator: "\n").filter { $0.contains("worth a look") }
    #expect(doubts.first?.contains("1 of 3 records cannot be read") == true, "\(added.talk)")
    let found = try tool.run(["query", "rake", "--format", "{id}", "--workspace", folder.path])
    #expect(found.output == "3\n")
  }

  @Test func `a dump is taken back`() throws {
    let tool = try BuiltTool()
    let folder = try TemporaryFolder()
    let place = ["--workspace", folder.path]
    #expect(try tool.run(["init", folder.path]).code == 0)
    #expect(try tool.run(["sync"] + place).code == 0)
    let dump = try tool.run(["dump"] + place)
    try folder.write("copy.jsonl", dump.output)
    let added = try tool.run(["add", "--yes", folder.path("copy.jsonl")] + place)
    #expect(added.code == 0, "\(added.talk)")
    for query in ["verne", "le tour du monde", "whale", "jane eyre"] {
      let ids = try ["books", "copy"].map { domain in
        try tool.run(["query", query, "--format", "{id}", "--domain", domain] + place).output
      }
      #expect(ids[0] == ids[1] && !ids[0].isEmpty, "\(query): \(ids)")
    }
  }
}
