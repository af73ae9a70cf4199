/// One component of a glob: `*` any run of characters, `?` one, `[a-z]` and `[!a-z]` one of a set;
/// a backslash takes the next character as it is.
///
/// Letters of the ending, after the last point of a pattern such as `*.md`, count without case. A name that begins
/// with a point matches only when the pattern begins with one.
struct GlobPattern: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case one(Unicode.Scalar)
    case any
    case run
    case set([ClosedRange<UInt32>], isNegated: Bool)
  }

  private let parts: [Part]
  /// Where the ending begins, whose letters count without case; the number of parts for none.
  private var ending: Int
  private let namesHidden: Bool

  /// Whether a path component holds anything that a glob reads as more than text.
  static func isPattern(_ component: String) -> Bool {
    component.utf8.contains { "*?[\\".utf8.contains($0) }
  }

  init(_ text: String) {
    var parts: [Part] = []
    var scalars = Array(text.unicodeScalars)[...]
    namesHidden = scalars.first == "."
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "*": if parts.last != .run { parts.append(.run) }
      case "?": parts.append(.any)
      case "\\": parts.append(.one(scalars.popFirst() ?? scalar))
      case "[":
        parts.append(GlobPattern.set(&scalars) ?? .one(scalar))
      default: parts.append(.one(scalar))
      }
    }
    self.parts = parts
    ending = parts.count
    if let point = parts.lastIndex(of: .one(".")), point > 0, parts[point - 1] == .run {
      ending = point
    }
  }

  /// Reads what stands between brackets; nil when they are not closed.
  private static func set(_ scalars: inout ArraySlice<Unicode.Scalar>) -> Part? {
    var rest = scalars
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }
    var ranges: [ClosedRange<UInt32>] = []
    var isFirst = true
    while let scalar = rest.popFirst() {
      if scalar == "]", !isFirst {
        scalars = rest
        return .set(ranges, isNegated: isNegated)
      }
      isFirst = false
      let low = scalar == "\\" ? (rest.popFirst() ?? scalar) : scalar
      var high = low
      if rest.first == "-", let last = rest.dropFirst().first, last != "]" {
        rest.removeFirst(2)
        high = last
      }
      // A range from high to low holds nothing.
      if low.value <= high.value { ranges.append(low.value...high.value) }
    }
    return nil
  }

  /// Whether a name matches.
  func matches(_ name: String) -> Bool {
    if name.utf8.first == UInt8(ascii: "."), !namesHidden { return false }
    let scalars = Array(name.unicodeScalars)
    var part = 0
    var index = 0
    // Where to go on when the last `*` takes one character more.
    var retry: (part: Int, index: Int)?
    while index < scalars.count {
      if part < parts.count {
        if parts[part] == .run {
          retry = (part, index)
          part += 1
          continue
        }
        if accepts(parts[part], scalars[index])
          || part > ending && accepts(parts[part], GlobPattern.otherCase(scalars[index]))
        {
          part += 1
          index += 1
          continue
        }
      }
      guard let last = retry else { return false }
      retry = (last.part, last.index + 1)
      part = last.part + 1
      index = last.index + 1
    }
    return parts[part...].allSatisfy { $0 == .run }
  }

  private static func otherCase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
    return isLetter ? Unicode.Scalar(UInt8(ascii: scalar) ^ 0x20) : scalar
  }

  private func accepts(_ part: Part, _ scalar: Unicode.Scalar) -> Bool {
    switch part {
    case .one(let wanted): wanted == scalar
    case .any, .run: true
    case .set(let ranges, let isNegated):
      ranges.contains { $0.contains(scalar.value) } != isNegated
    }
  }
}
