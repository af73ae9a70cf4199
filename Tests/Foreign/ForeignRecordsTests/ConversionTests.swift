import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords

/// Files that a program converts before they are read.
struct ConversionTests {
  /// A folder with some files, and a program that notes for which of them it runs.
  private struct Desk: ~Copyable {
    let folder: TemporaryFolder

    init(_ files: Int, _ script: String) throws {
      let folder = try TemporaryFolder()
      for number in 0..<files {
        try folder.write("data/\(String(number + 1000).dropFirst()).bin", "text \(number)")
      }
      try folder.write(
        "convert.sh", "#!/bin/sh\necho \"${1##*/}\" >> \(folder.path("log"))\n\(script)\n")
      try ProgramFile.make(folder.path("convert.sh"))
      try folder.write("log", "")
      self.folder = folder
    }

    func read(
      _ kind: String, _ fields: (String, String), limit: Double = 30, allowed: Bool = true
    ) throws -> ForeignReading {
      let source = try ForeignReading.source(
        folder, kind: kind, path: "data/*.bin",
        ["convert": .list(["./convert.sh", "{path}"]), "time_limit": .number(limit)],
        domain: "papers", allowed: allowed)
      return ForeignReading(source, fields.0, fields.1)
    }

    /// For which files the program ran since it was last asked.
    func runs() throws -> [Substring] {
      let log = try folder.text("log").split(separator: "\n").sorted()
      try folder.write("log", "")
      return log
    }
  }

  @Test func `each file is converted once, and again when it has changed`() throws {
    let desk = try Desk(40, "echo; cat \"$1\"; echo ' converted'")
    let first = try desk.read("text", ("name", "body"))
    #expect(first.told.isEmpty)
    #expect(first.records.map { $0[1] } == (0..<40).map { ["text \($0) converted"] })
    #expect(try desk.runs().count == 40)
    #expect(try desk.read("text", ("name", "body")).records == first.records)
    #expect(try desk.runs() == [])
    try desk.folder.write("data/007.bin", "other")
    let second = try desk.read("text", ("name", "body"))
    #expect(second.records.dropFirst(7).first == [["007"], ["other converted"]])
    #expect(try desk.runs() == ["007.bin"])
  }

  @Test func `a script that the program is given is watched, too`() throws {
    let folder = try TemporaryFolder()
    try folder.write("data/a.bin", "text")
    try folder.write("conv.sh", "echo one")
    func read() throws -> (SourceStamp, [[[String]]]) {
      let source = try ForeignReading.source(
        folder, kind: "text", path: "data/*.bin",
        ["convert": .list(["sh", "conv.sh", "{path}"])], domain: "papers")
      return (try source.stamp(), ForeignReading(source, "body").records)
    }
    let first = try read()
    #expect(first.1 == [[["one"]]])
    try folder.replace("conv.sh", "echo another")
    let second = try read()
    #expect(second.0.text != first.0.text)
    #expect(second.1 == [[["another"]]])
  }

  @Test func `further files that the program reads are watched as its inputs`() throws {
    let folder = try TemporaryFolder()
    try folder.write("data/a.bin", "text")
    try folder.write("settings/tone", "loud")
    func read() throws -> (SourceStamp, [[[String]]]) {
      let source = try ForeignReading.source(
        folder, kind: "text", path: "data/*.bin",
        [
          "convert": .list(["sh", "-c", "cat settings/tone; echo; cat $0", "{path}"]),
          "inputs": .list(["settings/*"]),
        ], domain: "papers")
      return (try source.stamp(), ForeignReading(source, "body").records)
    }
    let first = try read()
    #expect(first.1 == [[["loud\ntext"]]])
    try folder.replace("settings/tone", "soft")
    let second = try read()
    #expect(second.0.text != first.0.text)
    #expect(second.1 == [[["soft\ntext"]]])
  }

  @Test func `what is kept is compared with its checksum`() throws {
    let desk = try Desk(3, "cat \"$1\"; echo; echo the very same words")
    let first = try desk.read("text", ("name", "body"))
    _ = try desk.runs()
    let cache = desk.folder.path("home/.cache/footlight/read")
    let name = try #require(
      try Folder.entries(of: cache).first { $0.name.hasSuffix(".sqlite") }?.name)
    #expect(try FileStatus.of(cache)?.permissions == 0o700)
    let whole = try File.readWhole(Path.join(cache, name))
    var bytes = whole.bytes(whole.all)
    let word = Array("very same".utf8)
    var flipped = 0
    for place in 0..<bytes.count - word.count where Array(bytes[place..<place + word.count]) == word
    {
      bytes[place] ^= 1
      flipped += 1
    }
    #expect(flipped == 3)
    try desk.folder.write("home/.cache/footlight/read/\(name)", bytes: bytes)
    #expect(try desk.read("text", ("name", "body")).records == first.records)
    #expect(try desk.runs().count == 3)
  }

  @Test func `what comes of it is read as Markdown or as a page`() throws {
    let markdown = try Desk(3, "printf -- '---\\nkind: x\\n---\\n'; cat \"$1\"")
    let found = try markdown.read("markdown", ("kind", "body"))
    #expect(found.records == (0..<3).map { [["x"], ["text \($0)"]] })
    let pages = try Desk(3, "printf '<title>'; cat \"$1\"; printf '</title><p>body'")
    let pageFound = try pages.read("html", ("title", "body"))
    #expect(pageFound.told.isEmpty)
    #expect(pageFound.records == (0..<3).map { [["text \($0)"], ["body"]] })
    _ = try pages.runs()
    #expect(try pages.read("html", ("title", "body")).records == pageFound.records)
    #expect(try pages.runs() == [])
  }

  @Test(arguments: ["text", "html"])
  func `a file that cannot be converted is a bad record`(kind: String) throws {
    let desk = try Desk(
      5,
      "case $1 in *002*) echo 'no such page' >&2; exit 7;; *003*) kill -9 $$;; esac; cat \"$1\"")
    let found = try desk.read(kind, ("name", "body"))
    #expect(found.failure == nil)
    #expect(found.records.map { $0[0] } == [["000"], ["001"], ["004"]])
    #expect(found.problems.count == 2)
    #expect(found.problems.first?.message.contains("exit code 7: no such page") == true)
    #expect(found.problems.last?.message.contains("signal 9") == true)
    #expect(found.problems.allSatisfy { $0.remedy != nil && $0.location != nil })
  }

  @Test func `a program that hangs is ended`() throws {
    let desk = try Desk(2, "case $1 in *000*) sleep 600;; esac; cat \"$1\"")
    let found = try desk.read("text", ("name", "body"), limit: 10)
    #expect(found.records == [[["001"], ["text 1"]]])
    #expect(found.problems.first?.message.contains("longer than 10 seconds") == true)
  }

  @Test func `it needs a permission, and a place for the file`() throws {
    let desk = try Desk(1, "cat \"$1\"")
    #expect(throws: Failure.self) {
      _ = try desk.read("text", ("name", "body"), allowed: false)
    }
    #expect(throws: Failure.self) {
      _ = try ForeignReading.source(
        desk.folder, kind: "text", path: "data/*.bin", ["convert": .list(["cat"])])
    }
  }
}
