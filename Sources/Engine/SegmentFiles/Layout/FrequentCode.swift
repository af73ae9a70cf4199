/// The codes by which the stream `long` names terms: one byte for the most frequent ones, two for
/// many others, three for most of the rest.
///
/// A code below ``mark`` is a place in the list of frequent terms, the stream `common`; any other
/// is the term's number plus ``mark``. Codes are written as varints.
package enum FrequentCode {
  /// How many terms have a short code: as many as varints of two bytes tell apart.
  package static let mark: UInt32 = 1 << 14
}
