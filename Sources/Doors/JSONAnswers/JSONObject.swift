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
  package let name: String
  /// The type of its value: `text`, `number`, `boolean`, a list or an object.
  package let type: String
  package let summary: String
  /// Whether it is always there.
  let isConstant: Bool
  /// The objects that it lists; nil for anything else.
  let elements: JSONShape?
  /// Writes name and value, or neither where the member is left out.
  let write: @Sendable (inout JSONWriter, Value) -> Void

  init(
    _ name: String, _ type: String, _ summary: String, isConstant: Bool = false,
    elements: JSONShape? = nil,
    _ write: @escaping @Sendable (inout JSONWriter, Value) -> Void
  ) {
    self.name = name
    self.type = type
    self.summary = summary
    self.isConstant = isConstant
    self.elements = elements
    self.write = write
  }

  /// The same member of what holds such a value.
  func of<Whole>(_ part: @escaping @Sendable (Whole) -> Value) -> JSONMember<Whole> {
    JSONMember<Whole>(name, type, summary, isConstant: isConstant, elements: elements) {
      json, whole in write(&json, part(whole))
    }
  }
}

/// An object without its values: the names and types of its members, of which schemas are made.
package indirect enum JSONShape: Sendable {
  /// A member of a shape.
  package struct Member: Sendable {
    package let name: String
    package let type: String
    package let summary: String
    package let isConstant: Bool
    package let elements: JSONShape?
  }

  case object(summary: String, members: [Member])

  /// The same where each member of the objects that a list holds may be left out.
  package func maybe(_ list: String) -> JSONShape {
    .object(
      summary: summary,
      members: members.map { member in
        guard member.name == list, case .object(let summary, let parts)? = member.elements else {
          return member
        }
        return Member(
          name: member.name, type: member.type, summary: member.summary,
          isConstant: member.isConstant,
          elements: .object(
            summary: summary,
            members: parts.map {
              Member(
                name: $0.name, type: $0.type, summary: $0.summary, isConstant: false,
                elements: $0.elements)
            }))
      })
  }

  /// The members in their order.
  package var members: [Member] {
    switch self {
    case .object(_, let members): members
    }
  }

  /// One sentence.
  package var summary: String {
    switch self {
    case .object(let summary, _): summary
    }
  }
}

extension JSONObject {
  /// The object without its values.
  package var shape: JSONShape {
    .object(
      summary: summary,
      members: members.map {
        JSONShape.Member(
          name: $0.name, type: $0.type, summary: $0.summary, isConstant: $0.isConstant,
          elements: $0.elements)
      })
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
    JSONMember(name, "boolean", summary, isConstant: true) { json, whole in
      json.name(name)
      json.value(value(whole))
    }
  }

  /// A mark that is only there when it is true.
  static func mark(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Value) -> Bool
  ) -> JSONMember {
    JSONMember(name, "true", summary) { json, whole in
      guard value(whole) else { return }
      json.name(name)
      json.value(true)
    }
  }

  static func list<Element>(
    _ name: String, _ kind: String, _ summary: String, of object: JSONObject<Element>,
    _ value: @escaping @Sendable (Value) -> [Element]
  ) -> JSONMember {
    JSONMember(name, "list of \(kind)", summary, isConstant: true, elements: object.shape) {
      json, whole in
      json.name(name)
      json.array { list in
        for element in value(whole) { list.write(object, element) }
      }
    }
  }
}

extension JSONWriter {
  /// Writes an object of one line.
  package mutating func line<Value>(_ object: JSONObject<Value>, _ value: Value) {
    write(object, value)
    endLine()
  }

  /// Writes an object.
  package mutating func write<Value>(_ object: JSONObject<Value>, _ value: Value) {
    self.object { json in
      for member in object.members { member.write(&json, value) }
    }
  }
}
