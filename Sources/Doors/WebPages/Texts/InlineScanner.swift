/// Finds the marks of a paragraph of Markdown, and pairs those of emphasis from the inside to the outside.
struct InlineScanner {
  /// A run of `*` or `_`.
  struct Run {
    var start: Int
    var count: Int
    let byte: UInt8
    let canOpen: Bool
    let canClose: Bool
    /// The sizes of the pairs that end and begin here, 1 or 2.
    var closed: [Int] = []
    var opened: [Int] = []
  }

  enum Mark {
    case text(Range<Int>)
    case code(Range<Int>)
    /// An address that stands in the text itself.
    case address(Range<Int>, Link)
    case literal(String)
    /// Nil for an address that no page leads to: its text stays.
    case linkStart(Link?)
    case linkEnd
    case delimiter(Run)
  }

  private(set) var marks: [Mark] = []
  /// How many bytes were looked at ahead of their turn, over all marks.
  private(set) var looks = 0
  private let bytes: [UInt8]
  private let hasMarks: Bool
  private var at = 0
  /// The marks of `[` that have no `]` yet.
  private var brackets: [Int] = []
  /// Lengths of runs of backticks that have no partner after them.
  private var lonelyBackticks: Set<Int> = []

  init(_ bytes: [UInt8], hasMarks: Bool) {
    self.bytes = bytes
    self.hasMarks = hasMarks
  }

  mutating func scan() {
    while at < bytes.count { step() }
    pairDelimiters()
  }

  private mutating func step() {
    let byte = bytes[at]
    if byte == UInt8(ascii: "h"), at == 0 || !isLetter(bytes[at - 1]), let end = endOfAddress(at) {
      marks.append(link(at..<end).map { .address(at..<end, $0) } ?? .text(at..<end))
      at = end
      return
    }
    guard hasMarks else { return plain() }
    switch byte {
    case UInt8(ascii: "\\"):
      // A backslash before punctuation hides itself.
      if at + 1 < bytes.count, isPunctuation(bytes[at + 1]) {
        marks.append(.text(at + 1..<at + 2))
        at += 2
      } else {
        plain()
      }
    case UInt8(ascii: "`"): code()
    case UInt8(ascii: "*"), UInt8(ascii: "_"): delimiter()
    case UInt8(ascii: "!") where at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "["):
      open(size: 2)
    case UInt8(ascii: "["): open(size: 1)
    case UInt8(ascii: "]"): close()
    case UInt8(ascii: "<"): tag()
    case UInt8(ascii: "&"): entity()
    default: plain()
    }
  }

  /// Takes what begins here up to the next byte that may be a mark.
  private mutating func plain() {
    let start = at
    at += 1
    while at < bytes.count, !"h\\`*_![]<&".utf8.contains(bytes[at]) { at += 1 }
    marks.append(.text(start..<at))
  }

  // MARK: Code and emphasis

  private mutating func code() {
    let start = at
    while at < bytes.count, bytes[at] == UInt8(ascii: "`") { at += 1 }
    let count = at - start
    if count <= 32, !lonelyBackticks.contains(count) {
      var search = at
      while let found = bytes[search...].firstIndex(of: UInt8(ascii: "`")) {
        let end = bytes[found...].firstIndex { $0 != UInt8(ascii: "`") } ?? bytes.count
        if end - found == count {
          marks.append(.code(at..<found))
          at = end
          return
        }
        search = end
      }
      looks += bytes.count - at
      lonelyBackticks.insert(count)
    }
    marks.append(.text(start..<at))
  }

  private mutating func delimiter() {
    let start = at
    let byte = bytes[at]
    while at < bytes.count, bytes[at] == byte { at += 1 }
    let before = start == 0 ? 0x20 : bytes[start - 1]
    let after = at == bytes.count ? 0x20 : bytes[at]
    let opens = after > 0x20 && (!isPunctuation(after) || before <= 0x20 || isPunctuation(before))
    let closes = before > 0x20 && (!isPunctuation(before) || after <= 0x20 || isPunctuation(after))
    // Within a word `_` is a letter like others: snake_case.
    let isLetter = byte == UInt8(ascii: "_")
    // A long run is a line that somebody drew.
    let isLine = at - start > 32
    marks.append(
      .delimiter(
        Run(
          start: start, count: at - start, byte: byte,
          canOpen: !isLine && opens && (!isLetter || !closes || isPunctuation(before)),
          canClose: !isLine && closes && (!isLetter || !opens || isPunctuation(after)))))
  }

  private mutating func pairDelimiters() {
    var openers: [Int] = []
    for place in marks.indices {
      guard case .delimiter(var closer) = marks[place] else { continue }
      if closer.canClose {
        // The nearest openers only: a text with thousands of lonely ones is no text.
        var depth = openers.count - 1
        let deepest = max(0, openers.count - 64)
        while depth >= deepest, closer.count > 0 {
          guard case .delimiter(var opener) = marks[openers[depth]] else { break }
          if opener.byte == closer.byte {
            while opener.count > 0, closer.count > 0 {
              let size = opener.count > 1 && closer.count > 1 ? 2 : 1
              opener.count -= size
              opener.opened.append(size)
              closer.count -= size
              closer.start += size
              closer.closed.append(size)
            }
            marks[openers[depth]] = .delimiter(opener)
            openers.removeSubrange((opener.count == 0 ? depth : depth + 1)...)
          }
          depth -= 1
        }
        marks[place] = .delimiter(closer)
      }
      if closer.canOpen, closer.count > 0 { openers.append(place) }
    }
  }

  // MARK: Links

  private mutating func open(size: Int) {
    brackets.append(marks.count)
    marks.append(.text(at..<at + size))
    at += size
  }

  /// Brackets with an address after them are a link; of an image its text stays.
  private mutating func close() {
    let start = at
    at += 1
    guard let opener = brackets.popLast(), let (address, end) = target(at) else {
      return marks.append(.text(start..<at))
    }
    guard case .text(let range) = marks[opener] else { return }
    let isImage = range.count == 2
    marks[opener] = .linkStart(isImage ? nil : link(address))
    marks.append(.linkEnd)
    at = end
  }

  /// The address in `(address "title")`, and where the whole ends.
  ///
  /// It is none where parentheses are nested deeper than in any address: what one `(` looks at in vain, few others do.
  private mutating func target(_ start: Int) -> (Range<Int>, Int)? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "(") else { return nil }
    let limit = min(bytes.count, start + 4_000)
    var depth = 0
    var end: Int?
    var quote = false
    for place in start..<limit {
      looks += 1
      switch bytes[place] {
      case UInt8(ascii: "\"") where end != nil: quote.toggle()
      case _ where quote: break
      case UInt8(ascii: "(") where depth == 8: return nil
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return (start + 1..<(end ?? place), place + 1) }
      case 0x0A where end == nil: return nil
      case 0x20 where end == nil: end = place
      default: break
      }
    }
    return nil
  }

  /// Where an address of the web ends that stands in the text here; nil when none does.
  private mutating func endOfAddress(_ start: Int) -> Int? {
    let schemes = ["https://", "http://"]
    guard let scheme = schemes.first(where: { bytes[start...].starts(with: $0.utf8) }) else {
      return nil
    }
    let limit = min(bytes.count, start + 2_000)
    var end = start + scheme.utf8.count
    while end < limit, bytes[end] > 0x20, !"<>\"`[]|".utf8.contains(bytes[end]) { end += 1 }
    looks += end - start
    // The mark that ends a sentence is none of the address; a parenthesis is when it was opened within.
    var surplus = bytes[start..<end].reduce(0) {
      $0 + ($1 == UInt8(ascii: ")") ? 1 : $1 == UInt8(ascii: "(") ? -1 : 0)
    }
    while end > start, ".,;:!?'*_)".utf8.contains(bytes[end - 1]) {
      if bytes[end - 1] == UInt8(ascii: ")") {
        guard surplus > 0 else { break }
        surplus -= 1
      }
      end -= 1
    }
    return end > start + scheme.utf8.count ? end : nil
  }

  private func link(_ range: Range<Int>) -> Link? {
    Link(outside: String(decoding: bytes[range], as: UTF8.self))
  }

  // MARK: Tags and entities

  /// An address in angle brackets, or a tag, which is left out.
  private mutating func tag() {
    let limit = min(bytes.count, at + 1_000)
    // No tag holds another one, so that no byte is looked at for two of them.
    let ending = bytes[at + 1..<max(at + 1, limit)].firstIndex {
      $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<")
    }
    looks += (ending ?? limit) - at
    guard let end = ending, bytes[end] == UInt8(ascii: ">") else { return plain() }
    let inner = bytes[at + 1..<end]
    if let link = link(at + 1..<end) {
      marks.append(.address(at + 1..<end, link))
    } else {
      let name = inner.drop { $0 == UInt8(ascii: "/") }.prefix { isLetter($0) }
      let tag = String(decoding: name, as: UTF8.self).lowercased()
      guard InlineScanner.tags.contains(tag) else { return plain() }
      if tag == "br" { marks.append(.literal("\n")) }
    }
    at = end + 1
  }

  private static let tags: Set<String> = [
    "a", "abbr", "b", "br", "cite", "code", "del", "em", "font", "i", "img", "ins", "kbd", "mark",
    "q", "s", "small", "span", "strong", "sub", "sup", "u", "var",
  ]

  private mutating func entity() {
    let limit = min(bytes.count, at + 12)
    guard let end = bytes[at..<limit].firstIndex(of: UInt8(ascii: ";")) else { return plain() }
    let name = String(decoding: bytes[at + 1..<end], as: UTF8.self)
    var scalar = InlineScanner.entities[name]
    if name.hasPrefix("#x") { scalar = UInt32(name.dropFirst(2), radix: 16) }
    if name.hasPrefix("#"), scalar == nil { scalar = UInt32(name.dropFirst()) }
    guard let scalar, scalar > 0, let character = Unicode.Scalar(scalar) else { return plain() }
    marks.append(.literal(String(character)))
    at = end + 1
  }

  /// Those that are met in running text.
  private static let entities: [String: UInt32] = [
    "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27, "nbsp": 0xA0, "copy": 0xA9,
    "ndash": 0x2013, "mdash": 0x2014, "hellip": 0x2026, "sect": 0xA7, "para": 0xB6,
    "lsquo": 0x2018, "rsquo": 0x2019, "ldquo": 0x201C, "rdquo": 0x201D, "bull": 0x2022,
  ]
}

private func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 &- 0x61 < 26 }

private func isPunctuation(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
  default: false
  }
}
