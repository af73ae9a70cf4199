#if Complete
  import DeclaredRecords
  import FootlightPlatform
  import ForeignRecords
  import TestSupport
  import Testing

  /// Documents within archives, read by footlight-read as they are used.
  struct ArchiveTests {
    private func read(
      _ name: String, _ bytes: [UInt8], _ fields: String...
    ) throws -> ForeignReading {
      let folder = try TemporaryFolder()
      try folder.write(name, bytes: bytes)
      return ForeignReading(
        try ForeignReading.source(folder, kind: "documents", path: name), fields)
    }

    private static let page = "<!doctype html><title>Page</title><p>Slipware"

    @Test func `each document of a zip file is a record with its path in the archive`() throws {
      let archive = zipped([
        ("papers/a.txt", "plain text"), ("papers/b.html", Self.page), ("logo.png", "no text"),
        ("__MACOSX/papers/._a.txt", "shadow"), ("papers/.hidden.txt", "hidden"),
      ])
      let found = try read("all.zip", archive, "member", "anchor", "title", "body", "path")
      #expect(found.told.isEmpty)
      #expect(
        found.records == [
          [["papers/a.txt"], ["papers/a.txt"], ["a"], ["plain text"], ["all.zip"]],
          [["papers/b.html"], ["papers/b.html"], ["Page"], ["Slipware"], ["all.zip"]],
        ])
    }

    @Test func `the place of a record is the number of its member, of parts as well`() throws {
      let archive = zipped([("a.txt", "one"), ("logo.png", "none"), ("b.txt", "two")])
      let found = try read("all.zip", archive, "member")
      #expect(found.places.map { $0.split(separator: ":").last } == ["1", "3"])
    }

    @Test func `a record that is too large names its member`() throws {
      let archive = zipped([
        ("a.txt", "one"), ("b.txt", String(repeating: "word ", count: 4 << 20)),
      ])
      let found = try read("all.zip", archive, "member")
      #expect(found.records == [[["a.txt"]]])
      #expect(found.problems.map { $0.message.contains("`b.txt`") } == [true])
      #expect(found.problems.map { $0.location?.line } == [2])
    }

    @Test func `a tar file is read as a zip file is`() throws {
      let found = try read(
        "all.tar", tar([("a.txt", "one"), ("b/c.md", "# Two")]), "member", "body")
      #expect(found.told.isEmpty)
      #expect(found.records.map(\.first) == [["a.txt"], ["b/c.md"]])
    }

    @Test func `where no process can be started, a PDF costs itself alone`() async {
      await #expect(processExitsWith: .exitCode(7)) {
        let folder = try TemporaryFolder()
        try folder.write("all.zip", bytes: zipped([("a.pdf", "%PDF-1.4"), ("b.txt", "two")]))
        var file = try ForeignFile(folder.path("all.zip"))
        var format = DocumentFormat(try #require(ForeignOptions(["documents"])))
        var printer = RecordPrinter(collecting: true)
        _ = Confinement.enter(network: false)
        try format.read(&file, &printer)
        let told = printer.collected
        exit(told.contains("\"passing\":\"`a.pdf`: ") && told.contains("\"body\":\"two\"") ? 7 : 2)
      }
    }

    @Test func `a broken document costs none of its neighbours`() throws {
      let archive = zipped([
        ("a.docx", "PK\u{3}\u{4} broken"), ("b.txt", "fine"), ("c.pdf", "%PDF-1.4 no"),
        ("inner.zip", "PK"),
      ])
      let found = try read("all.zip", archive, "member")
      #expect(found.records == [[["b.txt"]]])
      #expect(found.problems.allSatisfy { $0.remedy != nil })
      #expect(
        found.problems.map { $0.message.prefix { $0 != ":" } } == ["`a.docx`", "`c.pdf`"]
          || found.problems.map { $0.message.prefix { $0 != ":" } } == ["`a.docx`"])
    }

    @Test func `what is cut off or no archive is said`() throws {
      let archive = zipped([("a.txt", String(repeating: "word ", count: 2_000))])
      for bytes in [Array(archive.prefix(200)), Array("no archive at all".utf8), []] {
        let found = try read("all.zip", bytes, "member")
        #expect(found.records.isEmpty)
        #expect(!found.problems.isEmpty || found.failure != nil, "\(bytes.count) bytes")
      }
    }

    @Test func `a small archive that becomes large is refused, and names the member`() throws {
      // 40 MB of zeros in a few hundred bytes: blocks of one repeated byte (RFC 8878, section 3.1.1.2).
      let size = 320 << 17
      var bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x38]
      func block(_ kind: Int, _ count: Int, isLast: Bool = false) -> [UInt8] {
        let head = (isLast ? 1 : 0) | kind << 1 | count << 3
        return (0..<3).map { UInt8(truncatingIfNeeded: head >> (8 * $0)) }
      }
      bytes += block(0, 512) + tarHeader("bomb.txt", size)
      for _ in 0..<320 { bytes += block(1, 1 << 17) + [UInt8(ascii: "a")] }
      bytes += block(1, 1024, isLast: true) + [0]
      let found = try read("bomb.tzst", bytes, "member")
      #expect(found.records.isEmpty)
      let told = found.problems + (found.failure?.diagnostics ?? [])
      #expect(told.contains { $0.message.contains("too large when it is unpacked, at `bomb.txt`") })
    }

    private func tar(_ members: [(name: String, text: String)]) -> [UInt8] {
      var out: [UInt8] = []
      for (name, text) in members {
        let bytes = Array(text.utf8)
        out += tarHeader(name, bytes.count) + bytes
        out += [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
      }
      return out + [UInt8](repeating: 0, count: 1024)
    }

    /// The head of a member (POSIX.1-1988, ustar).
    private func tarHeader(_ name: String, _ size: Int) -> [UInt8] {
      var head = [UInt8](repeating: 0, count: 512)
      func set(_ text: String, at place: Int) {
        for (offset, byte) in text.utf8.enumerated() { head[place + offset] = byte }
      }
      func octal(_ number: Int, _ digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: digits - text.count) + text
      }
      set(name, at: 0)
      set("0000644", at: 100)
      set("0000000", at: 108)
      set("0000000", at: 116)
      set(octal(size, 11), at: 124)
      set("00000000000", at: 136)
      set("        ", at: 148)
      set("0", at: 156)
      set("ustar", at: 257)
      set("00", at: 263)
      set(octal(head.reduce(0) { $0 + Int($1) }, 6), at: 148)
      head[154] = 0
      head[155] = 0x20
      return head
    }
  }
#endif
