import Footlight
import FootlightPlatform
import TestSupport
import Testing

@testable import FootlightCommands

struct PickerStateTests {
  private static let size = TerminalSize(columns: 80, rows: 24)

  private func session(_ text: String = "") throws -> PickerSession {
    try PickerSession(SampleLibrary.shared().library, text: text, size: Self.size)
  }

  @Test func `TB-19: the hits are those of the library, in its order`() throws {
    let library = try SampleLibrary.shared().library
    for query in [
      "rule 12", "frcp", "court", "stranger", "party days 4", "東京", "costs OR records", "r",
    ] {
      let session = try session(query)
      let ids = try library.search(query, options: SearchOptions(limit: 24)).hits.map(\.address)
      #expect(session.state.hits.map(\.address) == ids, "\(query)")
    }
  }

  @Test func `an answer to an older question is ignored`() throws {
    var state = PickerState("rule", size: Self.size)
    let old = (number: state.number, question: state.question)
    _ = state.press(PressedKey(.text(" 12")))
    #expect(state.number == old.number + 1 && state.question.text == "rule 12")
    let hit = Hit(domain: "a", id: "1", title: "Old", tier: .exact)
    state.take(
      PickerAnswer(
        number: old.number, question: old.question,
        result: .success(Answer(query: "rule", total: 1, hits: [hit]))))
    #expect(state.hits.isEmpty && !state.hasAnswer)
    state.take(
      PickerAnswer(
        number: state.number, question: state.question,
        result: .success(Answer(query: "rule 12", total: 1, hits: [hit]))))
    #expect(state.hits == [hit])
  }

  @Test func `Enter waits for the answer to what was typed`() throws {
    var state = PickerState("rule", size: Self.size)
    func answer(_ title: String) -> PickerAnswer {
      let hit = Hit(domain: "a", id: title, title: title, tier: .exact)
      return PickerAnswer(
        number: state.number, question: state.question,
        result: .success(Answer(query: state.question.text, total: 1, hits: [hit])))
    }
    state.take(answer("first"))
    _ = state.press(PressedKey(.text(" 12")))
    let early = state.press(PressedKey(.enter))
    #expect(early == nil && state.picksWhenAnswered)
    state.take(answer("second"))
    #expect(state.pick() == .pick && state.chosenHit?.title == "second")
    _ = state.press(PressedKey(.text("3")))
    _ = state.press(PressedKey(.enter))
    _ = state.press(PressedKey(.backspace))
    #expect(!state.picksWhenAnswered, "another key takes it back")
  }

  @Test func `a preview of another hit is ignored`() throws {
    var session = try session("rule 12")
    let before = session.state.preview
    session.state.take(PickerPreview(address: "shows:s1"))
    #expect(session.state.preview?.address == before?.address && before?.item != nil)
  }

  @Test func `Enter picks the chosen hit, and nothing when there is none`() throws {
    var session = try session("rule 12")
    session.press(PressedKey(.down), PressedKey(.enter))
    #expect(session.request == .pick && session.state.chosen == 1)
    var empty = try self.session("zzzzqq")
    empty.press(PressedKey(.enter))
    #expect(empty.request == nil)
  }

  @Test func `Esc, Ctrl-C and Ctrl-G leave; Esc closes what is open first`() throws {
    for key in [PressedKey(.escape), .control("c"), .control("g")] {
      var session = try session("rule")
      session.press(key)
      #expect(session.request == .leave)
    }
    var session = try session("rule")
    session.press(PressedKey(.tab), PressedKey(.escape))
    #expect(session.request == nil && session.state.focus == .hits)
    session.press(PressedKey(.function(1)), PressedKey(.escape))
    #expect(session.request == nil && !session.state.showsKeys)
    session.press(.control("d"))
    #expect(session.request == nil, "Ctrl-D deletes while there is a line")
  }

  @Test func `arrows stop at both ends, and hits are loaded as they are reached`() throws {
    var session = try session("party")
    #expect(session.state.total == 120)
    session.press(PressedKey(.up))
    #expect(session.state.chosen == 0)
    for _ in 0..<200 { session.press(.control("n")) }
    #expect(session.state.chosen == 119 && session.state.hits.count == 120)
    let all = try SampleLibrary.shared().library.search("party", options: SearchOptions(limit: 200))
    #expect(session.state.hits.map(\.address) == all.hits.map(\.address))
    session.press(PressedKey(.pageUp), .control("p"))
    #expect(session.state.chosen < 118)
    session.press(PressedKey(.home, .control))
    #expect(session.state.chosen == 0)
  }

  @Test func `another letter begins at the first hit again`() throws {
    var session = try session("rule")
    session.press(PressedKey(.down), PressedKey(.down))
    session.type(" 1")
    #expect(session.state.chosen == 0)
  }

  @Test func `domains and values narrow, together and by turns`() throws {
    var session = try session("party")
    session.press(PressedKey(.tab))
    let offers = session.state.narrowing.offers
    #expect(offers.first?.kind == .domain("law.rules") && offers.first?.count == 120)
    #expect(
      session.state.narrowing.groups.map(\.name) == ["domain", "set", "year"])
    // The first value of the set.
    session.press(PressedKey(.down), PressedKey(.enter))
    #expect(session.state.total == 40 && session.state.narrowing.values.map(\.text) == ["FRAP"])
    #expect(session.state.hits.allSatisfy { $0.id.hasPrefix("FRAP") })
    session.press(PressedKey(.enter))
    #expect(session.state.total == 120 && session.state.narrowing.isEmpty)
    session.press(PressedKey(.enter), PressedKey(.tab), .control("u"))
    #expect(session.state.total == 40, "without words all that was chosen is there")
    session.press(PressedKey(.backspace))
    #expect(session.state.narrowing.isEmpty && session.state.hits.isEmpty)
  }

  @Test func `values with marks of the query language are taken literally`() {
    let values = [
      ChosenValue(attribute: "a", value: .text("x\"y\\z, w")),
      ChosenValue(attribute: "n", value: .number(2010)),
      ChosenValue(attribute: "a", value: .text("b")),
      ChosenValue(attribute: "t", value: .boolean(true)),
    ]
    #expect(ChosenValue.written(values) == ["a:\"x\\\"y\\\\z, w\",\"b\"", "n:2010", "t:true"])
  }

  @Test func `no keys trap, and every screen is whole`() throws {
    var random = SeededRandom(seed: 7)
    let keys: [PressedKey] = [
      PressedKey(.up), PressedKey(.down), PressedKey(.tab), PressedKey(.enter),
      PressedKey(.backspace), PressedKey(.pageDown), PressedKey(.pageUp),
      PressedKey(.left),
      PressedKey(.right), PressedKey(.text("r")), PressedKey(.text("u")), PressedKey(.text("東")),
      PressedKey(.text(" 1")),
      .control("t"),
      .control("w"), .control("r"), PressedKey(.function(1)), PressedKey(.escape),
      PressedKey(.down, .shift),
      PressedKey(.end, .control),
      PressedKey(.home, .control), .control("u"), .control("k"), .alt("b"),
    ]
    var session = try session()
    for _ in 0..<600 {
      session.press(keys[Int.random(in: 0..<keys.count, using: &random)])
      if Int.random(in: 0..<6, using: &random) == 0 {
        session.state.resize(
          TerminalSize(
            columns: Int.random(in: 1..<120, using: &random),
            rows: Int.random(in: 1..<40, using: &random)))
      }
      let grid = session.screen()
      #expect(grid.size == session.state.size)
      if let cursor = grid.cursor {
        #expect(cursor.row < grid.size.rows && cursor.column < grid.size.columns)
      }
    }
  }
}
