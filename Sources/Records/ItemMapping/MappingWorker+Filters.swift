import FootlightPlatform

extension MappingWorker {
  /// Applies a filter to the values on top of the stack.
  mutating func apply(
    _ filter: CompiledFilter, _ found: inout Found, _ value: CompiledMapping.FilteredValue
  ) throws(MappingMistake) {
    switch filter {
    case .first: keepOne(&found, found.first)
    case .last: keepOne(&found, found.first + found.count - 1)
    case .join(let separator): join(separator, &found)
    case .limit(let count): if found.count > count { truncate(&found, to: count) }
    case .unique: removeRepeated(&found)
    case .split(let separator): split(separator, &found)
    case .default(let text):
      if found.count == 0 {
        let start = scratch.count
        scratch.append(compiled.constants, text)
        values.append(ByteRange(start: start, count: Int(text.count)))
        found.count = 1
        found.isList = false
      }
    case .trim, .lower, .upper, .title, .replace, .date, .format, .number, .scale, .truncate,
      .plain, .markdown:
      var kept = found.first
      for index in found.first..<(found.first + found.count) {
        let range = try changed(values[index], filter, value)
        if range.isEmpty { continue }
        values[kept] = range
        kept += 1
      }
      truncate(&found, to: kept - found.first)
    }
    if scratch.count > MappingWorker.sizeLimit { throw MappingMistake.tooLarge }
  }

  private mutating func truncate(_ found: inout Found, to count: Int) {
    found.count = count
    drop(to: found.first + count)
  }

  private mutating func keepOne(_ found: inout Found, _ index: Int) {
    found.isList = false
    guard found.count > 0 else { return }
    values[found.first] = values[index]
    truncate(&found, to: 1)
  }

  private mutating func join(_ separator: ByteRange, _ found: inout Found) {
    found.isList = false
    guard found.count > 1 else { return }
    let start = scratch.count
    for index in found.first..<(found.first + found.count) {
      if index > found.first { scratch.append(compiled.constants, separator) }
      scratch.append(own: values[index])
    }
    values[found.first] = ByteRange(start: start, count: scratch.count - start)
    truncate(&found, to: 1)
  }

  /// Keeps the first of equal values; each is looked up by its hash.
  private mutating func removeRepeated(_ found: inout Found) {
    guard found.count > 1 else { return }
    var seen: [UInt64: [ByteRange]] = [:]
    var kept = found.first
    for index in found.first..<(found.first + found.count) {
      let range = values[index]
      let hash = scratch.hash(range)
      let isKnown = seen[hash]?.contains { scratch.equals(range, scratch, $0) } ?? false
      if isKnown { continue }
      seen[hash, default: []].append(range)
      values[kept] = range
      kept += 1
    }
    truncate(&found, to: kept - found.first)
  }

  private mutating func split(_ separator: ByteRange, _ found: inout Found) {
    ranges.removeAll(keepingCapacity: true)
    for index in found.first..<(found.first + found.count) {
      let range = values[index]
      var start = range.lowerBound
      while true {
        let next = scratch.firstIndex(
          of: compiled.constants, separator, from: start, to: range.upperBound)
        let part = scratch.trimmed(
          ByteRange(start: start, count: (next ?? range.upperBound) - start))
        if !part.isEmpty { ranges.append(part) }
        guard let next else { break }
        start = next + Int(separator.count)
      }
    }
    truncate(&found, to: 0)
    for range in ranges { values.append(range) }
    found.count = ranges.count
    found.isList = true
  }

  /// One value changed by a filter that works on each element.
  private mutating func changed(
    _ range: ByteRange, _ filter: CompiledFilter, _ value: CompiledMapping.FilteredValue
  ) throws(MappingMistake) -> ByteRange {
    let start = scratch.count
    switch filter {
    case .trim: return scratch.trimmed(range)
    case .lower: return scratch.appendCased(range, .lower)
    case .upper: return scratch.appendCased(range, .upper)
    case .title: return scratch.appendCased(range, .title)
    case .truncate(let count): return scratch.prefix(range, characters: count)
    case .replace(let text, let other): try replace(range, text, other)
    case .date(let number):
      let pattern = compiled.patterns[number]
      let zone = compiled.zone
      guard let moment = scratch.withSpan(range, { pattern.read($0, zone: zone) }) else {
        throw MappingMistake(
          .recordValue, "\(describe(value)) is not written as 'date' says",
          remedy: "correct the pattern of `date`, or the value")
      }
      moment.appendISO(to: &scratch)
    case .format(let number):
      let pattern = compiled.patterns[number]
      let zone = compiled.zone
      guard let moment = scratch.withSpan(range, { Moment.read($0, zone: zone) }) else {
        throw MappingMistake(
          .recordValue, "\(describe(value)) is no ISO date",
          remedy: "read it with the filter `date` before")
      }
      pattern.append(moment, to: &scratch)
    case .number(let mark):
      draft.removeAll()
      guard NumberText.appendPlain(scratch, range, decimalMark: mark, to: &draft) else {
        if NumberText.isNothing(scratch.text(range)) { break }
        throw MappingMistake(.recordValue, "\(describe(value)) is no number")
      }
      scratch.append(draft, draft.all)
    case .scale(let scale):
      guard let number = scratch.withSpan(range, { NumberText.worth($0) }) else {
        throw MappingMistake(.recordValue, "\(describe(value)) is no number")
      }
      scratch.append(decimal: scale.place(of: number), width: 1)
    case .plain:
      draft.removeAll()
      appendPlainText(scratch, range, to: &draft)
      scratch.append(draft, draft.all)
    case .markdown:
      draft.removeAll()
      appendMarkdown(scratch, range, to: &draft)
      scratch.append(draft, draft.all)
    case .first, .last, .join, .limit, .unique, .split, .default:
      return range
    }
    return ByteRange(start: start, count: scratch.count - start)
  }

  private mutating func replace(
    _ range: ByteRange, _ text: ByteRange, _ other: ByteRange
  ) throws(MappingMistake) {
    var start = range.lowerBound
    while let next = scratch.firstIndex(
      of: compiled.constants, text, from: start, to: range.upperBound)
    {
      scratch.append(own: ByteRange(start: start, count: next - start))
      scratch.append(compiled.constants, other)
      start = next + Int(text.count)
      if scratch.count > MappingWorker.sizeLimit { throw MappingMistake.tooLarge }
    }
    scratch.append(own: ByteRange(start: start, count: range.upperBound - start))
  }

  private func describe(_ value: CompiledMapping.FilteredValue) -> String {
    value.isName
      ? "'\(compiled.nameTexts[value.index])'" : "'\(compiled.paths[value.index])'"
  }
}
