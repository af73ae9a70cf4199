import FootlightPlatform
import TestSupport
import Testing

struct FileOperationsTests: ~Copyable {
  let folder: TemporaryFolder
  let files = FileOperations.system

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a file is written, cut off, overwritten and renamed`() throws {
    let path = folder.path("f")
    let bytes = ByteArena("abcdef")
    do {
      let file = try files.create(path)
      try file.write(bytes, bytes.all)
      try file.write(bytes, ByteRange(start: 0, count: 2))
      try file.write(bytes, ByteRange(start: 4, count: 2), at: 1)
      try file.truncate(to: 7)
      try file.synchronize()
      var read = ByteArena()
      #expect(try file.read(into: &read, at: 0, upTo: 3) == 3)
      #expect(read.text(read.all) == "aef")
    }
    try files.synchronize(path)
    try files.rename(path, to: folder.path("g"))
    try files.synchronizeFolder(folder.path)
    #expect(try folder.names() == ["g"])
    #expect(try folder.text("g") == "aefdefa")
  }

  @Test func `a link is not followed to the file that would be emptied`() throws {
    try folder.write("victim", "precious")
    try folder.link("f", to: "victim")
    #expect(failureCode { _ = try files.create(folder.path("f")) } != nil)
    #expect(try folder.text("victim") == "precious")
  }

  @Test func `an exclusive file must not be there`() throws {
    let path = try folder.write("f", "keep")
    #expect(failureCode { _ = try files.create(path, exclusively: true) } == .fileExists)
    #expect(try folder.text("f") == "keep")
  }

  @Test func `removing what is not there says so and is no failure`() throws {
    let path = try folder.write("f", "")
    #expect(try files.remove(path))
    #expect(try !files.remove(path))
    #expect(try !files.remove(folder.path("no/folder")))
    #expect(try !files.removeFolder(folder.path("none")))
    #expect(failureCode { try files.remove(folder.path) } != nil)
  }

  @Test func `folders are made with those above them, again without failure`() throws {
    let path = folder.path("a/b/c")
    #expect(failureCode { try files.createFolder(path) } == .fileMissing)
    try files.createFolder(path, parents: true)
    try files.createFolder(path, parents: true)
    #expect(try files.exists(path))
    try folder.write("file", "")
    #expect(failureCode { try files.createFolder(folder.path("file")) } == .fileExists)
    #expect(failureCode { try files.removeFolder(folder.path("a")) } == .fileExists)
  }

  @Test func `a tree is removed and links in it are not followed`() throws {
    let outside = try TemporaryFolder()
    try outside.write("keep", "x")
    try folder.write("tree/a/b/f", "x")
    try folder.write("tree/g", "x")
    link(outside.path, folder.path("tree/a/link"))
    try files.removeTree(folder.path("tree"))
    #expect(try folder.names().isEmpty)
    #expect(try outside.names() == ["keep"])
  }

  @Test func `replacing a file shows the old or the new, whatever fails`() throws {
    let path = try folder.write("f", "old")
    let bytes = ByteArena("new")
    let counting = Faults()
    try counting.files.replace(path, with: bytes)
    #expect(try folder.text("f") == "new")
    #expect(counting.count == 6, "\(counting.steps)")
    for number in 1...counting.count {
      try folder.write("f", "old")
      let faults = Faults(at: number, .diskFull)
      #expect(failureCode { try faults.files.replace(path, with: bytes) } == .diskFull)
      #expect(try folder.names() == ["f"])
      #expect(try folder.text("f") == (number == 6 ? "new" : "old"))
    }
  }

  @Test func `a step that is refused is not taken`() throws {
    let path = try folder.write("f", "x")
    for attempt: (FileOperations) throws -> Void in [
      { try $0.remove(path) }, { _ = try $0.create(path) }, { try $0.rename(path, to: path + "2") },
      { try $0.createFolder(path + "3") }, { _ = try FileLock(path: path + "4", files: $0) },
    ] {
      #expect(failureCode { try attempt(Faults(at: 1).files) } == .fileFailed)
    }
    #expect(try folder.names() == ["f"])
    #expect(try folder.text("f") == "x")
  }

  @Test func `looking changes nothing and is no step that can be lost`() throws {
    let faults = Faults(at: 1)
    #expect(try faults.files.exists(folder.path))
    #expect(try faults.files.list(folder.path).isEmpty)
    #expect(faults.count == 0)
  }
}
