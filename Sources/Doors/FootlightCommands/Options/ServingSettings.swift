/// The settings of a server on the command line.
package struct ServingSettings: Sendable, Equatable {
  /// An IP address, or `localhost` for both loopback addresses.
  package var address = "localhost"
  package var port = 8420
  package var socket: String?
  package var baseURL: String?
  package var hosts: [String] = []
  package var origins: [String] = []
  package var isReadOnly = false
  package var watches = false
}
