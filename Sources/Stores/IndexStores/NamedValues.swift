/// Values in one text: each has its name, its size in bytes and itself, so that it may hold any character.
enum NamedValues {
  /// Appends a value; an empty one is left out.
  static func append(_ name: String, _ value: String, to text: inout String) {
    if !value.isEmpty { text += "\(name) \(value.utf8.count) \(value)\n" }
  }

  /// The values in their order, up to the first that is damaged.
  static func read(_ text: String) -> [(name: String, value: String)] {
    var found: [(String, String)] = []
    var rest = Array(text.utf8)[...]
    func word() -> String? {
      guard let end = rest.firstIndex(of: 0x20) else { return nil }
      let word = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      return word
    }
    while let name = word(), let size = word().flatMap({ Int($0) }), size >= 0, size < rest.count {
      found.append((name, String(decoding: rest.prefix(size), as: UTF8.self)))
      rest = rest.dropFirst(size + 1)
    }
    return found
  }
}
