package import FootlightPlatform

extension JSONScanner {
  /// Reads one record whole, as a program sees it: for a look at what there is, not for a build.
  ///
  /// With a key before it that is its field `key`; with `takesValues` what is no object is its field
  /// `value`.
  package mutating func record(
    _ bytes: Span<UInt8>, isKeyed: Bool = false, takesValues: Bool = false
  ) throws(JSONFault) -> Record {
    var key: String?
    let value = try document(bytes) { (scanner) throws(JSONFault) in
      if isKeyed {
        guard bytes[scanner.at] == UInt8(ascii: "\"") else { throw .key }
        key = try scanner.wholeText(bytes)
        try scanner.skipColon(bytes)
      }
      return try scanner.value(bytes)
    }
    guard var record = value.record ?? (takesValues ? Record([Record.Field("value", value)]) : nil)
    else { throw .notAnObject }
    if let key {
      record["key"] = nil
      record.fields.insert(Record.Field("key", .text(key)), at: 0)
    }
    return record
  }
}

extension RecordValue {
  /// The list or the object that a text holds as JSON; nil for any other text.
  package init?(document text: String) {
    guard let first = text.utf8.first(where: { $0 > 0x20 }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let value = try? RecordValue(ByteArena(text))
    else { return nil }
    self = value
  }
}

extension Record {
  /// Reads an object of JSON whole.
  ///
  /// - Throws: what is wrong with it, without a place.
  package init(json text: String) throws(Failure) {
    do throws(JSONFault) {
      self = try JSONScanner.over(ByteArena(text)) { (scanner, bytes) throws(JSONFault) in
        try scanner.record(bytes)
      }
    } catch {
      throw Failure(error.code, error.message, remedy: error.remedy)
    }
  }

  /// The record as one line of JSON.
  package var json: String {
    var bytes = ByteArena()
    bytes.append(json: self)
    return bytes.text(bytes.all)
  }

  /// This record with the fields of another one: each takes the place of the one with its name, and
  /// null removes it.
  package func merged(with partial: Record) -> Record {
    var merged = self
    for field in partial.fields { merged[field.name] = field.value == .null ? nil : field.value }
    return merged
  }
}
