/// The time limits of the service.
package struct DesktopServiceSettings: Sendable {
  /// After so many milliseconds without a call it goes.
  package var idleMilliseconds: Int64 = 30_000
  /// Within so many milliseconds a search ends; with what is around it that makes 50.
  package var patienceMilliseconds = 40
  /// So long a portal may take to say that it opens an address.
  package var portalMilliseconds: Int64 = 10_000
  /// The address of the bus; nil for the session's.
  package var busAddress: String?
  /// The program `footlight`, which the terminal runs.
  package var tool: String?

  /// The usual times.
  package init() {}
}
