import FootlightDiagnostics

extension Snapshot {
  /// Asks what people ask, of the names of some items, and drops the answers.
  ///
  /// The first query of a process pays for what it is the first to meet: pages of the program, types
  /// that the runtime makes, memory (decision 18).
  /// What fails here fails again when somebody asks, and is told then.
  func rehearse() {
    var everything = SearchOptions(limit: 3)
    everything.findsAll = true
    guard let items = try? search("", options: everything).hits else { return }
    var options = SearchOptions()
    options.timeoutMilliseconds = 20
    for text in Set(items.flatMap { Snapshot.rehearsal(of: $0.title) }) {
      _ = try? search(text, options: options)
    }
  }

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
