import Footlight
import FootlightPlatform
import Testing

@testable import WebInterface

/// The picture that an item names, and no other file.
struct PictureTests {
  private static let picture: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array("IHDR".utf8)

  @Test func `an item's picture is shown from the folder of its declaration`() throws {
    let served = try ServedWorkspace()
    let writer = try served.key("writer", [.push])
    let folder = served.library.workspace.folder
    try FileOperations.system.create(folder + "/domains/data/p.png").write(Self.picture.span)
    let line = "{\"id\":\"p\",\"title\":\"Pier\",\"cover\":\"data/p.png\"}\n"
    #expect(served.ask("POST", "/api/v1/domains/notes/records", [writer], body: line).status == 200)
    #expect(served.get("/notes/p").text.contains("<img src=\"/notes/p/picture\""))
    let reply = served.get("/notes/p/picture")
    #expect(reply.status == 200 && reply.header("Content-Type") == "image/png")
    #expect(reply.body == Self.picture && reply.header("X-Content-Type-Options") == "nosniff")
  }

  @Test(arguments: [
    "../footlight.png", "/etc/passwd", "data/shelf.jsonl", "data", "data/missing.png",
    "https://elsewhere.example/p.png", "data/../../footlight.png", "data/link.png",
  ])
  func `what lies elsewhere or is no picture is not sent`(_ name: String) throws {
    let served = try ServedWorkspace()
    let writer = try served.key("writer", [.push])
    let folder = served.library.workspace.folder
    try FileOperations.system.create(folder + "/footlight.png").write(Self.picture.span)
    let link = unsafe symlink(folder + "/footlight.png", folder + "/domains/data/link.png")
    #expect(link == 0)
    let line = "{\"id\":\"p\",\"title\":\"Pier\",\"cover\":\"\(name)\"}\n"
    #expect(served.ask("POST", "/api/v1/domains/notes/records", [writer], body: line).status == 200)
    #expect(served.get("/notes/p").status == 200)
    #expect(served.get("/notes/p/picture").status == 404)
  }
}
