import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords

/// What becomes of readers that crash, hang, flood or lie: scripts in the place of footlight-read.
struct ForeignReaderTests {
  /// A folder with three files, and a reader that does this with the file that is named evil.
  private func reading(
    _ script: String, files: [String] = ["a", "evil", "c"], limit: Double = 30,
    output: Double = 100
  ) throws -> ForeignReading {
    let folder = try TemporaryFolder()
    for file in files { try folder.write("data/\(file)", file) }
    try folder.write(
      "bin/footlight-read",
      """
      #!/bin/sh
      while [ "$1" != -- ]; do shift; done
      shift
      echo '{"files":true,"calls":true}'
      number=0
      for file; do
        case $file in
        *evil*)
      \(script)
        ;;
        *) echo '{"file":'$number',"line":1,"record":{"text":"'${file##*/}'"}}'
           echo '{"file":'$number',"end":1}' ;;
        esac
        number=$((number + 1))
      done

      """)
    try ProgramFile.make(folder.path("bin/footlight-read"))
    let source = try ForeignReading.source(
      folder, kind: "xml", path: "data/*",
      [
        "records": .text("x"), "time_limit": .number(limit), "output_limit": .number(output),
      ], reader: folder.path("bin/footlight-read"))
    return ForeignReading(source, "text")
  }

  @Test(arguments: [
    ("kill -SEGV $$", "signal 11"), ("exit 3", "ended with 3"), ("exit 0", "ended with 0"),
    (#"echo '{"file":'$number',"line":4,"failed":"why","remedy":"what"}'"#, "why"),
  ])
  func `a crash costs the file that was read`(script: String, says: String) throws {
    let found = try reading(script)
    #expect(found.failure == nil)
    #expect(found.records == [[["a"]], [["c"]]])
    #expect(found.problems.count == 1)
    let problem = try #require(found.problems.first)
    #expect(problem.message.contains(says) && problem.remedy != nil)
    #expect(problem.location?.file.hasSuffix("evil") == true)
    // Of a single file nothing else is left.
    let alone = try reading(script, files: ["evil"])
    #expect(alone.records.isEmpty && alone.failure?.diagnostics.first?.message == problem.message)
  }

  @Test func `a reader that hangs is ended`() throws {
    let found = try reading("sleep 600", limit: 10)
    #expect(found.records == [[["a"]], [["c"]]])
    #expect(found.problems.first?.message.contains("longer than 10 seconds") == true)
  }

  @Test func `a reader that does not end costs nothing when it has read its files`() throws {
    let found = try reading(
      #"echo '{"file":'$number',"line":1,"record":{"text":"e"}}'; echo '{"file":'$number',"end":1}'; sleep 600"#
    )
    #expect(found.told.isEmpty && found.records == [[["a"]], [["c"]], [["e"]]])
  }

  @Test func `a reader that prints without end is ended`() throws {
    let line = #"{"file":0,"line":1,"record":{"text":"x"}}"#
    let found = try reading("yes '\(line)' || exit 1", files: ["evil"], output: 1)
    #expect(found.failure?.diagnostics.first?.code == .sourceReader)
  }

  @Test(arguments: [
    "echo nonsense", "echo '{}'", #"echo '{"file":99,"line":1,"record":{"a":1}}'"#,
    #"echo '{"file":'$number',"end":7}'"#, #"echo '{"file":'$number',"line":1,"record":[1]}'"#,
    #"echo '{"file":-1,"end":0}'"#, #"echo '{"files":true,"calls":true}'"#,
    #"head -c 18000000 /dev/zero | tr '\0' x"#,
  ])
  func `a reader that lies is not believed`(script: String) throws {
    let found = try reading(script)
    let told = try #require(found.failure?.diagnostics.first)
    #expect(told.code == .sourceReader && told.remedy != nil && told.location != nil)
    #expect(told.message.contains("cannot be right"))
  }

  @Test func `a record that is no JSON is a bad record`() throws {
    let found = try reading(
      #"echo '{"file":'$number',"line":9,"record":{"text":nonsense}}'; echo '{"file":'$number',"end":1}'"#
    )
    #expect(found.failure == nil && found.records == [[["a"]], [["c"]]])
    #expect(found.problems.first?.location?.line == 9)
    #expect(found.problems.first?.location?.file.hasSuffix("evil") == true)
  }

  @Test func `a program that is none of ours, or is missing, is named`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.xml", "<a/>")
    try folder.write("bin/footlight-read", "#!/bin/sh\necho 'no such thing' >&2\nexit 1\n")
    try ProgramFile.make(folder.path("bin/footlight-read"))
    let source = try ForeignReading.source(
      folder, kind: "xml", path: "a.xml", ["records": .text("a")],
      reader: folder.path("bin/footlight-read"))
    let other = ForeignReading(source, "text").failure?.diagnostics.first
    #expect(other?.code == .sourceReader && other?.message.contains("no such thing") == true)
    let missing = SisterProgram.read.isMissing.diagnostics.first
    #expect(missing?.remedy?.contains("--traits Complete") == true)
  }

  @Test func `of many files only those are read again that have changed`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "bin/footlight-read",
      """
      #!/bin/sh
      while [ "$1" != -- ]; do shift; done
      shift
      echo '{"files":true,"calls":false}'
      number=0
      for file; do
        echo ${file##*/} >> \(folder.path("log"))
        echo '{"file":'$number',"line":3,"record":{"text":"'$(cat $file)'"}}'
        echo '{"file":'$number',"end":1}'
        number=$((number + 1))
      done

      """)
    try ProgramFile.make(folder.path("bin/footlight-read"))
    for number in 10..<40 { try folder.write("data/\(number)", "text \(number)") }
    func read() throws -> (ForeignReading, [Substring]) {
      try folder.write("log", "")
      let source = try ForeignReading.source(
        folder, kind: "xml", path: "data/*", ["records": .text("a")], domain: "plants",
        reader: folder.path("bin/footlight-read"))
      let found = ForeignReading(source, "text")
      return (found, try folder.text("log").split(separator: "\n").sorted())
    }
    let (first, all) = try read()
    #expect(first.records == (10..<40).map { [["text \($0)"]] } && all.count == 30)
    #expect(first.remarks.map(\.severity) == [.note])
    let (second, none) = try read()
    #expect(second.records == first.records && second.places == first.places && none.isEmpty)
    try folder.write("data/20", "other 20")
    try FileOperations.system.remove(folder.path("data/30"))
    try folder.write("data/99", "text 99")
    let (third, changed) = try read()
    #expect(changed == ["20", "99"] && third.records.count == 30)
    #expect(third.records.dropFirst(10).first == [["other 20"]])
    #expect(third.records.last == [["text 99"]])
    // The same size and the same times, but for that of the change of status.
    try folder.write("data/21", "Text 21")
    #expect(try read().1 == ["21"])
  }
}
