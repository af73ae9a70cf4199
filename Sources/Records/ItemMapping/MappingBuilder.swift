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

/// Maps a range of numbers onto 0 … 1000 by their logarithms, the same on every machine.
struct LogarithmicScale: Sendable, Hashable {
  private let low: Double
  private let high: Double
  private let lowLogarithm: Int64
  private let span: Int64

  /// A scale between two limits above 0, the first below the second.
  init(from low: Double, to high: Double) {
    self.low = low
    self.high = high
    lowLogarithm = LogarithmicScale.logarithm(low)
    span = LogarithmicScale.logarithm(high) - lowLogarithm
  }

  /// The place of a number, rounded; numbers beyond a limit count as the limit.
  func place(of number: Double) -> Int {
    guard number > low else { return 0 }
    guard number < high, span > 0 else { return 1000 }
    let above = LogarithmicScale.logarithm(number) - lowLogarithm
    return Int((above * 1000 + span / 2) / span)
  }

  /// The logarithm to base 2 of a normal number above 0, in units of 2⁻³².
  ///
  /// The exponent is the whole part. Squaring the mantissa, 1 … 2 with 62 bits after the point,
  /// doubles its logarithm: each time it reaches 2, the next bit of the fraction is one. Integers
  /// alone, so that no mathematical library decides an order.
  static func logarithm(_ number: Double) -> Int64 {
    let scaled = number.isNormal ? number : number * 0x1p64
    let shift: Int64 = number.isNormal ? 0 : 64
    var result = Int64(scaled.exponent) - shift
    var mantissa = (1 << 62) | UInt64(scaled.significandBitPattern) << 10
    for _ in 0..<32 {
      // The product of two such numbers has 124 bits after the point.
      let square = mantissa.multipliedFullWidth(by: mantissa)
      mantissa = square.high << 2 | square.low >> 62
      result <<= 1
      if mantissa >= 1 << 63 {
        result |= 1
        mantissa >>= 1
      }
    }
    return result
  }
}
