#if PostgresStore
  /// A parameter of a statement, sent in binary.
  package enum PostgresValue: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case text(String)
    case bytes([UInt8])
    /// Several whole numbers (`bigint[]`).
    case ints([Int64])
    /// Several runs of bytes (`bytea[]`).
    case byteRuns([[UInt8]])

    /// As the server's `recv` functions read it; nil for null.
    var encoded: [UInt8]? {
      switch self {
      case .null: return nil
      case .bool(let value): return [value ? 1 : 0]
      case .int(let value): return bigEndian(value)
      case .text(let text): return Array(text.utf8)
      case .bytes(let bytes): return bytes
      case .ints(let values): return PostgresValue.array(values.map(bigEndian), of: 20)
      case .byteRuns(let values): return PostgresValue.array(values, of: 17)
      }
    }

    /// An array of one dimension (PostgreSQL: array_recv): dimensions, whether there are nulls, the type of
    /// the elements, their number, the first index, then each with its size.
    private static func array(_ elements: [[UInt8]], of type: Int32) -> [UInt8] {
      var bytes = bigEndian(Int32(elements.isEmpty ? 0 : 1)) + bigEndian(Int32(0)) + bigEndian(type)
      guard !elements.isEmpty else { return bytes }
      bytes += bigEndian(Int32(truncatingIfNeeded: elements.count)) + bigEndian(Int32(1))
      for element in elements {
        bytes += bigEndian(Int32(truncatingIfNeeded: element.count))
        bytes += element
      }
      return bytes
    }
  }

  /// The bytes of a number, the most significant first.
  package func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    var rest = number
    var bytes = [UInt8](repeating: 0, count: Number.bitWidth / 8)
    for place in bytes.indices.reversed() {
      bytes[place] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
    }
    return bytes
  }
#endif
