import DeclaredRecords
import FootlightPlatform

extension DomainDefinition {
  /// A record that has an id: a new one where it has none, and the id is a field of it.
  ///
  /// RFC 9562, version 4.
  func identified(_ record: Record) -> Record {
    guard mapping.id.parts.count == 1, case .expression(let expression) = mapping.id.parts[0],
      expression.filters.isEmpty, case .slot(let slot) = expression.input,
      slot < mapping.plan.paths.count, mapping.plan.paths[slot].steps.count == 1,
      case .key(let key) = mapping.plan.paths[slot].steps[0]
    else { return record }
    switch record[key] {
    case nil, .null, .text(""):
      var identified = record
      identified[key] = .text(randomIdentifier())
      return identified
    default: return record
    }
  }
}

private func randomIdentifier() -> String {
  var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
  bytes[6] = bytes[6] & 0x0F | 0x40
  bytes[8] = bytes[8] & 0x3F | 0x80
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  for (place, byte) in bytes.enumerated() {
    if [4, 6, 8, 10].contains(place) { text.append(UInt8(ascii: "-")) }
    text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
  return String(decoding: text, as: UTF8.self)
}
