import FootlightPlatform
import TestSupport
import Testing

/// Foreign formats as people meet them: from a file to a hit.
struct ForeignToolTests {
  private static let plants = """
    <plants>
    <plant id="1"><name>Lesser Celandine</name><latin>Ficaria verna</latin></plant>
    <plant id="2"><name>Ramsons</name><latin>Allium ursinum</latin></plant>
    </plants>
    """

  @Test func `XML is searched, packed or not, and damage leaves the index as it was`() throws {
    let tool = try BuiltTool()
    try tool.write(
      "domains/plants.yaml",
      """
      domain: plants
      version: 1
      source: { kind: xml, path: data/plants.xml, records: /plants/plant }
      item: { id: "{id}", title: "{name}", aliases: ["{latin[]}"] }
      """)
    try tool.write("domains/data/plants.xml", Self.plants)
    let built = try tool.run(["sync"])
    #expect(built.code == 0, "\(built.talk)")
    let query = ["query", "allium", "--format", "{id} {title}"]
    #expect(try tool.run(query).output == "2 Ramsons\n")
    try tool.write("domains/data/plants.xml", Self.plants.replacing("</plants>", with: "<plant>"))
    let damaged = try tool.run(["sync"])
    #expect(damaged.code == 2 && damaged.talk.contains("plants.xml:4"))
    #expect(damaged.talk.contains("source.damaged"))
    #expect(try tool.run(query).output == "2 Ramsons\n")
    try tool.write(
      "domains/data/plants.xml", Self.plants.replacing("Ramsons", with: "Bear's garlic"))
    #expect(try tool.run(["sync"]).code == 0)
    #expect(try tool.run(query).output == "2 Bear's garlic\n")
  }

  @Test func `pages and mail are searched`() throws {
    let tool = try BuiltTool()
    try tool.write(
      "domains/manual.yaml",
      """
      domain: manual
      version: 1
      source: { kind: html, path: data/*.html, sections: true }
      item:
        id: "{path}#{anchor}"
        title: "{title}"
        body: "{body}"
        url: "https://example.org/{name}#{anchor}"
      """)
    try tool.write(
      "domains/data/oven.html",
      "<title>Oven</title><main><h1 id=a>Heating</h1><p>slowly<h1 id=b>Cleaning</h1><p>vinegar")
    try tool.write(
      "domains/post.yaml",
      """
      domain: post
      version: 1
      source: { kind: mail, path: data/box }
      item: { id: "{id}", title: "{subject}", body: "{body}" }
      """)
    try tool.write(
      "domains/data/box",
      "From a Mon Jan  2 10:00:00 2023\nSubject: Greetings\nMessage-ID: <1@x>\n\nBring vinegar.\n")
    let built = try tool.run(["sync"])
    #expect(built.code == 0, "\(built.talk)")
    let found = try tool.run(["query", "vinegar", "--format", "{id}"])
    #expect(found.lines.sorted() == ["1@x", "data/oven.html#b"])
  }

  @Test func `files are converted with a permission alone, and one by one`() throws {
    let tool = try BuiltTool()
    try tool.write(
      "domains/notes.yaml",
      """
      domain: notes
      version: 1
      source: { kind: text, path: data/*.bin, convert: [./show, "{path}"] }
      item: { id: "{name}", title: "{name}", body: "{body}" }
      """)
    try tool.write("domains/show", "#!/bin/sh\necho run >> log\ntr a-z n-za-m < \"$1\"\n")
    try tool.makeExecutable("domains/show")
    for number in 1...5 { try tool.write("domains/data/\(number).bin", "ivartne \(number)") }
    let refused = try tool.run(["sync"])
    #expect(refused.code == 2 && refused.talk.contains("footlight allow notes"))
    #expect(try tool.run(["allow", "notes"]).code == 0)
    let built = try tool.run(["sync"])
    #expect(built.code == 0, "\(built.talk)")
    #expect(try tool.run(["query", "vinegar", "--format", "{id}"]).lines.count == 5)
    #expect(try tool.read("domains/log").split(separator: "\n").count == 5)
    try tool.write("domains/data/3.bin", "bvy")
    #expect(try tool.run(["sync"]).code == 0)
    #expect(try tool.run(["query", "oil", "--format", "{id}"]).output == "3\n")
    #expect(try tool.read("domains/log").split(separator: "\n").count == 6)
  }

  @Test func `a declaration of XML is inferred`() throws {
    let tool = try BuiltTool()
    let folder = try TemporaryFolder()
    try folder.write("plants.xml", Self.plants)
    let added = try tool.run(["add", "-y", folder.path("plants.xml")])
    #expect(added.code == 0, "\(added.talk)")
    #expect(try tool.read("domains/plants.yaml").contains("records: /plants/plant"))
    #expect(try tool.run(["query", "ramsons", "--format", "{title}"]).output == "Ramsons\n")
  }
}
