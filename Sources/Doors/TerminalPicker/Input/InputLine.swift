import TextAnalysis

/// The line in which somebody types, with its cursor; whole characters are moved over and deleted.
struct InputLine: Sendable, Hashable {
  private(set) var before = ""
  private(set) var after = ""

  /// More bytes are not taken: a query of this size finds nothing that a shorter one does not.
  static let longest = 4096

  var text: String { before + after }
  var isEmpty: Bool { before.isEmpty && after.isEmpty }

  init(_ text: String = "") {
    insert(text)
  }

  /// Types a text: line ends and tabs are spaces, what would command a terminal is left out.
  mutating func insert(_ text: String) {
    for scalar in text.unicodeScalars {
      let taken: Unicode.Scalar = scalar.properties.isWhitespace ? " " : scalar
      guard taken == " " || !taken.commandsTerminal else { continue }
      guard before.utf8.count + after.utf8.count < InputLine.longest else { return }
      before.unicodeScalars.append(taken)
    }
  }

  mutating func moveLeft() {
    if let last = before.popLast() { after = String(last) + after }
  }

  mutating func moveRight() {
    if !after.isEmpty { before.append(after.removeFirst()) }
  }

  mutating func moveToStart() {
    after = before + after
    before = ""
  }

  mutating func moveToEnd() {
    before += after
    after = ""
  }

  mutating func moveWordLeft() {
    let word = InputLine.lastWord(of: before)
    after = word + after
    before.removeLast(word.count)
  }

  mutating func moveWordRight() {
    let word = InputLine.firstWord(of: after)
    before += word
    after.removeFirst(word.count)
  }

  mutating func deleteBackward() {
    _ = before.popLast()
  }

  mutating func deleteForward() {
    if !after.isEmpty { after.removeFirst() }
  }

  mutating func deleteWordBackward() {
    before.removeLast(InputLine.lastWord(of: before).count)
  }

  mutating func deleteWordForward() {
    after.removeFirst(InputLine.firstWord(of: after).count)
  }

  mutating func deleteToStart() { before = "" }
  mutating func deleteToEnd() { after = "" }

  /// The last word with the spaces after it.
  private static func lastWord(of text: String) -> String {
    let end = text.lastIndex { $0 != " " } ?? text.startIndex
    let start = text[..<end].lastIndex(of: " ").map { text.index(after: $0) } ?? text.startIndex
    return String(text[start...])
  }

  /// The first word with the spaces before it.
  private static func firstWord(of text: String) -> String {
    let start = text.firstIndex { $0 != " " } ?? text.endIndex
    return String(text[..<(text[start...].firstIndex(of: " ") ?? text.endIndex)])
  }
}
