/// A call that was found in the table, or why it is refused.
struct ServedCall {
  /// Why a call is refused, by the names that all clients know (D-Bus specification, "Errors").
  enum Refusal: String, Error {
    case object = "org.freedesktop.DBus.Error.UnknownObject"
    case interface = "org.freedesktop.DBus.Error.UnknownInterface"
    case method = "org.freedesktop.DBus.Error.UnknownMethod"
    case property = "org.freedesktop.DBus.Error.UnknownProperty"
    case arguments = "org.freedesktop.DBus.Error.InvalidArgs"
    case limits = "org.freedesktop.DBus.Error.LimitsExceeded"
    case result = "io.github.footlight.Error.NoSuchResult"
    case unreadable = "io.github.footlight.Error.Unreadable"
    case opening = "io.github.footlight.Error.NotOpened"

    /// The sentence for people.
    var text: String {
      switch self {
      case .object: "there is no such object"
      case .interface: "the object has no such interface"
      case .method: "the interface has no such method"
      case .property: "there are no properties"
      case .arguments: "the method takes other arguments"
      case .limits: "that is more than anybody needs"
      case .result: "no result has this identifier"
      case .unreadable: "a workspace cannot be read; the session's log says why"
      case .opening: "this result has no address that is opened"
      }
    }
  }

  let object: ServedObject
  let interface: String
  let method: ServedObject.Method

  /// Looks a call up; one without an interface means the first method of that name.
  init(_ message: BusMessage) throws(Refusal) {
    guard let object = ServedObject.at(message.path) else { throw .object }
    let interfaces = object.interfaces + ServedObject.everywhere
    let meant = interfaces.filter { message.interface.isEmpty || $0.name == message.interface }
    guard !meant.isEmpty else { throw .interface }
    let found = meant.lazy.compactMap { interface in
      interface.methods.first { $0.name == message.member }.map { (interface.name, $0) }
    }.first
    guard let (interface, method) = found else { throw .method }
    guard message.signature == method.takes.joined() else { throw .arguments }
    self.object = object
    self.interface = interface
    self.method = method
  }
}
