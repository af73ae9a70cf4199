import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Pictures of items.
@Suite struct ImageTests {
  private static func declaration(_ more: String = "") -> String {
    """
    domain: birds
    version: 1
    source: { kind: csv, path: birds.csv }
    item: { id: "{id}", title: "{name}", image: "{picture}"\(more) }

    """
  }

  @Test func `RA-20: an item has its picture, and one without it is complete`() throws {
    let folder = try TemporaryFolder()
    try folder.write("domains/birds.yaml", Self.declaration())
    try folder.write(
      "domains/birds.csv", "id,name,picture\n1,Robin,pictures/robin.jpg\n2,Wren,\n")
    let library = try Library(workspace: folder.path)
    #expect(try library.sync().rows.map(\.items) == [2])
    let robin = try #require(try library.search("robin").hits.first)
    #expect(robin.attributes.image == "pictures/robin.jpg")
    let wren = try #require(try library.item("birds:2"))
    #expect(wren.item.title == "Wren" && wren.item.attributes.image.isEmpty)
    // Its words are no words of the item.
    #expect(try library.search("pictures").hits.isEmpty)
    // When the picture comes the item is indexed again.
    try folder.write(
      "domains/birds.csv", "id,name,picture\n1,Robin,pictures/robin.jpg\n2,Wren,w.png\n")
    #expect(try library.sync().rows.map(\.changes.updated) == [1])
    #expect(try library.item("birds:2")?.item.attributes.image == "w.png")
  }

  @Test func `a picture and an attribute of that name are one too many`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "domains/birds.yaml", Self.declaration(", attributes: { image: \"{name}\" }"))
    try folder.write("domains/birds.csv", "id,name,picture\n1,Robin,x\n")
    let library = try Library(workspace: folder.path)
    #expect(throws: Failure.self) { try library.sync() }
  }
}
