/// A message of the bus, taken apart: a value without any handle.
package struct BusMessage: Sendable, Equatable {
  /// The kinds of messages.
  package enum Kind: Sendable, Equatable {
    /// Somebody calls a method here, and perhaps waits for the answer.
    case call
    /// The answer to what was sent under this number.
    case reply(to: UInt64)
    /// A refusal of what was sent under this number.
    case refusal(of: UInt64, name: String, text: String)
    /// Anything else.
    case signal
  }

  /// An argument of one of the few types that are read; they are enough for what is served and asked here.
  package enum Argument: Sendable, Equatable {
    /// `s`, `o`.
    case text(String)
    /// `as`.
    case texts([String])
    /// `u`.
    case number(UInt32)
  }

  /// The most bytes of texts and the most texts that are kept of an argument; others may send 128 MB.
  package struct Limits: Sendable {
    /// Bytes of all its texts together.
    package var bytes = 1 << 20
    /// Texts of a list.
    package var texts = 10_000

    /// As much as anybody needs.
    package init() {}
  }

  /// The kind of the message.
  package var kind: Kind
  /// The name of the connection that sent it.
  package var sender = ""
  /// The object that is meant.
  package var path = ""
  /// The interface; empty where the sender left it out.
  package var interface = ""
  /// The method or signal.
  package var member = ""
  /// The types of all arguments.
  package var signature = ""
  /// The arguments up to the first of a type that is not read.
  package var arguments: [Argument] = []
  /// Whether it held more than the limits let in.
  package var isCut = false
  /// Under which number the connection holds a call that waits for an answer.
  package var held: UInt64 = 0

  /// The text at a place, or an empty one.
  package func text(_ place: Int) -> String {
    if place < arguments.count, case .text(let text) = arguments[place] { text } else { "" }
  }

  /// The texts at a place, or none.
  package func texts(_ place: Int) -> [String] {
    if place < arguments.count, case .texts(let texts) = arguments[place] { texts } else { [] }
  }

  /// The number at a place, or 0.
  package func number(_ place: Int) -> UInt32 {
    if place < arguments.count, case .number(let number) = arguments[place] { number } else { 0 }
  }
}

/// A method of somebody else, and what it is handed.
package struct BusCall: Sendable, Equatable {
  /// The name on the bus.
  package var destination: String
  /// The object there.
  package var path: String
  /// The interface that the method belongs to.
  package var interface: String
  /// The method.
  package var member: String
  /// Its arguments.
  package var values: [BusValue] = []

  /// A call of the bus itself.
  package static func bus(_ member: String, _ values: [BusValue] = []) -> BusCall {
    BusCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus", member: member, values: values)
  }
}
