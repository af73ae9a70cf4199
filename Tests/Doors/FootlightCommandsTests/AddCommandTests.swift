import FootlightPlatform
import TestSupport
import Testing

@testable import FootlightCommands

/// What `add` asks, and what it does with the answer.
@Suite final class AddCommandTests {
  private let folder: TemporaryFolder
  private let memory = MemoryConsole()

  init() throws {
    folder = try TemporaryFolder()
    try FileOperations.system.createFolder(folder.path("domains"))
    try folder.write(
      "plants.csv", "id,name,latin\n1,Lesser Celandine,Ficaria verna\n2,Ramsons,Allium ursinum\n")
  }

  /// Runs `add` with a terminal on which somebody answers, or without one.
  private func add(_ words: String..., answer: String? = nil) throws -> Int32 {
    try run(words, answer: answer)
  }

  private func run(_ words: [String], answer: String? = nil) throws -> Int32 {
    let terminal =
      answer == nil
      ? Terminal.none
      : Terminal(readsFromTerminal: true, writesToTerminal: false, talksToTerminal: false)
    var console = memory.console(terminal: terminal, folder: folder.path)
    let typed = try folder.write("answer", answer ?? "")
    console.input = { (_) throws(Failure) in try ByteInput.open(typed) }
    return Tool.run(["add"] + words, on: console)
  }

  private var declared: [String] {
    get throws { try folder.names("domains").filter { $0.hasSuffix(".yaml") } }
  }

  @Test(arguments: ["y\n", "yes\n", " YES "])
  func `yes adds and builds`(answer: String) throws {
    #expect(try add(folder.path("plants.csv"), answer: answer) == 0)
    #expect(memory.talk.contains("Add domains/plants.yaml, copying 1 file, 72 B? [y/N]"))
    #expect(memory.output.contains("domain: plants") && memory.output.contains("Lesser Celandine"))
    #expect(memory.output.contains("plants  built  2 items"))
    #expect(try declared == ["plants.yaml"])
  }

  @Test(arguments: ["n\n", "\n", "", "yeah\n"])
  func `anything else adds nothing and exits with 1`(answer: String) throws {
    #expect(try add(folder.path("plants.csv"), answer: answer) == 1)
    #expect(try declared.isEmpty)
    #expect(try folder.names("domains").isEmpty)
  }

  @Test func `where nobody can be asked the proposal is printed and nothing is added`() throws {
    #expect(try add(folder.path("plants.csv")) == 2)
    #expect(memory.output.contains("domain: plants"))
    #expect(memory.talk.contains("add.not-confirmed") && memory.talk.contains("--yes"))
    #expect(try folder.names("domains").isEmpty)
  }

  // MARK: Data that a program reads

  @Test(arguments: [[], ["--yes"], ["--print"], ["--yes", "--print"]])
  func `no program reads a file where nobody can be asked`(options: [String]) throws {
    let list = try folder.write("works.bib", "@book{a, title={Slipware}}\n")
    #expect(try run(options + [list]) == 2)
    #expect(memory.talk.contains("add.program") && memory.talk.contains("bib2xml"))
    #expect(try declared.isEmpty && memory.output.isEmpty)
  }

  @Test(arguments: [[], ["--yes"], ["--print"]])
  func `no program reads a file after a no`(options: [String]) throws {
    let list = try folder.write("works.bib", "@book{a, title={Slipware}}\n")
    #expect(try run(options + [list], answer: "n\n") == 1)
    #expect(
      memory.talk.contains(
        "Run the program `bib2xml` on works.bib, now and at each sync? [y/N]"))
    #expect(try declared.isEmpty && memory.output.isEmpty)
  }

  @Test func `--yes asks nothing`() throws {
    #expect(try add("--yes", folder.path("plants.csv")) == 0)
    #expect(!memory.talk.contains("[y/N]") && memory.talk.contains("added domains/plants.yaml"))
    #expect(try declared == ["plants.yaml"])
  }

  @Test func `--print prints the declaration alone`() throws {
    #expect(try add("--print", folder.path("plants.csv")) == 0)
    #expect(memory.output.hasPrefix("# yaml-language-server:") && memory.talk.isEmpty)
    #expect(!memory.output.contains("Ramsons"))
    #expect(try folder.names("domains").isEmpty)
  }

  @Test func `what cannot be added does not keep the others out`() throws {
    try folder.write("birds.csv", "code,name\nA1,Robin\nB2,Wren\n")
    let code = try add(
      "--yes", folder.path("none.csv"), folder.path("plants.csv"), folder.path("birds.csv"))
    #expect(code == 2)
    #expect(memory.talk.contains("none.csv") && memory.output.contains("birds"))
    #expect(try declared == ["birds.yaml", "plants.yaml"])
  }

  @Test func `one name for several files is a mistake`() throws {
    #expect(try add("--name", "x", "a.csv", "b.csv") == 2)
    #expect(memory.talk.contains("--name"))
  }
}
