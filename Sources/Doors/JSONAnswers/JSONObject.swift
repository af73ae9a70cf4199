import DeclaredRecords
import FootlightPlatform

/// An object that commands, the API and assistants print: each member stated once, for who writes it and for
/// the reference that describes it.
///
/// Members are a promise to programs: they may grow, but they never change their names or kinds.
package struct JSONObject<Value>: Sendable {
  /// The command that prints it, or its place within another object.
  package let name: String
  /// One sentence.
  package let summary: String
  /// Its members in their order.
  package let members: [JSONMember<Value>]

  init(_ name: String, _ summary: String, _ members: [JSONMember<Value>]) {
    self.name = name
    self.summary = summary
    self.members = members
  }
}

/// A member of an object: what it is called, what it holds, and how it is written.
package struct JSONMember<Value>: Sendable {
  package let shape: JSONShape.Member
  /// Writes name and value, or neither where the member is left out.
  let write: @Sendable (inout JSONWriter, Value) -> Void

  init(
    _ name: String, _ type: String, _ summary: String, isConstant: Bool = false,
    elements: JSONShape? = nil,
    _ write: @escaping @Sendable (inout JSONWriter, Value) -> Void
  ) {
    shape = JSONShape.Member(
      name: name, type: type, summary: summary, isConstant: isConstant, elements: elements)
    self.write = write
  }

  package var name: String { shape.name }

  /// The same member of what holds such a value.
  func of<Whole>(_ part: @escaping @Sendable (Whole) -> Value) -> JSONMember<Whole> {
    JSONMember<Whole>(
      name, shape.type, shape.summary, isConstant: shape.isConstant, elements: shape.elements
    ) { json, whole in write(&json, part(whole)) }
  }
}

/// An object without its values: the names and types of its members, of which schemas and the reference are made.
package struct JSONShape: Sendable {
  /// A member of a shape.
  package struct Member: Sendable {
    package let name: String
    /// The type of its value: `text`, `number`, `boolean`, a list or an object.
    package let type: String
    package let summary: String
    /// Whether it is always there.
    package fileprivate(set) var isConstant: Bool
    /// The objects that it lists; nil for anything else.
    package fileprivate(set) var elements: JSONShape?
  }

  package let name: String
  /// One sentence.
  package let summary: String
  /// The members in their order.
  package fileprivate(set) var members: [Member]

  /// The same where each member of the objects that a list holds may be left out.
  package func maybe(_ list: String) -> JSONShape {
    var shape = self
    for index in members.indices where members[index].name == list {
      for place in (members[index].elements?.members ?? []).indices {
        shape.members[index].elements?.members[place].isConstant = false
      }
    }
    return shape
  }
}

extension JSONObject {
  /// The object without its values.
  package var shape: JSONShape {
    JSONShape(name: name, summary: summary, members: members.map(\.shape))
  }

  /// The same object with some of its members.
  package func keeping(_ names: Set<String>) -> JSONObject {
    JSONObject(name, summary, members.filter { names.contains($0.name) })
  }
}

extension JSONMember {
  static func text(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Value) -> String
  ) -> JSONMember {
    JSONMember(name, "text", summary, isConstant: true) { $0.member(name, value($1)) }
  }

  static func textOrNull(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Value) -> String?
  ) -> JSONMember {
    JSONMember(name, "text or null", summary, isConstant: true) { $0.member(name, value($1)) }
  }

  /// An instant in UTC, of seconds since 1970.
  static func instantOrNull(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Value) -> Int64?
  ) -> JSONMember {
    .textOrNull(name, summary) { value($0).map { Instant(seconds: $0).iso } }
  }

  /// A text that is left out where there is none.
  static func maybeText(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Value) -> String?
  ) -> JSONMember {
    JSONMember(name, "text", summary) { json, whole in
      if let text = value(whole) { json.member(name, text) }
    }
  }

  static func texts(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Value) -> [String]
  ) -> JSONMember {
    JSONMember(name, "list of texts", summary, isConstant: true) { $0.member(name, value($1)) }
  }

  static func number(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Value) -> Int
  ) -> JSONMember {
    JSONMember(name, "number", summary, isConstant: true) { $0.member(name, value($1)) }
  }

  static func numberOrNull(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Value) -> Int?
  ) -> JSONMember {
    JSONMember(name, "number or null", summary, isConstant: true) { $0.member(name, value($1)) }
  }

  static func boolean(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Value) -> Bool
  ) -> JSONMember {
    JSONMember(name, "boolean", summary, isConstant: true) { $0.member(name, value($1)) }
  }

  /// A mark that is only there when it is true.
  static func mark(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Value) -> Bool
  ) -> JSONMember {
    JSONMember(name, "true", summary) { json, whole in
      if value(whole) { json.member(name, true) }
    }
  }

  static func list<Element>(
    _ name: String, _ kind: String, _ summary: String, of object: JSONObject<Element>,
    _ value: @escaping @Sendable (Value) -> [Element]
  ) -> JSONMember {
    JSONMember(name, "list of \(kind)", summary, isConstant: true, elements: object.shape) {
      json, whole in json.list(name, object, value(whole))
    }
  }
}

extension JSONWriter {
  /// Writes an object of one line.
  package mutating func line<Value>(_ object: JSONObject<Value>, _ value: Value) {
    write(object, value)
    endLine()
  }

  /// Writes a member with a list of objects.
  package mutating func list<Value>(
    _ name: String, _ object: JSONObject<Value>, _ values: some Sequence<Value>
  ) {
    array(name) { list in
      for value in values { list.write(object, value) }
    }
  }

  /// Writes an object.
  package mutating func write<Value>(_ object: JSONObject<Value>, _ value: Value) {
    self.object { json in
      for member in object.members { member.write(&json, value) }
    }
  }
}
