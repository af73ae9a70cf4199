import FootlightPlatform

extension MappingWorker {
  /// The result of an attempt to copy one text.
  enum Copied {
    case done
    case missing
    /// There is a list or an object.
    case notText
  }

  /// Appends the text of a slot or name, if it holds one.
  mutating func copy(
    _ operation: CompiledMapping.Operation, _ batch: borrowing RecordBatch,
    _ out: inout ByteArena
  ) throws(MappingMistake) -> Copied {
    switch operation.kind {
    case .text, .expression:
      return .notText
    case .slot:
      return copySlot(slots[operation.index], batch, &out)
    case .name:
      try resolve(operation.index, batch)
      guard let range = names[operation.index].values.first else { return .missing }
      if names[operation.index].isList { return .notText }
      out.append(scratch, range)
      if out.count > MappingWorker.sizeLimit { throw MappingMistake.tooLarge }
      return .done
    }
  }

  private func copySlot(
    _ slot: (first: Int, count: Int), _ batch: borrowing RecordBatch, _ out: inout ByteArena
  ) -> Copied {
    if slot.count == 0 { return .missing }
    if slot.count > 1 { return .notText }
    let value = batch.values[slot.first]
    switch value.kind {
    case .null: return .missing
    case .text, .number:
      if value.bytes.isEmpty { return .missing }
      out.append(batch.bytes, value.bytes)
    case .yes: out.append("true")
    case .no: out.append("false")
    case .list: return isEmptyList(batch.bytes, value.bytes) ? .missing : .notText
    case .object: return .notText
    }
    return .done
  }

  /// The JSON of the object that a template is, if it is nothing but a field that holds one.
  func object(
    _ run: CompiledMapping.Run, _ batch: borrowing RecordBatch
  ) -> ByteRange? {
    guard run.count == 1, compiled.operations[run.first].kind == .slot else { return nil }
    let slot = slots[compiled.operations[run.first].index]
    guard slot.count == 1, batch.values[slot.first].kind == .object else { return nil }
    return batch.values[slot.first].bytes
  }

  /// Why something that is no text cannot be used where text is wanted.
  func notText(
    _ operation: CompiledMapping.Operation, _ batch: borrowing RecordBatch
  ) -> MappingMistake {
    guard operation.kind == .slot else {
      return MappingMistake(
        .recordNotText,
        "'\(compiled.nameTexts[operation.index])' is a list where text is wanted")
    }
    let isObject = batch.values[slots[operation.index].first].kind == .object
    return notText(operation.index, isObject ? "an object" : "a list")
  }

  /// Puts the value of a slot, name or expression on the stack.
  mutating func value(
    of operation: CompiledMapping.Operation, _ batch: borrowing RecordBatch
  ) throws(MappingMistake) -> Found {
    switch operation.kind {
    case .text: return Found(first: values.count, count: 0, isList: false)
    case .slot: return try loadSlot(operation.index, batch)
    case .name: return try loadName(operation.index, batch)
    case .expression:
      let value = compiled.values[operation.index]
      var found =
        value.isName ? try loadName(value.index, batch) : try loadSlot(value.index, batch)
      for filter in value.filters {
        try apply(compiled.filters[filter], &found, value)
      }
      return found
    }
  }

  /// Copies the values of a slot to `scratch`; missing ones are left out.
  private mutating func loadSlot(
    _ slot: Int, _ batch: borrowing RecordBatch
  ) throws(MappingMistake) -> Found {
    let base = values.count
    let (first, count) = slots[slot]
    var isList = compiled.paths[slot].isList
    for index in first..<(first + count) {
      let value = batch.values[index]
      let start = scratch.count
      switch value.kind {
      case .null: continue
      case .text, .number: scratch.append(batch.bytes, value.bytes)
      case .yes: scratch.append("true")
      case .no: scratch.append("false")
      case .list:
        isList = true
        guard appendElements(batch.bytes, value.bytes, to: &scratch, &values) else {
          throw notText(slot, "a list of objects")
        }
        continue
      case .object:
        guard isList else { throw notText(slot, "an object") }
        scratch.append(textOfObject(batch.bytes, value.bytes))
      }
      if scratch.count > start {
        values.append(ByteRange(start: start, count: scratch.count - start))
      }
    }
    return Found(first: base, count: values.count - base, isList: isList)
  }

  private mutating func loadName(
    _ name: Int, _ batch: borrowing RecordBatch
  ) throws(MappingMistake) -> Found {
    try resolve(name, batch)
    let base = values.count
    values.append(contentsOf: names[name].values)
    return Found(first: base, count: values.count - base, isList: names[name].isList)
  }

  /// Finds out what a name stands for in this record, once.
  private mutating func resolve(
    _ index: Int, _ batch: borrowing RecordBatch
  ) throws(MappingMistake) {
    guard !names[index].isKnown else { return }
    let name = compiled.names[index]
    var found = try yield(name.run, batch)
    if let map = name.map {
      for place in found.first..<(found.first + found.count) {
        values[place] = try mapped(values[place], map, name, index, batch)
      }
      if found.count == 0, let otherwise = name.otherwise {
        found = try yield(otherwise, batch)
      }
    }
    names[index].isKnown = true
    names[index].isList = found.isList
    names[index].values.removeAll(keepingCapacity: true)
    for place in found.first..<values.count where !values[place].isEmpty {
      names[index].values.append(values[place])
    }
    drop(to: found.first)
  }

  private mutating func mapped(
    _ range: ByteRange, _ map: ByteTable, _ name: CompiledMapping.Name, _ index: Int,
    _ batch: borrowing RecordBatch
  ) throws(MappingMistake) -> ByteRange {
    if let value = map.value(compiled.constants, scratch, range) {
      let start = scratch.count
      scratch.append(compiled.constants, value)
      return ByteRange(start: start, count: scratch.count - start)
    }
    guard let otherwise = name.otherwise else {
      throw MappingMistake(
        .recordNotMapped,
        "the map of '\(compiled.nameTexts[index])' does not hold the value, and there is no 'else'")
    }
    let found = try yield(otherwise, batch)
    defer { drop(to: found.first) }
    if found.isList { throw MappingMistake(.recordNotText, "a list where text is wanted") }
    return found.count == 0 ? ByteRange() : values[found.first]
  }

  /// Whether a slot holds nothing.
  func isMissing(_ slot: Int, _ batch: borrowing RecordBatch) -> Bool {
    let (first, count) = slots[slot]
    for index in first..<(first + count) {
      let value = batch.values[index]
      switch value.kind {
      case .null: continue
      case .text, .number: if !value.bytes.isEmpty { return false }
      case .list: if !isEmptyList(batch.bytes, value.bytes) { return false }
      case .yes, .no, .object: return false
      }
    }
    return true
  }

  func notText(_ slot: Int, _ what: String) -> MappingMistake {
    MappingMistake(.recordNotText, "'\(compiled.paths[slot])' is \(what) where text is wanted")
  }
}
