import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import FootlightCommands

/// Kept screens: each file of `Screens` says what it shows, what is typed and pressed, and the screen then.
///
/// `FOOTLIGHT_KEEP_SCREENS=1 swift test --filter ScreenTests` writes the screens anew; read them before they
/// are kept.
struct ScreenTests {
  private static let folder = Path.join(Path.parent(of: #filePath) ?? "", "Screens")
  static let names = ((try? Folder.entries(of: folder)) ?? []).map(\.name).filter {
    $0.hasSuffix(".txt")
  }

  @Test func `there are screens`() {
    #expect(Self.names.count >= 12)
  }

  @Test(arguments: names)
  func `keys lead to the screen that was kept`(name: String) throws {
    let path = Path.join(Self.folder, name)
    let bytes = try File.readWhole(path)
    let kept = try KeptScreen(bytes.text(bytes.all))
    let drawn = try kept.drawn()
    if SystemServices.system.environment("FOOTLIGHT_KEEP_SCREENS") != nil {
      let text = kept.head + "---\n" + drawn
      let file = try FileOperations.system.create(path)
      try file.write(Array(text.utf8).span)
    } else {
      #expect(drawn == kept.screen, "\(name)")
    }
  }
}

/// A kept screen: what leads to it, and its text.
private struct KeptScreen {
  /// All above the line of hyphens.
  var head = ""
  /// All below it.
  var screen = ""
  private var commands: [(name: String, rest: String)] = []

  init(_ text: String) throws {
    var isHead = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if isHead, line == "---" {
        isHead = false
      } else if isHead {
        head += line + "\n"
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        if let name = parts.first, KeptScreen.names.contains(name) {
          commands.append((name, parts.count > 1 ? parts[1] : ""))
        }
      } else {
        screen += line + "\n"
      }
    }
    // The file ends with a line feed.
    if !screen.isEmpty { screen.removeLast() }
  }

  private static let names: Set<String> = [
    "size", "begin", "type", "press", "resize", "styles", "printing",
  ]

  private static let keys: [String: PressedKey] = [
    "Enter": PressedKey(.enter), "Tab": PressedKey(.tab), "Esc": PressedKey(.escape),
    "Up": PressedKey(.up), "Down": PressedKey(.down),
    "PgUp": PressedKey(.pageUp), "PgDn": PressedKey(.pageDown), "Backspace": PressedKey(.backspace),
    "F1": PressedKey(.function(1)),
    "Shift-Down": PressedKey(.down, .shift), "Shift-PgDn": PressedKey(.pageDown, .shift),
    "Left": PressedKey(.left),
    "Home": PressedKey(.home), "Ctrl-T": .control("t"), "Ctrl-End": PressedKey(.end, .control),
    "Ctrl-R": .control("r"),
  ]

  /// The screen after all that the head says, and the styles of its cells where it asks for them.
  func drawn() throws -> String {
    func size(_ text: String) -> TerminalSize {
      let numbers = text.split(separator: " ").compactMap { Int($0) }
      return TerminalSize(columns: numbers.first ?? 80, rows: numbers.last ?? 24)
    }
    let first = commands.first { $0.name == "size" }
    var session = try PickerSession(
      SampleLibrary.shared().library, text: commands.first { $0.name == "begin" }?.rest ?? "",
      purpose: commands.contains { $0.name == "printing" } ? .take : .open,
      size: size(first?.rest ?? ""))
    var showsStyles = false
    for (name, rest) in commands {
      switch name {
      case "type": session.type(rest)
      case "press":
        for word in rest.split(separator: " ") {
          session.press(try #require(KeptScreen.keys[String(word)], "\(word) is no key"))
          _ = session.screen()
        }
      case "resize": session.state.resize(size(rest))
      case "styles": showsStyles = true
      default: break
      }
    }
    let grid = session.screen()
    var lines = grid.lines
    if let cursor = grid.cursor, !showsStyles {
      lines.append("--- cursor at \(cursor.row), \(cursor.column)")
    }
    if showsStyles { lines += ["---"] + grid.styleLines }
    for (line, text) in zip(lines, grid.lines) where columns(of: line) > grid.size.columns {
      Issue.record("wider than the screen: \(text)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ScreenGrid {
  /// The styles of the rows, a letter a column, without the spaces at their ends.
  var styleLines: [String] {
    (0..<size.rows).map { row in
      var line = String(self[row: row].map(\.style.letter))
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

extension CellStyle {
  /// The letter that a kept screen writes for a cell of this style.
  var letter: Character {
    switch self {
    case .plain: " "
    case .prompt: "p"
    case .title: "t"
    case .match: "m"
    case .reason: "r"
    case .reasonMatch: "M"
    case .label: "l"
    case .address: "a"
    case .faint: "f"
    case .chosen: "c"
    case .chosenMatch: "C"
    case .warning: "w"
    }
  }
}
