import FootlightPlatform
import Testing

@testable import FootlightCommands

struct CompletionsTests {
  private static let path = "/usr/local/bin:/usr/bin:/bin"

  private func script(_ shell: Shell) -> String { shell.completions(Command.all) }

  @Test(arguments: Shell.allCases)
  func `every command, option, letter and choice is completed`(_ shell: Shell) {
    let text = script(shell)
    for command in Command.all {
      let isThere = text.contains(command.name)
      #expect(isThere, "\(command.name)")
      for option in command.allOptions {
        let names = shell == .fish ? ["-l \(option.name)"] : [option.written]
        let letters = option.letter.map { shell == .fish ? ["-s \($0)"] : ["-\($0)"] } ?? []
        for word in names + letters + option.choices {
          let isThere = text.contains(word)
          #expect(isThere, "\(command.name): \(word)")
        }
      }
    }
  }

  @Test(arguments: Shell.allCases)
  func `the shell itself finds no mistake in its script, where it is installed`(
    _ shell: Shell
  ) throws {
    guard let program = Subprocess.find(shell.rawValue, path: Self.path) else { return }
    let file = "/tmp/footlight-completions-\(UInt64.random(in: 0 ... .max))"
    defer { _ = try? FileOperations.system.remove(file) }
    try FileOperations.system.replace(file, with: ByteArena(script(shell)))
    #expect(try Subprocess(program, ["-n", file]).run() == 0)
  }

  @Test(arguments: [
    ("footlight quer", "query"), ("footlight query --mat", "--match"),
    ("footlight query --match n", "none"), ("footlight completions z", "zsh"),
    ("footlight --color al", "always"), ("footlight status --ch", "--check"),
    ("footlight help dum", "dump"), ("footlight query -m a", "all any"),
  ])
  func `bash completes what is begun`(_ line: String, _ expected: String) throws {
    guard let bash = Subprocess.find("bash", path: Self.path) else { return }
    let file = "/tmp/footlight-completions-\(UInt64.random(in: 0 ... .max))"
    defer { for suffix in ["", ".out"] { _ = try? FileOperations.system.remove(file + suffix) } }
    let words = line.split(separator: " ").map { "'\($0)'" }
    let body =
      script(.bash) + "\nCOMP_WORDS=(\(words.joined(separator: " ")))"
      + "\nCOMP_CWORD=\(words.count - 1)\n_footlight\nprintf '%s ' \"${COMPREPLY[@]}\"\n"
    try FileOperations.system.replace(file, with: ByteArena(body))
    var process = Subprocess(bash, [file])
    process.output = file + ".out"
    #expect(try process.run() == 0)
    let said = try File.readWhole(file + ".out")
    #expect(said.text(said.all) == expected + " ")
  }

  @Test func `an unknown shell is the caller's mistake, and the nearest is proposed`() {
    let memory = MemoryConsole()
    #expect(memory.run("completions", "fisch") == 2)
    #expect(memory.talk.contains("did you mean 'fish'?"))
    #expect(memory.run("completions", "bash") == 0)
  }

  @Test func `the manual names every command, option, exit code and variable`() {
    let memory = MemoryConsole()
    #expect(memory.run("man") == 0)
    let text = memory.output.split(separator: "\\", omittingEmptySubsequences: false).joined()
    for command in Command.all {
      #expect(text.contains(".SS footlight \(command.name)"))
      for option in command.allOptions {
        let isThere = text.contains("fB\(option.written)fR")
        #expect(isThere, "\(option.written)")
      }
    }
    for (code, _) in ExitCode.meanings { #expect(text.contains(".B \(code)\n")) }
    for variable in EnvironmentVariable.all { #expect(text.contains(".B \(variable.name)\n")) }
    #expect(text.contains("footlight \(Tool.version)"))
  }

  @Test func `no line of the manual is taken for a request that is none`() throws {
    let known: Set<Substring> = [
      ".SH", ".SS", ".TP", ".PP", ".B", ".RS", ".RE", ".nf", ".fi", ".TH",
    ]
    let text = ManualPage(version: "1").text(Command.all)
    for line in text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      let request = line.split(separator: " ").first ?? line
      let isKnown = known.contains(request) || line.hasPrefix(#".\""#)
      #expect(isKnown, "\(line)")
    }
  }
}
