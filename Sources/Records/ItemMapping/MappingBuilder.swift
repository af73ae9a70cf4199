import FootlightPlatform

/// Collects the tables of a ``CompiledMapping``.
struct MappingBuilder: ~Copyable {
  private var constants = ByteArena()
  private(set) var operations: [CompiledMapping.Operation] = []
  private(set) var values: [CompiledMapping.FilteredValue] = []
  private(set) var filters: [CompiledFilter] = []
  private(set) var patterns: [DatePattern] = []

  mutating func run(_ template: Template) -> CompiledMapping.Run {
    let first = operations.count
    var isSimple = true
    for part in template.parts {
      switch part {
      case .text(let text):
        operations.append(.init(kind: .text, text: constant(text)))
      case .expression(let expression):
        let (isName, index) =
          switch expression.input {
          case .slot(let slot): (false, slot)
          case .name(let name): (true, name)
          }
        if expression.filters.isEmpty {
          operations.append(.init(kind: isName ? .name : .slot, index: index))
        } else {
          isSimple = false
          let start = filters.count
          for filter in expression.filters { filters.append(compiled(filter)) }
          values.append(
            .init(isName: isName, index: index, filters: start..<filters.count, isList: false))
          operations.append(.init(kind: .expression, index: values.count - 1))
        }
      }
    }
    return .init(first: first, count: operations.count - first, isSimple: isSimple)
  }

  mutating func table(_ map: [String: String]) -> ByteTable {
    var table = ByteTable(capacity: map.count)
    // Sorted, so that the table is the same in every run.
    for (key, value) in map.sorted(by: { $0.key < $1.key }) {
      table.insert(constant(key), constant(value), constants)
    }
    return table
  }

  consuming func finish() -> ByteArena {
    constants
  }

  private mutating func constant(_ text: String) -> ByteRange {
    let start = constants.count
    constants.append(text)
    return ByteRange(start: start, count: constants.count - start)
  }

  private mutating func place(of pattern: DatePattern) -> Int {
    patterns.append(pattern)
    return patterns.count - 1
  }

  private mutating func compiled(_ filter: Filter) -> CompiledFilter {
    switch filter {
    case .split(let text): .split(constant(text))
    case .trim: .trim
    case .lower: .lower
    case .upper: .upper
    case .title: .title
    case .first: .first
    case .last: .last
    case .join(let text): .join(constant(text))
    case .default(let text): .default(constant(text))
    case .replace(let text, let other): .replace(constant(text), constant(other))
    case .date(let pattern): .date(place(of: pattern))
    case .format(let pattern): .format(place(of: pattern))
    case .number(let mark): .number(decimalMark: mark)
    case .scale(let low, let high): .scale(LogarithmicScale(from: low, to: high))
    case .truncate(let count): .truncate(count)
    case .plain: .plain
    case .markdown: .markdown
    case .unique: .unique
    case .limit(let count): .limit(count)
    }
  }
}

/// A filter without references: its texts are ranges of the constants.
enum CompiledFilter: Sendable {
  case split(ByteRange)
  case trim
  case lower
  case upper
  case title
  case first
  case last
  case join(ByteRange)
  case `default`(ByteRange)
  case replace(ByteRange, ByteRange)
  /// The place of the pattern in the table of patterns.
  case date(Int)
  case format(Int)
  case number(decimalMark: UInt8)
  case scale(LogarithmicScale)
  case truncate(Int)
  case plain
  case markdown
  case unique
  case limit(Int)
}
