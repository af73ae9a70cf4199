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
    guard let record = value.record ?? (takesValues ? ["value": value] : nil) else {
      throw .notAnObject
    }
    return record.keyed(key)
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

  /// The record with the key under which it stands, which puts its own field of that name out of reach.
  func keyed(_ key: String?) -> Record {
    guard let key else { return self }
    return Record([Field("key", .text(key))] + fields.filter { $0.name != "key" })
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
