import FootlightPlatform

/// Says what a text is that other rules would take for rows or lines, and that is neither.
enum RowOddity {
  /// The reason why a text is read neither as rows nor as lines; nil when there is none.
  static func problem(_ beginning: borrowing FileBeginning) -> Failure? {
    let lines = beginning.text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if let name = firstName(ofParagraphs: lines) {
      return Failure(
        .dataFormat,
        "the file holds paragraphs of `Name: value`, each a record that begins with `\(name)`",
        remedy: "make an object of JSON of each, one a line, or declare `kind: command` with a "
          + "program that prints these")
    }
    let marked = lines.count { $0.isEmpty || "[#;".contains($0.first ?? " ") || $0.contains("=") }
    if lines.contains(where: { $0.first == "[" && $0.last == "]" && $0.count > 2 }),
      marked * 10 >= lines.count * 9, lines.contains(where: { $0.contains("=") })
    {
      return Failure(
        .dataFormat, "the file holds settings: groups in brackets, with `name=value` below them",
        remedy: "make an object of JSON of each group, or export from its program as CSV or vCard")
    }
    if let sign = doubledSign(lines) {
      return Failure(
        .dataFormat, "two characters part the cells: `\(sign)\(sign)`",
        remedy: "put one in their place, for example: "
          + "sed 's/[\(sign)][\(sign)]/\\t/g' FILE > OTHER.tsv")
    }
    return nil
  }

  /// The name on the first line of most paragraphs of `Name: value`; nil when the text is none of these.
  ///
  /// Format: https://www.debian.org/doc/debian-policy/ch-controlfields.html, and the like of registries (RFC 5646,
  /// section 3.1.1), whose records are parted by signs.
  private static func firstName(ofParagraphs lines: [Substring]) -> Substring? {
    var firsts: [Substring: Int] = [:]
    var (paragraphs, fields, others) = (0, 0, 0)
    var isOpen = false
    for line in lines {
      if line.allSatisfy({ !$0.isLetter && !$0.isNumber }) {
        isOpen = false
        continue
      }
      // White space goes on with the value before; registries write comments after these signs.
      if line.first == "#" || line.first == "%" || isOpen && line.first?.isWhitespace ?? false {
        continue
      }
      let name = line.prefix {
        $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
      }
      let rest = line.dropFirst(name.count)
      guard name.first?.isLetter ?? false, rest.first == ":",
        rest.dropFirst().first?.isWhitespace ?? true
      else {
        others += 1
        continue
      }
      fields += 1
      if !isOpen {
        paragraphs += 1
        firsts[name, default: 0] += 1
      }
      isOpen = true
    }
    guard let most = firsts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      most.value > 1, most.value * 2 > paragraphs, fields * 2 >= paragraphs * 3,
      others * 20 <= fields
    else { return nil }
    return most.key
  }

  /// The character that parts the cells where it stands twice, and nowhere alone; nil when there is none.
  private static func doubledSign(_ lines: [Substring]) -> Character? {
    let lines = lines.filter { !$0.isEmpty }
    guard lines.count > 1 else { return nil }
    return [":", "|", ";", "~", "^", "#"].first { (sign: Character) in
      let pair = String([sign, sign])
      func pairs(_ line: Substring) -> Int { line.ranges(of: pair).count }
      let cells = lines.first.map(pairs) ?? 0
      guard cells > 1 else { return false }
      let fitting = lines.count { line in
        // Times and addresses hold one colon.
        pairs(line) == cells && (sign == ":" || !line.replacing(pair, with: "").contains(sign))
      }
      return fitting * 10 >= lines.count * 9
    }
  }
}
