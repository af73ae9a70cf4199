import FootlightPlatform
import TextAnalysis

extension MappingWorker {
  /// Appends the values of an attribute; nothing when they are missing.
  mutating func attribute(
    _ ordinal: Int, _ batch: borrowing RecordBatch, _ item: inout ItemBuffer
  ) throws(MappingMistake) {
    let attribute = compiled.attributes[ordinal]
    if attribute.type == .list {
      elements.removeAll(keepingCapacity: true)
      var elements: [ByteRange] = []
      swap(&elements, &self.elements)
      for run in attribute.runs { try list(run, batch, &item.bytes, into: &elements) }
      for range in elements {
        item.attributes.append(
          .init(ordinal: UInt16(clamping: ordinal), kind: .listElement, text: range, worth: 0))
      }
      swap(&elements, &self.elements)
      return
    }
    guard let run = attribute.runs.first else { return }
    let start = item.bytes.count
    var range: ByteRange
    if attribute.type == .place, let object = object(run, batch) {
      range = ByteRange(start: start, count: Int(object.count))
      item.bytes.append(batch.bytes, object)
    } else {
      range = try text(run, batch, &item.bytes)
    }
    if range.isEmpty { return }
    var kind = ItemBuffer.AttributeKind.text
    var worth = 0.0
    switch attribute.type {
    case .text, .list: break
    case .number:
      guard let number = item.bytes.withSpan(range, { NumberText.worth($0) }) else {
        throw badValue(ordinal, "a number")
      }
      (kind, worth) = (.number, number)
    case .boolean:
      guard let value = item.bytes.withSpan(range, { readBoolean($0) }) else {
        throw badValue(ordinal, "true or false")
      }
      (kind, worth) = (.boolean, value ? 1 : 0)
      item.bytes.truncate(to: start)
      item.bytes.append(value ? "true" : "false")
    case .date:
      let zone = compiled.zone
      guard let moment = item.bytes.withSpan(range, { Moment.read($0, zone: zone) }) else {
        throw badValue(ordinal, "an ISO date; the filter 'date' reads others")
      }
      (kind, worth) = (.date, Double(moment.start))
      item.bytes.truncate(to: start)
      moment.appendISO(to: &item.bytes)
    case .place:
      let written = item.bytes.text(range)
      guard let place = Place(written) else {
        if Place.isAmbiguous(written) {
          throw badValue(
            ordinal, "a certain place: 'O' is east in some languages and west in others",
            remedy: "write E or W: \"{field | replace: 'O', 'E'}\" where it is east")
        }
        throw badValue(
          ordinal, "a latitude and a longitude in degrees",
          remedy: "write 48.14,11.58 (\"{lat},{lon}\" of two fields), 48°8′24″N 11°34′48″E, "
            + "POINT (11.58 48.14) or GeoJSON")
      }
      (kind, worth) = (.place, Double(bitPattern: CurveCode.of(place)))
      item.bytes.truncate(to: start)
      item.bytes.append(place.text)
    }
    range = ByteRange(start: start, count: item.bytes.count - start)
    item.attributes.append(
      .init(ordinal: UInt16(clamping: ordinal), kind: kind, text: range, worth: worth))
  }

  /// Reads the text that a template yields, of which nothing stays in the item; nil when that is nothing.
  mutating func read<Value>(
    _ run: Run, _ batch: borrowing RecordBatch, _ item: inout ItemBuffer,
    _ body: (borrowing Span<UInt8>) -> Value
  ) throws(MappingMistake) -> Value? {
    let range = try text(run, batch, &item.bytes)
    if range.isEmpty { return nil }
    let value = item.bytes.withSpan(range) { body($0) }
    item.bytes.truncate(to: range.lowerBound)
    return value
  }

  private func badValue(_ ordinal: Int, _ wanted: String, remedy: String? = nil) -> MappingMistake {
    MappingMistake(
      .recordValue, "the attribute '\(compiled.attributeNames[ordinal])' is not \(wanted)",
      remedy: remedy)
  }

  /// The rank of the item: 0 … 1000.
  mutating func rank(
    _ batch: borrowing RecordBatch, _ item: inout ItemBuffer
  ) throws(MappingMistake) -> UInt16 {
    guard let run = compiled.rank,
      let number = try read(run, batch, &item, { NumberText.worth($0) })
    else { return compiled.fixedRank }
    guard let number else { throw MappingMistake(.recordValue, "the rank is no number") }
    guard (0...1000).contains(number) else {
      throw MappingMistake(
        .recordValue, "the rank is not within 0 and 1000",
        remedy: "map its range with `scale`: \"{n | scale: 1000, 10000000}\"")
    }
    return UInt16(number.rounded())
  }

  /// When the item expires, in seconds since 1970; `Int64.max` for never.
  mutating func expiry(
    _ batch: borrowing RecordBatch, _ item: inout ItemBuffer
  ) throws(MappingMistake) -> Int64 {
    guard let run = compiled.expires else { return compiled.fixedExpiry }
    let zone = compiled.zone
    guard let rule = try read(run, batch, &item, { ExpiryRule.read($0, zone: zone) }) else {
      return .max
    }
    switch rule {
    case .never: return .max
    case .instant(let seconds): return seconds
    case .after(let period): return period.after(compiled.now)
    case .template, nil:
      throw MappingMistake(
        .recordValue, "the expiry is no date, no period and not 'never'",
        remedy: "write it as in 2030-12-31, P30D or never; the filter `date` reads other forms")
    }
  }
}

/// Reads `true`, `yes` or `1`, `false`, `no` or `0`, in any case.
func readBoolean(_ bytes: borrowing Span<UInt8>) -> Bool? {
  var word = ""
  guard bytes.count <= 16 else { return nil }
  for index in 0..<bytes.count where bytes[index] > 0x20 {
    word.unicodeScalars.append(Unicode.Scalar(bytes[index] | 0x20))
  }
  // Digits keep their bit: `0` and `1` already have it.
  switch word {
  case "true", "yes", "1": return true
  case "false", "no", "0": return false
  default: return nil
  }
}
