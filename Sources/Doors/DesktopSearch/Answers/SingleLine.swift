/// A text on one line, as both desktops show it: each run of white space is one space, controls and what turns the
/// direction of writing are left out, and more than so many characters are cut.
func singleLine(_ text: String, atMost count: Int = 300) -> String {
  var line = String.UnicodeScalarView()
  var kept = 0
  var gap = false
  for scalar in text.unicodeScalars {
    if scalar.properties.isWhitespace {
      gap = !line.isEmpty
      continue
    }
    if isCommand(scalar) { continue }
    guard kept < count else { return String(line) + "…" }
    if gap { line.append(" ") }
    gap = false
    line.append(scalar)
    kept += 1
  }
  return String(line)
}

private func isCommand(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF,
    0xFFF9...0xFFFB:
    true
  default: false
  }
}
