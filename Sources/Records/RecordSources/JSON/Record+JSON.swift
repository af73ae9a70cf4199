package import FootlightPlatform

extension Record {
  /// Reads an object of JSON whole.
  ///
  /// - Throws: what is wrong with it, without a place.
  package init(json text: String) throws(Failure) {
    var bytes = ByteArena(text)
    let raw = bytes.all
    bytes.append(zeros: scanPadding)
    var decoder = JSONDecoder(try FieldTrie(FieldPlan([])))
    decoder.decodedStart = bytes.count
    self = try bytes.withSpan(bytes.all) { span throws(Failure) in
      do throws(JSONFault) {
        return try decoder.wholeRecord(span, raw)
      } catch {
        throw Failure(error.code, error.message, remedy: error.remedy)
      }
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
