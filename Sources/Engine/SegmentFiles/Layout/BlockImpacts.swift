/// The impacts of a block of postings: its different values, ascending, and for each posting which of them it has; where
/// there are many values, an impact byte each.
///
/// Documents of a block hold a word about as often, in texts of about the same length, so most blocks have few values.
package enum BlockImpacts {
  /// With more values postings have bytes.
  @inlinable
  package static var mostValues: Int { 16 }

  /// The bits that tell one of so many values; 0 values stand for a byte each.
  @inlinable
  package static func bits(values: Int) -> Int {
    switch values {
    case 0: 8
    case 1: 0
    case 2: 1
    case 3, 4: 2
    default: 4
    }
  }

  /// The bytes of so many postings.
  @inlinable
  package static func size(_ count: Int, values: Int) -> Int {
    values &+ (count &* bits(values: values) &+ 7) / 8
  }
}
