import FootlightPlatform

extension MappingWorker {
  typealias Run = CompiledMapping.Run

  /// Appends the text that a template yields; an empty range when that is nothing.
  mutating func text(
    _ run: Run, _ batch: borrowing RecordBatch, _ out: inout ByteArena
  ) throws(MappingMistake) -> ByteRange {
    guard run.isSimple else { return try filteredText(run, batch, &out) }
    let start = out.count
    let (copied, last) = try copyAll(run, batch, &out)
    if copied == .notText { throw notText(compiled.operations[last], batch) }
    return copied == .done ? ByteRange(start: start, count: out.count - start) : ByteRange()
  }

  /// Appends what a template without filters yields, or nothing; tells with which operation it ended.
  @inline(__always)
  private mutating func copyAll(
    _ run: Run, _ batch: borrowing RecordBatch, _ out: inout ByteArena
  ) throws(MappingMistake) -> (Copied, last: Int) {
    let start = out.count
    for index in run.first..<(run.first + run.count) {
      let operation = compiled.operations[index]
      if operation.kind == .text {
        out.append(compiled.constants, operation.text)
        continue
      }
      let copied = try copy(operation, batch, &out)
      guard copied == .done else {
        out.truncate(to: start)
        return (copied, index)
      }
    }
    return (.done, run.first)
  }

  private mutating func filteredText(
    _ run: Run, _ batch: borrowing RecordBatch, _ out: inout ByteArena
  ) throws(MappingMistake) -> ByteRange {
    let found = try yield(run, batch)
    defer { drop(to: found.first) }
    if found.count == 0 { return ByteRange() }
    if found.isList { throw MappingMistake(.recordNotText, "a list where text is wanted") }
    let start = out.count
    out.append(scratch, values[found.first])
    return ByteRange(start: start, count: out.count - start)
  }

  /// Appends every text that a template yields to `out` and its range to `ranges`.
  mutating func list(
    _ run: Run, _ batch: borrowing RecordBatch, _ out: inout ByteArena,
    into ranges: inout [ByteRange]
  ) throws(MappingMistake) {
    if run.count == 1, compiled.operations[run.first].kind == .slot {
      return try elements(of: compiled.operations[run.first].index, batch, &out, into: &ranges)
    }
    if run.isSimple, try single(run, batch, &out, into: &ranges) { return }
    let found = try yield(run, batch)
    defer { drop(to: found.first) }
    if ranges.count + found.count > MappingWorker.elementLimit { throw MappingMistake.tooMany }
    for index in found.first..<(found.first + found.count) {
      let range = values[index]
      if range.isEmpty { continue }
      ranges.append(ByteRange(start: out.count, count: Int(range.count)))
      out.append(scratch, range)
    }
  }

  /// Appends the values of a slot as they are.
  private mutating func elements(
    of slot: Int, _ batch: borrowing RecordBatch, _ out: inout ByteArena,
    into ranges: inout [ByteRange]
  ) throws(MappingMistake) {
    let (first, count) = slots[slot]
    for index in first..<(first + count) {
      let value = batch.values[index]
      let start = out.count
      switch value.kind {
      case .null: continue
      case .text, .number: out.append(batch.bytes, value.bytes)
      case .yes: out.append("true")
      case .no: out.append("false")
      case .list:
        guard appendElements(batch.bytes, value.bytes, to: &out, &ranges) else {
          throw notText(slot, "a list of objects")
        }
        continue
      case .object:
        guard compiled.paths[slot].isList else { throw notText(slot, "an object") }
        out.append(textOfObject(batch.bytes, value.bytes))
      }
      if out.count > start { ranges.append(ByteRange(start: start, count: out.count - start)) }
    }
    if ranges.count > MappingWorker.elementLimit { throw MappingMistake.tooMany }
  }

  /// Takes values off the stack.
  @inline(__always)
  mutating func drop(to count: Int) {
    // One by one: they are few, and removing several at once goes a long way round.
    while values.count > count { values.removeLast() }
  }

  /// Appends the one text that a template without lists and filters yields; false, with nothing
  /// appended, when a list is in it.
  private mutating func single(
    _ run: Run, _ batch: borrowing RecordBatch, _ out: inout ByteArena,
    into ranges: inout [ByteRange]
  ) throws(MappingMistake) -> Bool {
    let start = out.count
    if try copyAll(run, batch, &out).0 == .notText { return false }
    if out.count > start { ranges.append(ByteRange(start: start, count: out.count - start)) }
    return true
  }

  /// An item has at most so many aliases, keywords, or elements of an attribute.
  static var elementLimit: Int { 100_000 }

  /// Puts the texts that a template yields on the stack of values: nothing when something that it
  /// needs is missing, one text an element when one of its expressions is a list.
  mutating func yield(
    _ run: Run, _ batch: borrowing RecordBatch
  ) throws(MappingMistake) -> Found {
    let base = values.count
    let operations = run.first..<(run.first + run.count)
    if run.count == 1, compiled.operations[run.first].kind != .text {
      return try value(of: compiled.operations[run.first], batch)
    }
    let firstPart = parts.count
    var elements = -1
    for index in operations where compiled.operations[index].kind != .text {
      let part = try value(of: compiled.operations[index], batch)
      if part.count == 0 {
        drop(to: base)
        while parts.count > firstPart { parts.removeLast() }
        return Found(first: base, count: 0, isList: false)
      }
      if part.isList {
        guard elements < 0 else {
          throw MappingMistake(.recordNotText, "two lists in one template")
        }
        elements = part.count
      }
      parts.append(part)
    }
    // The texts come after the parts, which are then dropped.
    let first = values.count
    for element in 0..<(elements < 0 ? 1 : elements) {
      let start = scratch.count
      var next = firstPart
      for index in operations {
        let operation = compiled.operations[index]
        if operation.kind == .text {
          scratch.append(compiled.constants, operation.text)
        } else {
          let part = parts[next]
          scratch.append(own: values[part.first + (part.isList ? element : 0)])
          next += 1
          if scratch.count > MappingWorker.sizeLimit { throw MappingMistake.tooLarge }
        }
      }
      values.append(ByteRange(start: start, count: scratch.count - start))
    }
    while parts.count > firstPart { parts.removeLast() }
    let texts = values.count - first
    for index in 0..<texts { values[base + index] = values[first + index] }
    drop(to: base + texts)
    return Found(first: base, count: texts, isList: elements >= 0)
  }

  /// Whether a template yields anything but nothing, `false`, `no` or `0`.
  mutating func isTrue(
    _ run: Run, _ batch: borrowing RecordBatch, _ item: inout ItemBuffer
  ) throws(MappingMistake) -> Bool {
    try read(run, batch, &item) { !isNegative($0) } ?? false
  }

  /// Says why a template yields nothing, for messages: the first field that is missing.
  func reasonForNothing(in run: Run, _ batch: borrowing RecordBatch) -> String {
    for index in run.first..<(run.first + run.count) {
      let operation = compiled.operations[index]
      var slot: Int?
      switch operation.kind {
      case .text: continue
      case .slot: slot = operation.index
      case .name:
        if names[operation.index].isKnown, names[operation.index].values.isEmpty {
          return "'\(compiled.nameTexts[operation.index])' is empty"
        }
      case .expression:
        let value = compiled.values[operation.index]
        if !value.isName { slot = value.index }
      }
      if let slot, isMissing(slot, batch) { return "'\(compiled.paths[slot])' is missing" }
    }
    return "its template yields nothing"
  }
}

/// Whether bytes say no: nothing, `false`, `no` or `0`, in any case and with space around.
private func isNegative(_ bytes: borrowing Span<UInt8>) -> Bool {
  var start = 0
  var end = bytes.count
  while start < end, bytes[start] <= 0x20 { start += 1 }
  while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
  // The bytes of a short word as one number; the two below spell `no` and `false`.
  guard end - start <= 5 else { return false }
  var word: UInt64 = 0
  for index in start..<end { word = word << 8 | UInt64(bytes[index] | 0x20) }
  switch word {
  case 0: return true
  case 0x6E6F, 0x66_616C_7365: return true
  default: return end - start == 1 && bytes[start] == UInt8(ascii: "0")
  }
}
