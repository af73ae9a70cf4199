/// The value of a field.
public indirect enum RecordValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  /// A number as it is written, in the form that JSON knows.
  case number(String)
  case text(String)
  case list([RecordValue])
  case object(Record)

  /// A whole number.
  public init(_ number: some FixedWidthInteger) {
    self = .number(String(number))
  }

  /// A number; null for what is none (infinities and NaN).
  public init(_ number: Double) {
    self = number.isFinite ? .number(number.description) : .null
  }
}

extension RecordValue: ExpressibleByStringLiteral {
  /// A text.
  public init(stringLiteral text: String) { self = .text(text) }
}

extension RecordValue: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral number: Int) { self.init(number) }
}

extension RecordValue: ExpressibleByFloatLiteral {
  /// A number.
  public init(floatLiteral number: Double) { self.init(number) }
}

extension RecordValue: ExpressibleByBooleanLiteral {
  /// A boolean.
  public init(booleanLiteral boolean: Bool) { self = .boolean(boolean) }
}

extension RecordValue: ExpressibleByNilLiteral {
  /// Null.
  public init(nilLiteral: ()) { self = .null }
}

extension RecordValue: ExpressibleByArrayLiteral {
  /// A list.
  public init(arrayLiteral elements: RecordValue...) { self = .list(elements) }
}

extension RecordValue: ExpressibleByDictionaryLiteral {
  /// An object.
  public init(dictionaryLiteral fields: (String, RecordValue)...) {
    self = .object(Record(fields.map { Record.Field($0.0, $0.1) }))
  }
}
