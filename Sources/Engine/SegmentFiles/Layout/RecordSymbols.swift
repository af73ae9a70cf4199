/// The symbols of records that are stored letter by letter: first groups of bytes that often stand together, then the
/// single bytes, and at last one that stands for any other.
package enum RecordSymbols {
  /// How many groups there are at most.
  package static let mostGroups = 128
  /// How many bytes a group has at most; two at least.
  package static let mostBytes = 4
  /// The bits of a symbol that follows the one that stands for any other.
  package static let bits = 9
  /// The most bits of a symbol.
  package static let longest = PrefixCode.longest + bits
}
