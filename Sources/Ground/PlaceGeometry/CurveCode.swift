/// The place of a point on a curve that fills the globe (Morton's), on which near points are mostly near.
///
/// Bits of longitude and latitude by turns, the longitude's first, so that all codes with the same first bits are those
/// of the places in one cell.
package enum CurveCode {
  /// The bits of a code.
  package static let bits = 63

  /// The code of a place.
  package static func of(_ place: Place) -> UInt64 {
    spread(UInt32(place.longitudeE7 + 180 * Place.degree))
      | spread(UInt32(place.latitudeE7 + 90 * Place.degree)) << 1
  }

  /// The place of a code; nil when it lies beyond the globe.
  package static func place(_ code: UInt64) -> Place? {
    Place(
      latitudeE7: Int64(gathered(code >> 1)) - 90 * Place.degree,
      longitudeE7: Int64(gathered(code)) - 180 * Place.degree)
  }

  /// The cell of the codes that differ in their last bits alone.
  package static func cell(_ code: UInt64, freeBits: Int) -> PlaceBox {
    let free = (UInt64(1) << UInt64(freeBits)) - 1
    let (first, last) = (code & ~free, code | free)
    return PlaceBox(
      south: latitude(first), north: latitude(last), west: longitude(first), east: longitude(last))
  }

  /// Codes reach beyond the globe; its edge stands for what lies there.
  private static func latitude(_ code: UInt64) -> Int64 {
    min(Int64(gathered(code >> 1)), 180 * Place.degree) - 90 * Place.degree
  }

  private static func longitude(_ code: UInt64) -> Int64 {
    min(Int64(gathered(code)), 360 * Place.degree) - 180 * Place.degree
  }

  /// The bits of a number with a zero after each.
  private static func spread(_ number: UInt32) -> UInt64 {
    var bits = UInt64(number)
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }

  /// Every second bit of a number, from the last on.
  private static func gathered(_ number: UInt64) -> UInt32 {
    var bits = number & 0x5555_5555_5555_5555
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: bits | bits >> 16)
  }
}
