/// The dictionary's entry of a term: its number, and how many documents hold it.
package struct TermEntry: Sendable {
  /// Its place in byte order.
  package var number: UInt32
  /// How many documents hold it, and how many of them in a name.
  package var documents: Int
  package var inNames: Int
  /// Where its lists begin in `post`; the same when there is only one.
  package var start: Int
  package var nameStart: Int

  /// The one of two that fewer documents hold.
  package func rarer(than other: TermEntry?) -> TermEntry {
    guard let other, other.documents <= documents else { return self }
    return other
  }
}
