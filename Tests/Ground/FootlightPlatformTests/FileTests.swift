import FootlightPlatform
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

struct FileTests: ~Copyable {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `what is written is read back, in parts and whole`() throws {
    let path = try folder.write("a/b/c.txt", "0123456789")
    let file = try File.open(path)
    var bytes = ByteArena("> ")
    #expect(try file.read(into: &bytes, at: 3, upTo: 4) == 4)
    #expect(try file.read(into: &bytes, at: 8, upTo: 100) == 2)
    #expect(try file.read(into: &bytes, at: 10, upTo: 100) == 0)
    #expect(try file.read(into: &bytes, at: 1_000_000, upTo: 1) == 0)
    #expect(bytes.text(bytes.all) == "> 345689")
    #expect(try file.size() == 10)
    #expect(try folder.text("a/b/c.txt") == "0123456789")
  }

  @Test func `a missing file is the caller's mistake`() throws {
    let path = folder.path("none")
    let missing = failure { _ = try File.open(path) }
    #expect(missing?.diagnostics.first?.code == .fileMissing)
    #expect(missing?.exitCode == 2)
    #expect(missing?.diagnostics.first?.location?.file == path)
    let below = try folder.write("file", "") + "/below"
    #expect(failureCode { _ = try File.open(below) } == .fileMissing)
    #expect(try FileStatus.of(path) == nil)
  }

  @Test func `a forbidden file is the machine's`() throws {
    // The superuser may read everything.
    guard getuid() != 0 else { return }
    let path = try folder.write("secret", "x")
    _ = unsafe chmod(path, 0)
    let forbidden = failure { _ = try File.open(path) }
    #expect(forbidden?.diagnostics.first?.code == .fileForbidden)
    #expect(forbidden?.exitCode == 3)
  }

  @Test func `a folder, a pipe or a device is no file`() throws {
    let pipe = folder.path("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    for path in [folder.path, pipe, "/dev/null"] {
      #expect(failureCode { _ = try File.open(path) } == .fileWrongKind)
    }
  }

  @Test(arguments: ["", "a\u{0}b", String(repeating: "x", count: 300)])
  func `a path that cannot exist is refused`(_ path: String) throws {
    #expect(failureCode { _ = try File.open(path) } == .filePath)
    #expect(failureCode { _ = try FileOperations.system.create(path) } == .filePath)
    #expect(failureCode { _ = try FileOperations.system.remove(path) } == .filePath)
  }

  @Test func `a loop of links is refused`() throws {
    let path = folder.path("loop")
    #expect(unsafe symlink(path, path) == 0)
    #expect(failureCode { _ = try File.open(path) } == .filePath)
  }

  @Test func `a file above the limit is refused`() throws {
    let path = try folder.write("f", "12345")
    #expect(try File.readWhole(path, limit: 5).count == 5)
    #expect(failureCode { _ = try File.readWhole(path, limit: 4) } == .fileTooLarge)
    #expect(try File.readWhole(try folder.write("empty", ""), limit: 0).count == 0)
  }

  @Test func `the status tells a change of contents apart`() throws {
    let path = try folder.write("f", "one")
    let before = try #require(try FileStatus.of(path))
    try folder.write("f", "three")
    let after = try #require(try FileStatus.of(path))
    #expect(before.kind == .file && before.size == 3 && after.size == 5)
    #expect(before.inode == after.inode && before.device == after.device)
    #expect(after.modified >= before.modified && after.changed >= before.changed)
    #expect(before.modified > 1_600_000_000_000_000_000)
    #expect(try File.open(path).status() == after)
  }

  @Test func `a link is itself or what it leads to`() throws {
    let target = try folder.write("target", "x")
    let link = folder.path("link")
    #expect(unsafe symlink(target, link) == 0)
    #expect(try FileStatus.of(link)?.kind == .file)
    #expect(try FileStatus.of(link, followingLinks: false)?.kind == .link)
  }
}
