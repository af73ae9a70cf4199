import FootlightPlatform

extension Snapshot {
  /// Asks what people ask, of the names of some items, and drops the answers.
  ///
  /// The first query of a process pays for what it is the first to meet: pages of the program, types
  /// that the runtime makes, memory (decision 18). Items of the first titles in order are often alike,
  /// as numbers are; names that begin with some letters have words.
  /// After a tenth of a second nothing more is begun.
  /// A failure here comes again when somebody asks, and is told then.
  func rehearse() {
    let end = world.monotonic() + 100_000_000
    var everything = SearchOptions(limit: 1)
    everything.findsAll = true
    guard let items = try? search("", options: everything).hits else { return }
    var names = items.map(\.title)
    for letter in Snapshot.letters where world.monotonic() < end {
      guard let found = try? suggest(letter, limit: 1, timeout: .milliseconds(20)) else { continue }
      names += found.suggestions.map(\.text)
    }
    var options = SearchOptions()
    options.timeout = .milliseconds(20)
    var asked: Set<String> = []
    for text in names.flatMap({ Snapshot.rehearsal(of: $0) }) where asked.insert(text).inserted {
      guard world.monotonic() < end else { return }
      _ = try? search(text, options: options)
    }
  }

  /// Letters that begin many words, of some scripts.
  private static let letters = ["a", "m", "s", "к", "م", "山"]

  /// Beginnings of a name, the name, words of it, one that is misspelt and one that nothing is like; plain
  /// words, whatever else the name may mean in a query.
  static func rehearsal(of title: String) -> [String] {
    let words = title.lowercased().split { !($0.isLetter || $0.isNumber) }.prefix(6)
    guard let first = words.first, let last = words.last else { return [] }
    let longest = words.max { $0.count < $1.count } ?? first
    return [
      String(first.prefix(1)), String(first.prefix(3)), "\(first) ",
      words.joined(separator: " ") + " ", "\(first) \(last.prefix(1))", "\(first) \(last) ",
      "\(longest.dropLast(2))\(String(longest.suffix(2).reversed())) ", "qxzv\(longest) ",
    ]
  }
}
