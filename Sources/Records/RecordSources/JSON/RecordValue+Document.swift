import FootlightPlatform

extension RecordValue {
  /// The list or the object that a text holds as JSON; nil for any other text.
  package init?(document text: String) {
    guard let first = text.utf8.first(where: { $0 > 0x20 }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return nil }
    var bytes = ByteArena(text)
    let range = bytes.all
    bytes.append(zeros: scanPadding)
    var decoder = JSONDecoder(FieldTrie())
    decoder.decodedStart = bytes.count
    let value: RecordValue? = bytes.withSpan(bytes.all) { span in
      guard let record = try? decoder.wholeRecord(span, range, takesValues: true) else {
        return nil
      }
      return first == UInt8(ascii: "[") ? record["value"] : .object(record)
    }
    guard let value else { return nil }
    self = value
  }
}
