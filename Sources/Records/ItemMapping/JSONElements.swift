import FootlightPlatform

/// Whether the JSON of a list holds no element.
func isEmptyList(_ bytes: borrowing ByteArena, _ range: ByteRange) -> Bool {
  for offset in range.lowerBound..<range.upperBound {
    let byte = bytes[offset]
    if byte > 0x20, byte != UInt8(ascii: "["), byte != UInt8(ascii: "]") { return false }
  }
  return true
}

/// Appends the texts of a JSON list to `out` and their ranges to `ranges`.
///
/// Null and empty texts are left out, the elements of inner lists count as its own. False when the
/// list holds an object.
func appendElements(
  _ bytes: borrowing ByteArena, _ range: ByteRange, to out: inout ByteArena,
  _ ranges: inout [ByteRange]
) -> Bool {
  var offset = range.lowerBound
  let end = range.upperBound
  while offset < end {
    let byte = bytes[offset]
    let start = out.count
    switch byte {
    case UInt8(ascii: "{"): return false
    case UInt8(ascii: "\""): appendText(bytes, &offset, end, to: &out)
    case 0...0x20, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"):
      offset += 1
      continue
    default:
      let first = offset
      while offset < end, bytes[offset] > 0x20, bytes[offset] != UInt8(ascii: ","),
        bytes[offset] != UInt8(ascii: "]")
      { offset += 1 }
      // A number or a boolean; null is no element.
      if byte != UInt8(ascii: "n") {
        out.append(bytes, ByteRange(start: first, count: offset - first))
      }
    }
    if out.count > start { ranges.append(ByteRange(start: start, count: out.count - start)) }
  }
  return true
}

/// Appends the text of a JSON string whose opening quote is at `offset`; moves past its end.
private func appendText(
  _ bytes: borrowing ByteArena, _ offset: inout Int, _ end: Int, to out: inout ByteArena
) {
  bytes.withSpan(ByteRange(start: 0, count: end)) { bytes in
    offset += 1
    while offset < end, bytes[offset] != UInt8(ascii: "\"") {
      if bytes[offset] == UInt8(ascii: "\\") {
        // The readers of JSON have checked it, but not who hands over a list of his own.
        let start = offset
        out.append(scalar: (try? bytes.escape(&offset)) ?? UInt32.max)
        if offset == start { offset += 1 }
      } else {
        out.append(bytes[offset])
        offset += 1
      }
    }
    offset += 1
  }
}

/// What an object says that stands among texts: what it is called, else its first text; empty where it has none.
func textOfObject(_ bytes: borrowing ByteArena, _ range: ByteRange) -> String {
  guard case .object(let record)? = RecordValue(document: bytes.text(range)) else { return "" }
  let members = ["text", "name", "title", "label", "value"].compactMap { record[$0] }
  for member in members + record.fields.map(\.value) {
    if case .text(let text) = member { return text }
  }
  return ""
}
