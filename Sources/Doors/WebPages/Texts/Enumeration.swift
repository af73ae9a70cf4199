import FootlightPlatform

/// The enumerations of statutes and contracts, `(a)(1)(A)(i)`, each within the one before.
struct Enumeration {
  /// The kinds of marks, which tell the levels apart.
  private enum Kind: Equatable { case lower, digits, upper, roman, upperRoman }

  /// The marks that are open, from the outermost.
  private var open: [(kind: Kind, mark: String)] = []

  /// The marks of the parts that a text is in here, from the outermost.
  var path: [String] { open.map(\.mark) }

  /// The marks at the beginning of a line: of `(a)(1) Notice` these are `a` and `1`.
  static func marks(_ line: Substring) -> [String] {
    var marks: [String] = []
    var rest = line.drop(while: \.isWhitespace)
    while rest.first == "(", let close = rest.prefix(8).firstIndex(of: ")") {
      let mark = rest[rest.index(after: rest.startIndex)..<close]
      guard !mark.isEmpty, kinds(mark) != [] else { break }
      marks.append(String(mark))
      rest = rest[rest.index(after: close)...]
      // Either one more mark follows at once, or the text begins.
      if rest.first == " ", rest.dropFirst().first == "(" { rest = rest.dropFirst() }
    }
    guard !marks.isEmpty, rest.first.map({ $0 == " " || $0 == "\t" }) ?? true else { return [] }
    return marks
  }

  /// The kinds that a mark may be of; `i` is a letter and a number.
  private static func kinds(_ mark: Substring) -> [Kind] {
    let bytes = mark.utf8
    if bytes.allSatisfy({ $0.isDigit }) { return bytes.count <= 3 ? [.digits] : [] }
    let isLower = bytes.allSatisfy { (0x61...0x7A).contains($0) }
    let isUpper = bytes.allSatisfy { $0.isCapital }
    guard isLower || isUpper else { return [] }
    let isRoman = bytes.allSatisfy { "ivxlIVXL".utf8.contains($0) } && bytes.count <= 5
    let isLetter = bytes.count == 1 || bytes.count == 2 && bytes.first == bytes.last
    var kinds: [Kind] = []
    if isLetter { kinds.append(isLower ? .lower : .upper) }
    if isRoman { kinds.append(isLower ? .roman : .upperRoman) }
    return kinds
  }

  /// Goes on in an enumeration that is open, or opens one within the innermost.
  mutating func enter(_ mark: String) {
    let kinds = Enumeration.kinds(mark[...])
    // The next of an open enumeration wins: `i` follows `h`, and else begins small Roman numbers.
    let next = open.lastIndex {
      kinds.contains($0.kind) && Enumeration.follows(mark, $0.mark, $0.kind)
    }
    if let next {
      let kind = open[next].kind
      open.removeSubrange(next...)
      open.append((kind, mark))
      return
    }
    if let place = open.lastIndex(where: { kinds.contains($0.kind) }), !Enumeration.begins(mark) {
      let kind = open[place].kind
      open.removeSubrange(place...)
      open.append((kind, mark))
      return
    }
    if let place = open.firstIndex(where: { kinds.contains($0.kind) && kinds.count == 1 }) {
      open.removeSubrange(place...)
    }
    guard open.count < 6 else { return }
    open.append((Enumeration.begins(mark) && kinds.count > 1 ? kinds[1] : kinds[0], mark))
  }

  /// Whether a mark begins an enumeration.
  private static func begins(_ mark: String) -> Bool { ["a", "1", "A", "i", "I"].contains(mark) }

  /// Whether a mark is the next one after another.
  private static func follows(_ mark: String, _ before: String, _ kind: Kind) -> Bool {
    switch kind {
    case .digits: return Int(mark) == Int(before).map { $0 + 1 }
    case .lower, .upper:
      guard mark.utf8.count == 1, before.utf8.count == 1, let one = mark.utf8.first,
        let other = before.utf8.first
      else { return false }
      return one == other + 1
    case .roman, .upperRoman: return number(roman: mark) == number(roman: before) + 1
    }
  }

  private static func number(roman text: String) -> Int {
    let values = text.lowercased().map { ["i": 1, "v": 5, "x": 10, "l": 50][String($0)] ?? 0 }
    return values.enumerated().reduce(0) { sum, one in
      let next = one.offset + 1 < values.count ? values[one.offset + 1] : 0
      return sum + (one.element < next ? -one.element : one.element)
    }
  }
}
