/// One record of a source, as a program sees it: named fields in their order.
///
/// Inside, records are bytes (``RecordBatch``); this is for sources written in Swift and for
/// programs that hand records over.
public struct Record: Sendable, Hashable {
  /// A name and its value.
  public struct Field: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value.
    public var value: RecordValue

    /// Names a value.
    public init(_ name: String, _ value: RecordValue) {
      self.name = name
      self.value = value
    }
  }

  /// The fields; of several with one name the last counts.
  public var fields: [Field]

  /// Makes a record.
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// The value of a field; setting nil removes the field.
  ///
  /// Names are compared byte by byte.
  public subscript(name: String) -> RecordValue? {
    get {
      fields.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
    set {
      let place = fields.lastIndex { $0.name.utf8.elementsEqual(name.utf8) }
      switch (place, newValue) {
      case (let place?, let value?): fields[place].value = value
      case (nil, let value?): fields.append(Field(name, value))
      case (_, nil): fields.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
      }
    }
  }
}

extension Record: ExpressibleByDictionaryLiteral {
  /// Makes a record.
  public init(dictionaryLiteral fields: (String, RecordValue)...) {
    self.init(fields.map { Field($0.0, $0.1) })
  }
}
