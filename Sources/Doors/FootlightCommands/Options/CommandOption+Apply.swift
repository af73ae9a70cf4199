import FootlightPlatform

extension CommandOption {
  /// Puts a value into the settings, or says what is wrong with it.
  func apply(_ text: String, to settings: inout Settings) -> Diagnostic? {
    switch value {
    case .none(let apply):
      apply(&settings)
      return nil
    case .text(let name, let apply):
      guard !text.isEmpty else { return wrong(text, "\(name) must not be empty") }
      apply(&settings, text)
      return nil
    case .anyText(_, let apply):
      apply(&settings, text)
      return nil
    case .number(_, let range, let apply):
      guard let number = wholeNumber(text), range.contains(number) else {
        let most = range.upperBound
        let numbers = most < 1_000_000 ? "from \(range.lowerBound) to \(most)" : "such as 20"
        return wrong(text, "write a whole number \(numbers)")
      }
      apply(&settings, number)
      return nil
    case .size(_, let range, let apply):
      guard let size = byteCount(text), range.contains(size) else {
        let least = Quantity.bytes(range.lowerBound)
        return wrong(text, "write a size such as 256M or 2G, \(least) at least")
      }
      apply(&settings, size)
      return nil
    case .choice(_, let words, let apply):
      guard words.contains(text) else {
        let remedy = nearest(to: text, among: words).map { "did you mean '\($0)'?" }
        return wrong(text, remedy ?? "write one of: \(words.joined(separator: ", "))")
      }
      apply(&settings, text)
      return nil
    }
  }

  private func wrong(_ text: String, _ remedy: String) -> Diagnostic {
    Diagnostic(.wrongValue, "'\(visible(text))' is no value for '\(written)'", remedy: remedy)
  }
}

/// Reads digits alone: no sign, no space.
private func wholeNumber(_ text: String) -> Int? {
  guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return Int(text)
}

/// Reads a number of bytes: `1000`, `64K`, `256M`, `2G`, also `2GB` and `2GiB`, all by 1024; of disks all but the last by
/// 1000.
package func byteCount(_ text: String, thousand: Int = 1024) -> Int? {
  let digits = text.prefix(while: \.isASCIIDigit)
  guard let number = wholeNumber(String(digits)) else { return nil }
  let unit = text.dropFirst(digits.count).uppercased()
  let step = unit.hasSuffix("IB") ? 1024 : thousand
  let factor: Int
  switch unit {
  case "", "B": factor = 1
  case "K", "KB", "KIB": factor = step
  case "M", "MB", "MIB": factor = step * step
  case "G", "GB", "GIB": factor = step * step * step
  default: return nil
  }
  let (size, overflows) = number.multipliedReportingOverflow(by: factor)
  return overflows ? nil : size
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
