/// The reader of an answer, which decides the items and the traces of use that it may hold.
public enum Audience: String, Sendable, Hashable, CaseIterable {
  /// The person whose workspace it is, at the command line: sees all.
  case owner
  /// The same person at the pages of their own server: private items are left out.
  case page
  /// Everybody else who asks over the network, and assistants: private items are left out, and so is all that
  /// the person has visited, starred and picked, as if nothing were recorded.
  case web
  /// The desktop's own search: private items are left out, and domains that declare `desktop: false`.
  case desktop

  /// Whether private items are left out.
  package var hidesPrivate: Bool { self != .owner }
  /// Whether the person's history and stars are found, and decide between hits.
  package var knowsActivity: Bool { self != .web }
}
