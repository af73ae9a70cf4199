import FootlightPlatform

/// Unpacks a file piece by piece.
protocol PackedStream: ~Copyable {
  /// Whether all that was begun has come to its end: where a file may end.
  var isBetween: Bool { get }

  /// Unpacks bytes from a place on into at most `room` bytes, and moves the place past what was used.
  mutating func unpack(
    _ input: borrowing ByteArena, from place: inout Int, into output: inout ByteArena, room: Int
  ) throws(PackedDamage)
}
