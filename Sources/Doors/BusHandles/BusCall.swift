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
  package var values: [BusValue]

  /// A call.
  package init(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ values: [BusValue] = []
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.values = values
  }

  /// A call of the bus itself.
  package static func bus(_ member: String, _ values: [BusValue] = []) -> BusCall {
    BusCall(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, values)
  }
}
