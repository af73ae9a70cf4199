/// An object that commands, the API and assistants print: each member stated once, for who writes it and for
/// the reference that describes it.
///
/// Members are a promise to programs: they may grow, but they never change their names or kinds.
package struct JSONObject<Value>: Sendable {
  /// What it describes: a command, or what stands within another object.
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
  /// What its value is: `text`, `number`, `boolean`, a list or an object.
  package let type: String
  package let summary: String
  /// Writes name and value, or neither where the member is left out.
  let write: @Sendable (inout JSONWriter, Value) -> Void

  init(
    _ name: String, _ type: String, _ summary: String,
    _ write: @escaping @Sendable (inout JSONWriter, Value) -> Void
  ) {
    self.name = name
    self.type = type
    self.summary = summary
    self.write = write
  }

  /// The same member of what holds such a value.
  func of<Whole>(_ part: @escaping @Sendable (Whole) -> Value) -> JSONMember<Whole> {
    JSONMember<Whole>(name, type, summary) { json, whole in write(&json, part(whole)) }
  }
}

extension JSONMember {
  static func text(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Value) -> String
  ) -> JSONMember {
    JSONMember(name, "text", summary) { $0.member(name, value($1)) }
  }

  static func textOrNull(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Value) -> String?
  ) -> JSONMember {
    JSONMember(name, "text or null", summary) { $0.member(name, value($1)) }
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
    JSONMember(name, "list of texts", summary) { $0.member(name, value($1)) }
  }

  static func number(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Value) -> Int
  ) -> JSONMember {
    JSONMember(name, "number", summary) { $0.member(name, value($1)) }
  }

  static func numberOrNull(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Value) -> Int?
  ) -> JSONMember {
    JSONMember(name, "number or null", summary) { $0.member(name, value($1)) }
  }

  static func boolean(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Value) -> Bool
  ) -> JSONMember {
    JSONMember(name, "boolean", summary) { json, whole in
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
    JSONMember(name, "list of \(kind)", summary) { json, whole in
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
