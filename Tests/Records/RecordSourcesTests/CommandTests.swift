import FootlightPlatform
import FootlightTesting
import TestSupport
import Testing

@testable import DeclaredRecords
@testable import SourceKinds

/// Records that a program prints.
struct CommandTests {
  private func settings(_ script: String, _ folder: borrowing TemporaryFolder) -> DeclaredProgram {
    DeclaredProgram("/bin/sh", ["-c", script], folder: folder.path)
  }

  private func read(
    _ settings: DeclaredProgram, _ cancellation: Cancellation = Cancellation()
  ) -> (seen: Seen, remarks: [Diagnostic]) {
    do throws(Failure) {
      let plan = FieldPlan("a")
      let reader = try CommandSource(settings).open(plan, cancellation: cancellation)
      return (readAll(reader, slots: 1), reader.remarks())
    } catch {
      return (Seen(failure: error), [])
    }
  }

  @Test func `every line that the program prints is a record`() throws {
    let folder = try TemporaryFolder()
    try folder.write("lines", "{\"a\":1}\n\n{\"a\":\"x\"}")
    let (seen, remarks) = read(settings("cat lines; echo talk >&2", folder))
    #expect(seen.values == [[["number 1"]], [["\"x\""]]])
    #expect(seen.failure == nil && seen.problems.isEmpty)
    #expect(remarks.map(\.message) == ["the program says: talk"])
    #expect(remarks.map(\.severity) == [.note])
  }

  @Test func `lines are whole however the program writes them`() throws {
    let folder = try TemporaryFolder()
    let (seen, _) = read(
      settings(
        """
        printf '{"a":'; sleep 0.05; printf '1}\\n{"a"'; sleep 0.05; printf ':2}\\n'
        i=3; while [ $i -le 30000 ]; do echo "{\\"a\\":$i,\\"more\\":\\"some text to fill a block\\"}"
        i=$((i+1)); done
        """, folder))
    #expect(seen.failure == nil)
    #expect(seen.values == (1...30_000).map { [["number \($0)"]] })
    #expect(seen.records.map(\.number) == Array(1...30_000))
  }

  @Test func `a line that is no object is bad, with its line`() throws {
    let folder = try TemporaryFolder()
    let (seen, _) = read(settings("echo '{\"a\":1}'; echo nonsense; echo '{\"a\":2}'", folder))
    #expect(seen.records.map(\.number) == [1, 3])
    #expect(seen.places == ["2:1"])
  }

  @Test func `a program that fails ends the read, and says why`() throws {
    let folder = try TemporaryFolder()
    for (script, message) in [
      ("echo '{\"a\":1}'; echo first >&2; echo second >&2; exit 3", "exit code 3"),
      ("kill -9 $$", "signal 9"), ("exec /no/such/program", "exit code 127"),
    ] {
      let failure = read(settings(script, folder)).seen.failure
      let first = failure?.diagnostics.first
      #expect(first?.code == .sourceProgram && first?.remedy != nil)
      #expect(first?.message.contains(message) == true)
      if message == "exit code 3" {
        #expect(
          failure?.diagnostics.dropFirst().map(\.message) == [
            "the program says: first", "the program says: second",
          ])
      }
    }
  }

  @Test func `a program that says too much on standard error is neither stuck nor kept whole`()
    throws
  {
    let folder = try TemporaryFolder()
    let (seen, remarks) = read(
      settings(
        "i=0; while [ $i -lt 20000 ]; do echo complaint $i >&2; i=$((i+1)); done; echo '{\"a\":1}'",
        folder))
    #expect(seen.records.count == 1 && seen.failure == nil)
    #expect(remarks.count == 10 && remarks.last?.message == "the program says: complaint 19999")
  }

  @Test func `a program that takes too long, prints too much or eats memory is ended`() throws {
    let folder = try TemporaryFolder()
    var slow = settings("sleep 1000", folder)
    slow.limits.timeLimit = 200_000_000
    #expect(read(slow).seen.failure?.diagnostics.first?.remedy?.contains("time_limit") == true)
    var chatty = settings("yes '{\"a\":1}'", folder)
    chatty.limits.outputLimit = 3 << 20
    #expect(read(chatty).seen.failure?.diagnostics.first?.remedy?.contains("output_limit") == true)
    var hungry = settings("a=x; while :; do a=$a$a$a$a; done", folder)
    hungry.limits.memoryLimit = 64 << 20
    hungry.limits.timeLimit = 60_000_000_000
    #expect(read(hungry).seen.failure?.diagnostics.first?.remedy?.contains("memory_limit") == true)
  }

  @Test func `a cancelled read ends the program and all that it has started`() throws {
    let folder = try TemporaryFolder()
    let cancellation = Cancellation()
    let script = "sleep 1000 & echo $! > child; echo $$ > parent; mv parent ready; wait"
    let ready = folder.path("ready")
    let running = settings(script, folder)
    Workers.run(2) { number in
      if number == 0 {
        let failure = read(running, cancellation).seen.failure
        #expect(failure?.diagnostics.map(\.code) == [.cancelled])
      } else {
        #expect(Waiting.until { (try? FileStatus.of(ready)) != .some(.none) })
        cancellation.cancel()
      }
    }
    for name in ["child", "ready"] {
      let number = try Int32(folder.text(name).filter(\.isNumber)) ?? 0
      #expect(number > 1)
      // What was killed may wait for a moment to be collected by its new parent.
      var tries = 0
      while isRunning(number), tries < 1_000_000 { tries += 1 }
      #expect(!isRunning(number))
    }
  }

  @Test func `a program has ended when it has, whoever holds its output open`() throws {
    let folder = try TemporaryFolder()
    var running = settings("sleep 1000 & echo $! > child; echo '{\"a\":1}'", folder)
    running.limits.timeLimit = 30_000_000_000
    let (seen, _) = read(running)
    #expect(seen.records.count == 1 && seen.failure == nil)
    let number = try Int32(folder.text("child").filter(\.isNumber)) ?? 0
    #expect(number > 1)
    var tries = 0
    while isRunning(number), tries < 1_000_000 { tries += 1 }
    #expect(!isRunning(number))
  }

  @Test func `a script among the words of a program is part of its look`() throws {
    let folder = try TemporaryFolder()
    try folder.write("conv.sh", "echo '{\"a\":1}'")
    let source = CommandSource(
      DeclaredProgram("/bin/sh", ["conv.sh", "--quick"], folder: folder.path))
    let before = try source.stamp().text
    #expect(try source.stamp().text == before)
    try folder.replace("conv.sh", "echo '{\"a\":2}'")
    #expect(try source.stamp().text != before)
    #expect(try source.files() == [folder.path("conv.sh")])
  }

  @Test func `what a program leaves running ends with it`() throws {
    let folder = try TemporaryFolder()
    let (seen, _) = read(
      settings("sleep 1000 >/dev/null 2>&1 & echo $! > child; echo '{\"a\":1}'", folder))
    #expect(seen.records.count == 1 && seen.failure == nil)
    let number = try Int32(folder.text("child").filter(\.isNumber)) ?? 0
    #expect(number > 1)
    var tries = 0
    while isRunning(number), tries < 1_000_000 { tries += 1 }
    #expect(!isRunning(number))
  }

  @Test(arguments: [
    // A session of its own; a second fork; both, and a good end of the program.
    "setsid sleep 1000 >/dev/null 2>&1 & sleep 1000",
    "(setsid sleep 1000 >/dev/null 2>&1 &) ; sleep 1000",
    "(setsid sleep 1000 >/dev/null 2>&1 &) ; (setsid sh -c 'sleep 1000; :' >/dev/null 2>&1 &)",
  ])
  func `a process that leaves group and parent ends with its program`(_ script: String) throws {
    let folder = try TemporaryFolder()
    // The argument tells the processes of this test from all others.
    let seconds = "\(UInt32.random(in: 1_000_000...99_000_000))"
    var escaping = settings(script.replacing("1000", with: seconds) + "; echo '{\"a\":1}'", folder)
    escaping.limits.timeLimit = 500_000_000
    _ = read(escaping)
    var tries = 0
    while !sleepers(seconds).isEmpty, tries < 1_000 { tries += 1 }
    #expect(sleepers(seconds).isEmpty)
  }

  /// The processes whose arguments hold a text.
  private func sleepers(_ text: String) -> [Int32] {
    ((try? Folder.entries(of: "/proc")) ?? []).compactMap { entry in
      guard let number = Int32(entry.name), isRunning(number),
        let line = try? File.readWhole("/proc/\(number)/cmdline")
      else { return nil }
      return line.text(line.all).contains(text) ? number : nil
    }
  }

  /// Whether a process does more than wait to be collected.
  private func isRunning(_ process: Int32) -> Bool {
    guard let status = try? File.readWhole("/proc/\(process)/stat") else { return false }
    return !status.text(status.all).contains(") Z ")
  }

  @Test func `a line without end is refused`() throws {
    let folder = try TemporaryFolder()
    let reader = CommandReader(
      settings("yes x | tr -d '\\n'", folder), try JSONLinesFormat(FieldPlan("a")),
      .system, Cancellation(), recordLimit: 1 << 20)
    #expect(readAll(reader, slots: 1).failure?.diagnostics.map(\.code) == [.recordTooLong])
  }

  @Test func `inputs tell whether the program must run, without them nothing does`() throws {
    let folder = try TemporaryFolder()
    try folder.write("data", "1")
    var command = settings("cat data", folder)
    #expect(try CommandSource(command).stamp().isFresh)
    command.inputs = folder.selection("data")
    let system = SystemServices(
      now: { 4_000_000_000 }, monotonic: SystemServices.system.monotonic,
      environment: SystemServices.system.environment, files: .system,
      terminal: SystemServices.system.terminal)
    let source = CommandSource(command, system)
    let before = try source.stamp()
    #expect(!before.isFresh)
    #expect(try source.stamp() == before)
    try folder.write("data", "22")
    #expect(try source.stamp().text != before.text)
    #expect(try source.files() == [folder.path("data")])
  }

  @Test func `a declaration names its program as a list, and needs a permission`() throws {
    let folder = try TemporaryFolder()
    try folder.write("tool.sh", "echo '{\"a\":\"'\"$1\"'\"}'")
    func kind(_ command: [String], allows: Bool = true) throws(Failure) -> any RecordSource {
      let place = SourceLocation(file: "d.yaml", line: 3)
      return try SourceKind.command.makeSource(
        SourceDefinition(
          kind: "command", settings: ["command": Setting(.list(command), at: place)],
          folder: folder.path, location: place, allowsOutside: allows), .system)
    }
    let source = try kind(["sh", "./tool.sh", "a b $HOME; x"])
    let seen = readAll(try source.open(FieldPlan("a")), slots: 1)
    #expect(seen.values == [[["\"a b $HOME; x\""]]])
    #expect(failureCode { _ = try kind(["sh"], allows: false) } == .needsPermission)
    #expect(failureCode { _ = try kind(["./nothing.sh"]) } == .sourceMissing)
    #expect(failureCode { _ = try kind(["no-such-program-anywhere"]) } == .sourceMissing)
    #expect(failureCode { _ = try kind([]) } == .sourceSetting)
  }

  @Test func `programs keep the contract of sources`() throws {
    let folder = try TemporaryFolder()
    let lines = #"{"id":"1","name":"alpha"}"# + "\n" + #"{"id":2,"name":"b,c"}"# + "\n"
    let path = try folder.write("lines", lines + #"{"id":3,"name":"三"}"#)
    var good = settings("cat lines", folder)
    good.inputs = folder.selection("lines")
    let contract = RecordSourceContract(
      source: CommandSource(good), fields: ["id", "name"],
      expected: [["1", "alpha"], ["2", "b,c"], ["3", "三"]],
      change: { () throws(Failure) in
        try FileOperations.system.create(path).write(Array("{}".utf8).span)
      },
      hostile: ["echo '['", "echo nonsense", "exit 1", "head -c 100 /dev/zero"].map {
        RecordSourceContract.Hostile($0, CommandSource(settings($0, folder)))
      })
    #expect(contract.violations() == [])
  }
}
