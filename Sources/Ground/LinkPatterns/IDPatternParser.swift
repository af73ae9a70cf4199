/// Reads the text of an ``IDPattern``.
struct IDPatternParser {
  private var rest: Substring.UnicodeScalarView
  private var depth = 0

  init(_ text: String) {
    rest = text.unicodeScalars[...]
  }

  mutating func parse() throws(LinkPatternError) -> IDPatternNode {
    guard rest.count <= 1_000 else { throw LinkPatternError("more than 1,000 characters") }
    let node = try alternatives()
    guard rest.isEmpty else { throw LinkPatternError("a ')' without a '('") }
    return node
  }

  private mutating func alternatives() throws(LinkPatternError) -> IDPatternNode {
    guard depth < 50 else { throw LinkPatternError("too many groups in each other") }
    var found = [try sequence()]
    while skip("|") { found.append(try sequence()) }
    return found.count == 1 ? found[0] : .either(found)
  }

  private mutating func sequence() throws(LinkPatternError) -> IDPatternNode {
    var nodes: [IDPatternNode] = []
    while let next = rest.first, next != "|", next != ")" {
      // The whole id is meant anyway.
      if skip("^") {
        guard nodes.isEmpty else { throw LinkPatternError("a '^' that is not at the beginning") }
        continue
      }
      if skip("$") {
        guard rest.first == nil || rest.first == "|" || rest.first == ")" else {
          throw LinkPatternError("a '$' that is not at the end", remedy: "write \\$ for the letter")
        }
        continue
      }
      nodes.append(try quantified(atom()))
    }
    return .sequence(nodes)
  }

  private mutating func quantified(
    _ node: IDPatternNode
  ) throws(LinkPatternError) -> IDPatternNode {
    var least = 1
    var most: Int? = 1
    if skip("*") {
      (least, most) = (0, nil)
    } else if skip("+") {
      (least, most) = (1, nil)
    } else if skip("?") {
      (least, most) = (0, 1)
    } else if skip("{") {
      guard let low = number() else { throw badCount }
      (least, most) = (low, low)
      if skip(",") {
        most = number()
        if let most, most < least { throw badCount }
      }
      guard skip("}") else { throw badCount }
    } else {
      return node
    }
    guard let next = rest.first, "*+?{".unicodeScalars.contains(next) else {
      return .repeated(node, least: least, most: most)
    }
    throw LinkPatternError("a quantifier after another")
  }

  private var badCount: LinkPatternError {
    LinkPatternError("a '{' that is no count", remedy: "write {2}, {2,} or {2,5}, or \\{")
  }

  /// A count up to 1,000.
  private mutating func number() -> Int? {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard let number = Int(String(digits)), number <= 1_000 else { return nil }
    rest = rest.dropFirst(digits.count)
    return number
  }

  private mutating func atom() throws(LinkPatternError) -> IDPatternNode {
    guard let next = rest.popFirst() else { return .sequence([]) }
    switch next {
    case ".": return .one(IDPattern.Characters(ranges: [], isNegated: true))
    case "(":
      if skip("?") {
        guard skip(":") else { throw LinkPatternError("a group of an unknown kind") }
      }
      depth += 1
      let node = try alternatives()
      depth -= 1
      guard skip(")") else { throw LinkPatternError("a '(' without a ')'") }
      return node
    case "[": return .one(try characterClass())
    case "\\": return .one(try escaped())
    case "*", "+", "?", "{":
      throw LinkPatternError("a quantifier with nothing before it", remedy: "write \\\(next)")
    default: return .one(IDPattern.Characters(ranges: [next.value...next.value]))
    }
  }

  private mutating func escaped() throws(LinkPatternError) -> IDPattern.Characters {
    guard let next = rest.popFirst() else { throw LinkPatternError("a '\\' at the end") }
    let digits: ClosedRange<UInt32> = 0x30...0x39
    switch next {
    case "d": return IDPattern.Characters(ranges: [digits])
    case "w": return IDPattern.Characters(ranges: [digits, 0x41...0x5A, 0x61...0x7A, 0x5F...0x5F])
    default:
      let isLetter =
        (0x41...0x5A).contains(next.value) || (0x61...0x7A).contains(next.value)
        || digits.contains(next.value)
      guard !isLetter else {
        throw LinkPatternError("'\\\(next)' means nothing", remedy: "there are \\d and \\w")
      }
      return IDPattern.Characters(ranges: [next.value...next.value])
    }
  }

  private mutating func characterClass() throws(LinkPatternError) -> IDPattern.Characters {
    var found = IDPattern.Characters(ranges: [])
    found.isNegated = skip("^")
    var isFirst = true
    while let next = rest.popFirst() {
      if next == "]", !isFirst { return found }
      isFirst = false
      var low = next.value
      if next == "\\" {
        let escaped = try escaped()
        guard escaped.ranges.count == 1, let only = escaped.ranges.first, only.count == 1 else {
          found.ranges += escaped.ranges
          continue
        }
        low = only.lowerBound
      }
      var high = low
      if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
        rest = rest.dropFirst(2)
        high = end.value
      }
      guard low <= high else { throw LinkPatternError("a range that ends before it begins") }
      found.ranges.append(low...high)
    }
    throw LinkPatternError("a '[' without a ']'")
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest = rest.dropFirst()
    return true
  }
}
