import FootlightPlatform
import TestSupport
import Testing

/// The keys of `Shell/` in the shells themselves: what was picked is one word of the command line, whatever is in it,
/// and nothing of it is run.
struct ShellKeysTests {
  /// A shell without anybody's settings.
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// Where it is; nil where it is not installed.
    var path: String? {
      ["/bin", "/usr/bin", "/usr/local/bin"].map { Path.join($0, rawValue) }
        .first { (try? FileStatus.of($0)) != nil }
    }

    var arguments: [String] {
      switch self {
      case .bash: ["--norc", "--noprofile", "-i"]
      case .zsh: ["-f", "-i"]
      case .fish: ["--no-config", "-i"]
      }
    }
  }

  /// What a stranger's records can have as an id or an url.
  static let hostile = [
    "$(touch pwned)", "`touch pwned`", "x; touch pwned #", "a && touch pwned", "'; touch pwned; '",
    "\"; touch pwned; \"", "\\'; touch pwned; \\'", "a b  c", "-n", "--help", "~", "~root", "*",
    "?",
    "[a-z]*", "{a,b}", "!!", "!x", "^a^b", "$HOME", "${HOME}", "$((1+1))", "a\\nb", "a\\", "#",
    "=ls",
    "<pwned", ">pwned", "|touch pwned", "&touch pwned", "%s%n", "a\tb", "a\nb",
    "a\ntouch pwned\n b",
    "\u{1B}[31mred", "\u{1B}]0;title\u{7}", "é 日本 👩‍👩‍👧", "a\u{202E}b", "(touch pwned)", "a\u{7F}b",
  ]

  private static let source = Path.join(
    (0..<4).reduce(#filePath) { path, _ in Path.parent(of: path) ?? "" }, "Shell")

  @Test(arguments: Shell.allCases.filter { $0.path != nil })
  func `whatever is picked is one word of the command line`(_ shell: Shell) throws {
    let tool = try BuiltTool()
    try tool.write("bin/footlight", "#!/bin/sh\ncat picked\necho\n")
    try tool.makeExecutable("bin/footlight")
    let path = try #require(shell.path)
    var session = try TerminalSession(
      path, shell.arguments, in: tool.workspace,
      environment: [
        "PATH": "\(tool.workspace)/bin:/usr/bin:/bin", "PS1": "$ ", "INPUTRC": "/dev/null",
        "XDG_CONFIG_HOME": tool.workspace, "XDG_DATA_HOME": tool.workspace,
      ])
    try session.press("source \(Self.source)/pick.\(shell.rawValue); echo rea''dy\r")
    try session.waitForText("ready")
    for (place, picked) in Self.hostile.enumerated() {
      for key in ["f", "l"] {
        try tool.write("picked", picked)
        try tool.write("words", "")
        try session.press("printf '%s|' ,\u{18}\(key), > words; echo do''ne\(place)\(key)\r")
        try session.waitForText("done\(place)\(key)")
        // Words of a shell are separated by the bar of its format.
        #expect(try tool.read("words") == ",\(picked),|", "\(shell), \(picked.debugDescription)")
      }
    }
    try session.press("exit\r")
    _ = try session.end()
    #expect(try !tool.names("").contains("pwned"))
  }
}
