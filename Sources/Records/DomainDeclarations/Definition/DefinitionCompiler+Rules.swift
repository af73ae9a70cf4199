import FootlightPlatform

extension DefinitionCompiler {
  /// The rank: a number that holds for all items, or a template that yields one.
  mutating func rank(_ item: Section) -> RankRule {
    guard let written = item.value("rank") else {
      return .constant(item.text("rank").flatMap { Int($0) } ?? 500)
    }
    guard let template = templates.compile(written, "item.rank", list: false, &findings) else {
      return .constant(500)
    }
    guard let text = template.constant else { return .template(template) }
    guard let number = Double(text), (0...1000).contains(number) else {
      findings.report(
        .badValue, "'item.rank' wants a number from 0 to 1000", at: written.location,
        remedy: "the filter 'scale' maps a range onto it: \"{n | scale: 1000, 10000000}\"")
      return .constant(500)
    }
    return .constant(Int(number.rounded()))
  }

  /// The expiry: never, a date or instant, a period, or a template that yields one of them.
  mutating func expiry(_ item: Section) -> ExpiryRule {
    guard let written = item.value("expires") else { return .never }
    guard let template = templates.compile(written, "item.expires", list: false, &findings) else {
      return .never
    }
    guard let text = template.constant else { return .template(template) }
    if let rule = ExpiryRule.read(Array(text.utf8).span, zone: timeZoneOffset) { return rule }
    findings.report(
      .badValue, "'item.expires' is no date, no period and not 'never'", at: written.location,
      remedy: "write it as in 2030-12-31, 2030-12-31T18:00:00Z, P30D, P1M, or \"{until}\"")
    return .never
  }
}

extension Template {
  /// The text of a template without expressions.
  package var constant: String? {
    var text = ""
    for part in parts {
      guard case .text(let piece) = part else { return nil }
      text += piece
    }
    return text
  }
}

private let wordNever = Array("never".utf8)

extension ExpiryRule {
  /// Reads `never`, nothing, a date, an instant or a period; nil when the text is none of them.
  package static func read(_ bytes: borrowing Span<UInt8>, zone: Int) -> ExpiryRule? {
    var cursor = ByteCursor(bytes)
    if cursor.isAtEnd { return .never }
    if cursor.skipWord(wordNever, bytes), cursor.isAtEnd { return .never }
    if let period = Period(bytes) { return .after(period) }
    return Moment.read(bytes, zone: zone).map { .instant($0.end) }
  }
}
