import Footlight

/// Renders pages: values go in, bytes of HTML come out, and nothing else is read or remembered.
///
/// Each page works without scripts. The script of the page replaces what is in `main` by a fragment from the same
/// functions, so that there is one way in which a hit is written.
package struct Pages: Sendable {
  /// Where everything is.
  package let addresses: Addresses
  /// Whether who reads the page may star items, and what is opened is recorded.
  package let activity: Bool

  package init(_ addresses: Addresses, activity: Bool = false) {
    self.addresses = addresses
    self.activity = activity
  }

  /// The bytes of a fragment.
  func fragment(_ content: (inout MarkupWriter) -> Void) -> [UInt8] {
    var writer = MarkupWriter(.html)
    content(&writer)
    return writer.bytes
  }
}
