import FootlightPlatform
import Testing

@testable import FootlightCommands

struct ColourTests {
  private let terminal = Terminal(
    readsFromTerminal: true, writesToTerminal: true, talksToTerminal: true)

  private func isColourful(
    _ colours: Settings.Colours, terminal: Terminal, _ variables: [String: String] = [:]
  ) -> Bool {
    var console = MemoryConsole().console(terminal: terminal, variables: variables)
    var settings = Settings()
    settings.colours = colours
    console.choose(settings)
    return console.style.isColourful
  }

  @Test func `colours are for terminals`() {
    #expect(isColourful(.auto, terminal: terminal))
    #expect(!isColourful(.auto, terminal: .none))
  }

  @Test func `NO_COLOR switches them off unless it is empty`() {
    #expect(!isColourful(.auto, terminal: terminal, ["NO_COLOR": "1"]))
    #expect(isColourful(.auto, terminal: terminal, ["NO_COLOR": ""]))
    #expect(!isColourful(.auto, terminal: terminal, ["TERM": "dumb"]))
  }

  @Test func `whoever asks for colours gets them`() {
    #expect(isColourful(.always, terminal: .none, ["NO_COLOR": "1"]))
    #expect(!isColourful(.never, terminal: terminal))
  }

  @Test func `help has colours on a terminal alone`() {
    let (plain, colourful) = (MemoryConsole(), MemoryConsole())
    #expect(plain.run("--help") == 0 && colourful.run("--help", terminal: terminal) == 0)
    #expect(!plain.output.contains("\u{1B}") && colourful.output.contains("\u{1B}[1m"))
  }
}
