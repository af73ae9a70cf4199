import FootlightPlatform
import Testing

@testable import FootlightCommands

/// What is sent over the line: at 20 kB/s a byte takes 50 µs, and a key should be there within a tenth of a second.
struct SlowLineTests {
  @Test func `a key sends at most 2,000 bytes, most keys a few hundred, moving less than that`()
    throws
  {
    let size = TerminalSize(columns: 80, rows: 24)
    var session = try PickerSession(SampleLibrary.shared().library, size: size)
    var painter = ScreenPainter(isColourful: true)
    let first = painter.bytes(for: session.screen()).count
    #expect(first < 3_000)
    var sent: [Int] = []
    for letter in "frcp 12" {
      session.type(String(letter))
      sent.append(painter.bytes(for: session.screen()).count)
    }
    #expect(sent.allSatisfy { $0 <= 3_000 }, "\(sent)")
    #expect(sent.reduce(0, +) / sent.count < 1_200, "\(sent)")
    session.press(.control("u"))
    session.type("rule")
    _ = painter.bytes(for: session.screen())
    session.press(.control("t"))
    _ = painter.bytes(for: session.screen())
    session.press(PressedKey(.down))
    #expect(painter.bytes(for: session.screen()).count < 300, "the marks of two rows")
    session.press(PressedKey(.left))
    #expect(painter.bytes(for: session.screen()).count < 12, "the cursor alone")
    #expect(painter.bytes(for: session.screen()).isEmpty)
  }
}
