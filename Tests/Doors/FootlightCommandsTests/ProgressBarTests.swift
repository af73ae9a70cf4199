import FootlightPlatform
import Synchronization
import Testing

@testable import Footlight
@testable import FootlightCommands

struct ProgressBarTests {
  private let terminal = Terminal(
    readsFromTerminal: true, writesToTerminal: true, talksToTerminal: true)

  /// Reports progress at these milliseconds and returns what was drawn.
  private func drawn(at times: [Int64], terminal: Terminal) throws -> String {
    let memory = MemoryConsole()
    let now = Atomic<Int64>(0)
    var console = memory.console(terminal: terminal)
    let update = ProgressUpdate(
      domain: "books", phase: .reading, records: 1_200, bytes: 50, totalBytes: 100)
    try withoutActuallyEscaping({ @Sendable () -> Int64 in now.load(ordering: .relaxed) }) {
      console.clock = $0
      try ProgressBar(console).during { (progress) throws(Failure) in
        for time in times {
          now.store(time * 1_000_000, ordering: .relaxed)
          progress?(update)
        }
      }
      console.clock = { 0 }
    }
    return memory.talk
  }

  @Test func `short work shows nothing`() throws {
    #expect(try drawn(at: [10, 500, 1_000], terminal: terminal).isEmpty)
  }

  @Test func `long work shows a bar, not more than ten times a second, and wipes it away`() throws {
    let text = try drawn(at: [900, 1_100, 1_150, 1_180, 1_250], terminal: terminal)
    #expect(text.split(separator: "\r").count == 3)
    #expect(text.contains(" 33 %  1,200 records  "))
    #expect(text.contains("/s  3 s left  books"))
    #expect(text.hasSuffix("\r\u{1B}[K"))
  }

  @Test func `nothing is drawn where nobody looks on`() throws {
    #expect(try drawn(at: [5_000, 9_000], terminal: .none).isEmpty)
  }

  @Test func `several domains are one line that fits`() {
    let updates = [
      ProgressUpdate(domain: "b", phase: .reading, records: 10, bytes: 10, totalBytes: 100),
      ProgressUpdate(domain: "a", phase: .writing, records: 90, bytes: 100, totalBytes: 100),
      ProgressUpdate(domain: "c", phase: .finished, records: 5, bytes: 100, totalBytes: 100),
    ]
    let line = ProgressBar.line(updates, width: 80, style: .plain)
    #expect(line.hasSuffix("57 %  105 records  a, b"))
    #expect(columns(of: line) < 80)
    let merging = ProgressBar.line([updates[1]], width: 80, style: .plain)
    #expect(merging.hasSuffix(" 66 %  merging  90 records  a"), "all is read, and a third is left")
    #expect(ProgressBar.line([updates[2]], width: 80, style: .plain) == "")
  }

  @Test func `rate and time left follow from what was read so far`() {
    let update = ProgressUpdate(
      domain: "places", phase: .reading, records: 300_000, bytes: 25, totalBytes: 100)
    let line = ProgressBar.line([update], width: 100, style: .plain, seconds: 2)
    #expect(line.hasSuffix(" 16 %  300,000 records  150,000/s  11 s left  places"))
    let slow = ProgressBar.line([update], width: 100, style: .plain, seconds: 200)
    #expect(slow.contains("1,500/s  17 min left"))
  }

  @Test func `a line never reaches the last column of a narrow terminal`() {
    let update = ProgressUpdate(
      domain: "places", phase: .reading, records: 300_000, bytes: 25, totalBytes: 100)
    for style in [Style.plain, Style(isColourful: true)] {
      let line = ProgressBar.line([update], width: 50, style: style, seconds: 2)
      #expect(columns(of: line.replacing(/\u{1B}\[[0-9;]*m/, with: "")) < 50)
    }
  }
}
