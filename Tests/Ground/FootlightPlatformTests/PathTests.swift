import FootlightPlatform
import Testing

struct PathTests {
  @Test(arguments: [
    ("a", "b", "a/b"), ("a/", "b", "a/b"), ("a", "/b", "/b"), ("", "b", "b"), ("a", "", "a"),
    ("/", "b", "/b"),
  ])
  func `a path joins a folder`(_ folder: String, _ path: String, _ joined: String) {
    #expect(Path.join(folder, path) == joined)
  }

  @Test(arguments: [
    ("a/b/c.md", "c.md", "c", "md", "a/b"), ("c.tar.gz", "c.tar.gz", "c.tar", "gz", nil),
    ("/c", "c", "c", "", "/"), ("a/.profile", ".profile", ".profile", "", "a"),
    ("a/b/", "b", "b", "", "a"), ("a//b", "b", "b", "", "a"), ("/", "", "", "", nil),
    ("name.", "name.", "name", "", nil),
  ])
  func `a path has a name, a stem, an extension and a folder`(
    _ path: String, _ name: String, _ stem: String, _ ending: String, _ parent: String?
  ) {
    #expect(Path.name(of: path) == name)
    #expect(Path.stem(of: path) == stem)
    #expect(Path.fileExtension(of: path) == ending)
    #expect(Path.parent(of: path) == parent)
  }

  @Test(arguments: [
    ("a/./b//c/", "a/b/c"), ("a/../b", "b"), ("../a", "../a"), ("a/../..", ".."), ("/..", "/"),
    ("/a/../../b", "/b"), (".", "."), ("", "."), ("a/..", "."),
  ])
  func `a path is told without detours`(_ path: String, _ plain: String) {
    #expect(Path.normalized(path) == plain)
  }

  @Test func `an absolute path begins where the process stands`() throws {
    #expect(try Path.absolute("a/../b") == Path.join(Path.currentFolder(), "b"))
    #expect(try Path.absolute("/x/./y") == "/x/y")
  }

  @Test func `a folder holds what lies in it and not what its name begins`() {
    #expect(Path.isInside("/a/b", "/a"))
    #expect(Path.isInside("/a", "/a"))
    #expect(Path.isInside("/a", "/"))
    #expect(!Path.isInside("/ab", "/a"))
    #expect(!Path.isInside("/", "/a"))
  }
}
