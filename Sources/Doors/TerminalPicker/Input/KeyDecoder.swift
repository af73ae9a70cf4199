/// Turns the bytes that a terminal sends into keys: UTF-8, control characters, the sequences of VT220 and
/// xterm, and pasted text between its brackets.
///
/// Bytes may come in any pieces. What is unknown is dropped, and so is what never ends: nothing grows
/// without a bound.
struct KeyDecoder: Sendable {
  private var waiting: [UInt8] = []
  private var pasted: [UInt8]?

  /// As much of a pasted text is taken.
  private static let longestPaste = 1 << 14
  /// A longer sequence is none.
  private static let longestSequence = 64
  private static let endOfPaste = Array("\u{1B}[201~".utf8)

  /// Whether bytes wait for more of them: a lone escape is a key only when nothing follows soon.
  var isWaiting: Bool { !waiting.isEmpty && pasted == nil }

  /// Takes in bytes, and returns the keys that are complete.
  mutating func keys(_ bytes: [UInt8]) -> [PressedKey] {
    waiting += bytes
    var found: [PressedKey] = []
    while let key = next() { KeyDecoder.add(key, to: &found) }
    return found
  }

  /// Nothing followed: what waits is what it is.
  mutating func flush() -> [PressedKey] {
    defer { waiting = [] }
    guard pasted == nil, waiting.first == 0x1B else { return [] }
    var keys = [PressedKey(.escape)]
    if waiting.count > 1 {
      // Alt and a key whose sequence would have begun so: [ and O.
      keys = waiting.count == 2 ? [.alt(Character(Unicode.Scalar(waiting[1])))] : []
    }
    return keys
  }

  /// Letters that were typed one after the other are one text.
  private static func add(_ key: PressedKey, to found: inout [PressedKey]) {
    if case .text(let more) = key.name, key.modifiers.isEmpty, let last = found.last,
      case .text(let text) = last.name, last.modifiers.isEmpty
    {
      found[found.count - 1] = PressedKey(.text(text + more))
    } else {
      found.append(key)
    }
  }

  /// The next complete key; nil when there is none yet.
  private mutating func next() -> PressedKey? {
    while true {
      if pasted != nil { return takePaste() }
      guard let first = waiting.first else { return nil }
      let before = waiting.count
      let key = first == 0x1B ? takeEscape() : takeCharacter(at: 0)
      if key != nil || waiting.count == before && pasted == nil { return key }
    }
  }

  /// A control character or a character in UTF-8; drops bytes that are neither.
  private mutating func takeCharacter(at start: Int) -> PressedKey? {
    let first = waiting[start]
    guard first >= 0x80 else {
      waiting.removeFirst(start + 1)
      return KeyDecoder.key(of: first)
    }
    let size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    let piece = waiting[start...].prefix(size)
    let isBegun = first >= 0xC2 && piece.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
    if isBegun, piece.count < size { return nil }
    guard isBegun, let text = String(validating: piece, as: UTF8.self) else {
      waiting.removeFirst(start + 1)
      return nil
    }
    waiting.removeFirst(start + size)
    return PressedKey(.text(text))
  }

  private static func key(of byte: UInt8) -> PressedKey? {
    switch byte {
    case 0x09: PressedKey(.tab)
    case 0x0A, 0x0D: PressedKey(.enter)
    case 0x08, 0x7F: PressedKey(.backspace)
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x20...0x7E: PressedKey(.text(String(Unicode.Scalar(byte))))
    default: nil
    }
  }

  // MARK: Sequences

  private mutating func takeEscape() -> PressedKey? {
    guard waiting.count > 1 else { return nil }
    switch waiting[1] {
    case UInt8(ascii: "["): return takeControlSequence(at: 2, [])
    case UInt8(ascii: "O"):
      guard waiting.count > 2 else { return nil }
      let final = waiting[2]
      waiting.removeFirst(3)
      return KeyDecoder.key(final: final, numbers: [], [])
    case 0x1B:
      // rxvt puts another escape before the sequence of a key that is held with alt.
      if waiting.count > 2, waiting[2] == UInt8(ascii: "[") {
        return takeControlSequence(at: 3, .alt)
      }
      guard waiting.count > 2 else { return nil }
      waiting.removeFirst()
      return PressedKey(.escape)
    default:
      // The escape goes with the character after it.
      guard var key = takeCharacter(at: 1) else { return nil }
      key.modifiers.insert(.alt)
      return key
    }
  }

  /// Takes `ESC [`, numbers with semicolons between, and a last byte (ECMA-48, 5.4).
  private mutating func takeControlSequence(at start: Int, _ held: PressedKey.Modifiers)
    -> PressedKey?
  {
    guard let end = waiting[start...].firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      if waiting.count > KeyDecoder.longestSequence { waiting = [] }
      return nil
    }
    let written = String(decoding: waiting[start..<end], as: UTF8.self)
    let final = waiting[end]
    waiting.removeFirst(end + 1)
    let numbers = written.split(separator: ";", omittingEmptySubsequences: false).map {
      Int($0.prefix { $0 != ":" }) ?? 0
    }
    if final == UInt8(ascii: "~"), numbers.first == 200 {
      pasted = []
      return nil
    }
    return KeyDecoder.key(final: final, numbers: numbers, held)
  }

  private static func key(final: UInt8, numbers: [Int], _ held: PressedKey.Modifiers) -> PressedKey?
  {
    var modifiers = held
    if numbers.count > 1, (1...16).contains(numbers[1]) {
      modifiers.formUnion(PressedKey.Modifiers(rawValue: (numbers[1] - 1) & 7))
    }
    switch final {
    case UInt8(ascii: "A"): return PressedKey(.up, modifiers)
    case UInt8(ascii: "B"): return PressedKey(.down, modifiers)
    case UInt8(ascii: "C"): return PressedKey(.right, modifiers)
    case UInt8(ascii: "D"): return PressedKey(.left, modifiers)
    case UInt8(ascii: "H"): return PressedKey(.home, modifiers)
    case UInt8(ascii: "F"): return PressedKey(.end, modifiers)
    case UInt8(ascii: "M") where numbers.isEmpty: return PressedKey(.enter, modifiers)
    case UInt8(ascii: "P")...UInt8(ascii: "S"):
      return PressedKey(.function(Int(final - UInt8(ascii: "P")) + 1), modifiers)
    case UInt8(ascii: "Z"): return PressedKey(.tab, modifiers.union(.shift))
    case UInt8(ascii: "~"): return numbered[numbers.first ?? 0].map { PressedKey($0, modifiers) }
    case UInt8(ascii: "u"): return spelled(numbers.first ?? 0, modifiers)
    default: return nil
    }
  }

  /// Keys that are told by a number before `~`.
  private static let numbered: [Int: PressedKey.Name] = [
    1: .home, 7: .home, 4: .end, 8: .end, 3: .delete, 5: .pageUp, 6: .pageDown,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4),
  ]

  /// A key that is told by its character's number (`CSI u`).
  private static func spelled(_ number: Int, _ modifiers: PressedKey.Modifiers) -> PressedKey? {
    switch number {
    case 9: return PressedKey(.tab, modifiers)
    case 13: return PressedKey(.enter, modifiers)
    case 27: return PressedKey(.escape, modifiers)
    case 127: return PressedKey(.backspace, modifiers)
    default:
      guard number >= 0x20, let scalar = Unicode.Scalar(UInt32(clamping: number)) else {
        return nil
      }
      return PressedKey(.text(String(scalar)), modifiers.subtracting(.shift))
    }
  }

  // MARK: Pasted text

  /// Takes what was pasted, once its end is there.
  private mutating func takePaste() -> PressedKey? {
    guard let end = waiting.firstRange(of: KeyDecoder.endOfPaste) else {
      // The end itself may be cut; all before it is text.
      let sure = max(0, waiting.count - KeyDecoder.endOfPaste.count)
      keep(waiting[..<sure])
      waiting.removeFirst(sure)
      return nil
    }
    keep(waiting[..<end.lowerBound])
    waiting.removeFirst(end.upperBound)
    let text = String(decoding: pasted ?? [], as: UTF8.self)
    pasted = nil
    return PressedKey(.text(text))
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    let room = KeyDecoder.longestPaste - (pasted?.count ?? 0)
    pasted?.append(contentsOf: bytes.prefix(room))
  }
}

/// A key that was pressed, or a text that was typed or pasted at once.
struct PressedKey: Sendable, Hashable {
  /// The name of the key.
  enum Name: Sendable, Hashable {
    /// Characters; with control or alt a single one in lower case.
    case text(String)
    case enter, tab, escape, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  /// The modifiers that were held.
  struct Modifiers: OptionSet, Sendable, Hashable {
    let rawValue: Int
    static let shift = Modifiers(rawValue: 1)
    static let alt = Modifiers(rawValue: 2)
    static let control = Modifiers(rawValue: 4)
  }

  var name: Name
  var modifiers: Modifiers

  init(_ name: Name, _ modifiers: Modifiers = []) {
    self.name = name
    self.modifiers = modifiers
  }

  /// A key with a letter, held together with control.
  static func control(_ letter: Character) -> PressedKey {
    PressedKey(.text(String(letter)), .control)
  }
  /// A key with a letter, held together with alt.
  static func alt(_ letter: Character) -> PressedKey { PressedKey(.text(String(letter)), .alt) }
}
