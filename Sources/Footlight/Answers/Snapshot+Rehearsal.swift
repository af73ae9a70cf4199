import FootlightDiagnostics

extension Snapshot {
  /// Asks what people ask, of the names of some items, and drops the answers.
  ///
  /// The first query of a process pays for what it is the first to meet: pages of the program, types
  /// that the runtime makes, memory. On 1.2 M items that is half a millisecond, more than the query.
  /// What fails here fails again when somebody asks, and is told then.
  func rehearse() {
    var everything = SearchOptions(limit: 3)
    everything.findsAll = true
    guard let items = try? search("", options: everything).hits else { return }
    for item in items {
      for text in Snapshot.rehearsal(of: item.title) { _ = try? search(text) }
    }
  }

  /// Beginnings of a name, the name, words of it, one that is misspelt and one that nothing is like.
  static func rehearsal(of title: String) -> [String] {
    let words = title.split(separator: " ").prefix(8)
    guard let first = words.first, let last = words.last else { return [] }
    let longest = words.max { $0.count < $1.count } ?? first
    var texts = [String(first.prefix(1)), String(first.prefix(3)), "\(first) ", "\(title) "]
    texts.append("\(first) \(last.prefix(1))")
    texts.append("\(first) \(last) ")
    texts.append("\(longest.dropLast(2))\(String(longest.suffix(2).reversed())) ")
    texts.append("qxzv\(longest) ")
    return texts
  }
}
