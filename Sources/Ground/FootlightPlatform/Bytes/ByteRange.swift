/// A range of bytes in an arena: where it starts and how many bytes it holds.
@frozen
public struct ByteRange: Sendable, Hashable {
  /// The offset of the first byte.
  public var start: UInt32
  /// The number of bytes.
  public var count: UInt32

  /// Makes a range of bytes.
  @inlinable
  public init(start: Int, count: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.count = UInt32(truncatingIfNeeded: count)
  }

  /// No bytes.
  @inlinable
  public init() {
    start = 0
    count = 0
  }

  /// Whether there is no byte in it.
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// The offset of the first byte.
  @inlinable
  public var lowerBound: Int { Int(start) }

  /// The offset after the last byte.
  @inlinable
  public var upperBound: Int { Int(start) + Int(count) }
}
