import Footlight
import FootlightPlatform
import Testing

@testable import FootlightCommands

struct CommandLineParserTests {
  private func parse(_ words: String...) throws -> CommandLineParser.Request {
    try CommandLineParser.parse(Command.renamed(words), commands: Command.all)
  }

  private func mistakes(_ words: String...) -> [Diagnostic] {
    do throws(Failure) {
      _ = try CommandLineParser.parse(Command.renamed(words), commands: Command.all)
      return []
    } catch {
      return error.diagnostics
    }
  }

  @Test func `the words behind the options are the operands, in their order`() throws {
    let request = try parse("query", "rule", "--limit", "3", "12")
    #expect(request.command?.name == "query")
    #expect(request.settings.operands == ["rule", "12"])
    #expect(request.settings.search.limit == 3)
  }

  @Test func `a value stands behind an equals sign, a space, or a letter`() throws {
    for words in [["--limit=7"], ["--limit", "7"], ["-n", "7"], ["-n7"], ["-n=7"]] {
      let request = try CommandLineParser.parse(["query", "x"] + words, commands: Command.all)
      #expect(request.settings.search.limit == 7, "\(words)")
    }
  }

  @Test func `switches share a hyphen`() throws {
    let settings = try parse("query", "-jn3", "x").settings
    #expect(settings.format == .json && settings.search.limit == 3)
  }

  @Test func `two hyphens end the options`() throws {
    let request = try parse("query", "--json", "--", "--limit", "-x", "--")
    #expect(request.settings.operands == ["--limit", "-x", "--"])
    #expect(request.settings.format == .json)
  }

  @Test func `text that was taken for an option is told, when text is missing`() {
    for word in ["-domain:books", "-dlaw"] {
      let remedy = mistakes("query", word).first?.remedy ?? ""
      #expect(remedy.hasSuffix("if '\(word)' is text, write -- before it"))
    }
    #expect(mistakes("query", "-n5").first?.remedy == "write 'footlight query TEXT…'")
  }

  @Test func `a single hyphen is an operand`() throws {
    #expect(try parse("query", "a", "-").settings.operands == ["a", "-"])
    #expect(try parse("query", "--batch", "-").settings.batchFile == "-")
  }

  @Test func `an empty text is a query`() throws {
    #expect(try parse("query", "").settings.operands == [""])
  }

  @Test func `options of every command may stand before its name`() throws {
    let request = try parse("--workspace", "here", "status", "--index=there")
    #expect(request.command?.name == "status")
    #expect(request.settings.workspace == "here" && request.settings.index == "there")
  }

  @Test func `a repeatable option adds, another is refused the second time`() throws {
    #expect(try parse("query", "-d", "a", "--domain=b", "x").settings.domains == ["a", "b"])
    #expect(mistakes("query", "--limit", "1", "-n2", "x").map(\.code) == [.repeatedOption])
    #expect(try parse("query", "--json", "--json", "x").settings.format == .json)
  }

  @Test func `two formats of output are refused, none is taken in silence`() throws {
    #expect(try parse("query", "--ids", "x").settings.format == .identifiers)
    #expect(mistakes("query", "--json", "--ids", "x").map(\.code) == [.repeatedOption])
  }

  @Test func `a misspelt command is answered with the nearest one`() {
    let found = mistakes("qeury", "x")
    #expect(found.map(\.code) == [.unknownCommand])
    #expect(found.first?.remedy == "did you mean 'query'?")
    #expect(mistakes("frobnicate").first?.remedy == "'footlight help --all' lists the commands")
  }

  @Test(arguments: [
    ("ls", "status --short"), ("list", "status --short"), ("update", "sync"), ("reload", "sync"),
    ("reindex", "sync --rebuild"), ("rm", "delete --built"), ("source", "allow --install-log"),
  ])
  func `a word of other tools is answered with what is meant`(word: String, command: String) {
    #expect(mistakes(word).first?.remedy == "did you mean '\(command)'?")
  }

  @Test(arguments: [
    (["search", "x"], ["query", "x"]),
    (["-w", "pull", "find", "x"], ["-w", "pull", "query", "x"]),
    (["domains", "--json"], ["status", "--short", "--json"]),
    (["--color=never", "rebuild", "books"], ["--color=never", "sync", "--rebuild", "books"]),
    (["remove", "books", "--declaration"], ["delete", "--built", "books", "--declaration"]),
    (["visit", "a:1", "--for", "x"], ["history", "visit", "a:1", "--for", "x"]),
    (["restore-user"], ["history", "restore-copy"]),
    (["pull", "--all"], ["store", "pull", "--all"]),
    (["source", "install", "people"], ["allow", "--install-log", "people"]),
    (
      ["source", "-w", "DIR", "install", "people"],
      ["allow", "--install-log", "-w", "DIR", "people"]
    ),
    (["source", "uninstall", "people"], ["allow", "--uninstall-log", "people"]),
    (["query", "--batch=-"], ["query", "--queries=-"]),
    (["index", "x", "--batch", "a"], ["index", "x", "--batch", "a"]),
    (["sync", "--strict"], ["sync", "--fail-ahead"]),
    (["query", "--strict", "x"], ["query", "--strict", "x"]),
    (["query", "--", "--batch"], ["query", "--", "--batch"]),
    (["query", "domains"], ["query", "domains"]),
  ])
  func `former names of commands and options go on`(former: [String], now: [String]) {
    #expect(Command.renamed(former) == now)
  }

  @Test func `help finds a command by its former name`() throws {
    #expect(try Command.named("pull").name == "store")
  }

  @Test func `a misspelt option is answered with the nearest one of its command`() {
    #expect(mistakes("query", "a", "--limt", "3").first?.remedy == "did you mean '--limit'?")
    #expect(mistakes("sync", "--limit", "3").map(\.code) == [.unknownOption])
  }

  @Test func `a word that begins with a hyphen may be meant as a word`() {
    let found = mistakes("query", "-5")
    #expect(found.map(\.code) == [.unknownOption])
    #expect(found.first?.remedy == "write -- before words that begin with a hyphen")
  }

  @Test func `all mistakes of a line are reported together`() {
    let found = mistakes("query", "--limt", "3", "--match", "most", "--offset", "-1", "x")
    #expect(found.map(\.code) == [.unknownOption, .wrongValue, .wrongValue])
  }

  @Test func `an option without its value says what belongs there`() {
    #expect(mistakes("query", "x", "--limit").first?.remedy == "write '--limit N'")
    #expect(mistakes("query", "x", "--domain", "--json").map(\.code) == [.missingValue])
    #expect(mistakes("query", "x", "--domain", "--").map(\.code) == [.missingValue])
  }

  @Test func `numbers are digits within their range`() {
    for text in ["", " 1", "+1", "-1", "1.0", "1e3", "٣", "1000000001", "99999999999999999999"] {
      #expect(mistakes("query", "x", "--limit=\(text)").map(\.code) == [.wrongValue], "\(text)")
    }
  }

  @Test func `sizes count by 1024, with or without a letter`() throws {
    for (text, size) in [
      ("67108864", 64 << 20), ("64M", 64 << 20), ("64mb", 64 << 20), ("65536KiB", 64 << 20),
      ("2G", 2 << 30),
    ] {
      #expect(try parse("sync", "--memory", text).settings.memory == size, "\(text)")
    }
    for text in ["1M", "64X", "M", "1.5G", "99999999999999G", "9223372036854775807K"] {
      #expect(mistakes("sync", "--memory", text).map(\.code) == [.wrongValue], "\(text)")
    }
  }

  @Test func `operands are counted`() {
    #expect(mistakes("allow").map(\.code) == [.missingOperand])
    #expect(mistakes("show", "a:1", "a:2").map(\.code) == [.surplusOperand])
    #expect(mistakes("mcp", "x").map(\.code) == [.surplusOperand])
    #expect(mistakes("init", "a", "b").map(\.code) == [.surplusOperand])
    #expect(mistakes("sync").isEmpty)
  }

  @Test func `whoever asks for help gets it, whatever else is on the line`() throws {
    #expect(try parse("query", "--limt", "--help").settings.wantsHelp)
    #expect(try parse("-h").settings.wantsHelp)
    #expect(try parse("--version").settings.wantsVersion)
  }

  @Test func `what was typed is shown and never obeyed`() {
    #expect(mistakes("\u{1B}[31m").first?.message == "unknown command '␛[31m'")
    #expect(mistakes("sync", "--\u{202E}x").first?.message == "unknown option '--\\u{202e}x'")
  }

  @Test func `help names the commands of every day first, and all of them when it is asked`() {
    let memory = MemoryConsole()
    #expect(memory.run("--help") == 0)
    let lines = memory.output.split(separator: "\n").map(String.init)
    #expect(lines.contains("Every day:") && lines.contains("Other commands:"))
    let described = lines.prefix { $0 != "Other commands:" }
      .compactMap { $0.hasPrefix("  ") ? $0.split(separator: " ").first.map(String.init) : nil }
    #expect(described.filter { name in Command.all.contains { $0.name == name } }.count == 10)
    let whole = MemoryConsole()
    #expect(whole.run("help", "--all") == 0)
    for command in Command.all { #expect(whole.output.contains("\n  \(command.name)")) }
  }

  @Test func `mistakes are objects of JSON for who asks for JSON`() {
    for words in [["query", "--json", "--match", "most", "x"], ["sync", "--jsn", "-j"]] {
      let memory = MemoryConsole()
      #expect(memory.run(words) == 2)
      #expect(memory.output.isEmpty && memory.talk.hasPrefix("{\"code\":\"usage."))
      #expect(memory.talk.contains("\"severity\":\"error\"") && memory.talk.hasSuffix("}\n"))
    }
  }
}
