import Footlight
import FootlightPlatform
import Testing

@testable import FootlightCommands

struct OpenerTests {
  @Test(arguments: [
    "https://example.org/a?b=c#d", "HTTP://example.org", "mailto:a@b.example",
    "https://example.org/东京",
  ])
  func `addresses of these kinds are opened`(_ url: String) throws {
    try LinkSafety.check(opening: url)
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "ssh://host", "/etc/passwd", "--help", "", "https",
    "https:", "vbscript:x", "https://a\nb", "https://a b", "https://a\u{202E}b", "file\u{0}:x",
  ])
  func `everything else is refused`(_ url: String) {
    // Without a program to open it: what is looked at first is the url.
    let failure = #expect(throws: Failure.self) { try Opener(path: "/nowhere").open(url) }
    #expect(failure?.diagnostics.map(\.code) == [.urlRefused] && failure?.exitCode == 2)
  }

  @Test func `a printed url is one line that no terminal obeys`() {
    let console = MemoryConsole().console()
    #expect(console.url("https://example.org/东京?q=%41") == "https://example.org/东京?q=%41")
    #expect(
      console.url("https://a/\u{1B}[2J\n\u{7F}\u{202E}") == "https://a/%1B[2J%0A%7F%E2%80%AE")
  }

  @Test func `without a program for it nothing is opened, and the machine is to blame`() {
    let failure = #expect(throws: Failure.self) {
      try Opener(path: "/nowhere:relative").open("https://example.org")
    }
    #expect(failure?.exitCode == 3)
  }
}
