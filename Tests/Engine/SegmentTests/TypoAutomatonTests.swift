import TestSupport
import Testing

@testable import SearchEngine

/// How far terms are from a word, by bits and by the definition.
@Suite struct TypoAutomatonTests {
  /// Optimal string alignment by its table.
  private static func edits(_ a: [UInt32], _ b: [UInt32]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }

  private static func read(_ term: [UInt32], _ automaton: TypoAutomaton) -> TypoAutomaton.State {
    term.reduce(automaton.start) { automaton.step($0, $1) }
  }

  @Test(arguments: [1, 2])
  func `random terms are as far from a word as the table says`(limit: Int) {
    var random = SeededRandom.announced("typo automaton")
    let alphabet: [UInt32] = [0x61, 0x62, 0x63, 0x3B1, 0x1F600]
    for _ in 0..<4_000 {
      let word = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<5, using: &random)]
      }
      let term = (0..<Int.random(in: 1...10, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<5, using: &random)]
      }
      let automaton = TypoAutomaton(word, limit: limit)
      let state = TypoAutomatonTests.read(term, automaton)
      let far = TypoAutomatonTests.edits(word, term)
      #expect(automaton.distance(state) == (far <= limit ? far : 3), "\(word) \(term)")
      let reached = (1...term.count).map { TypoAutomatonTests.edits(word, Array(term.prefix($0))) }
      let nearest = reached.min() ?? 3
      #expect(state.reached == (nearest <= limit ? nearest : 3), "\(word) \(term)")
    }
  }

  @Test func `what is dead stays dead, and what is close is never dead before its end`() {
    var random = SeededRandom.announced("dead beginnings")
    for _ in 0..<1_000 {
      let word = (0..<8).map { _ in UInt32.random(in: 0x61...0x64, using: &random) }
      var term = word
      term.remove(at: Int.random(in: 0..<8, using: &random))
      term.insert(0x7A, at: Int.random(in: 0...7, using: &random))
      let automaton = TypoAutomaton(word, limit: 2)
      for length in 0...term.count {
        let state = TypoAutomatonTests.read(Array(term.prefix(length)), automaton)
        #expect(!automaton.isDead(state), "\(word) \(term)")
      }
      let dead = TypoAutomatonTests.read([0x79, 0x79, 0x79], automaton)
      #expect(automaton.isDead(dead))
      #expect(automaton.isDead(automaton.step(dead, word[3])))
    }
  }

  @Test func `the longest word is as good as any`() {
    let word = (0..<TypoLetters.longest).map { UInt32(0x61 + $0 % 26) }
    let automaton = TypoAutomaton(word, limit: 1)
    #expect(automaton.distance(TypoAutomatonTests.read(word, automaton)) == 0)
    let shorter = Array(word.dropLast())
    #expect(automaton.distance(TypoAutomatonTests.read(shorter, automaton)) == 1)
  }
}
