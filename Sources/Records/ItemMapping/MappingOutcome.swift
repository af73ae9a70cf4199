package import FootlightPlatform

/// The result of mapping a record.
package enum MappingOutcome: Sendable, Hashable {
  /// An item; it is in the buffer.
  case item
  /// Nothing, because the declaration says so.
  case skipped
  /// Nothing, because it is no good; the caller knows the place.
  case bad(Diagnostic)
}
