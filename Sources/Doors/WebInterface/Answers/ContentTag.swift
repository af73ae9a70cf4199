/// A short name of some bytes: two FNV-1a hashes of 64 bits (Fowler, Noll, Vo) with different starts.
///
/// It tells contents apart, and protects nothing.
enum ContentTag {
  static func of(_ bytes: [UInt8]) -> String {
    var a: UInt64 = 0xcbf2_9ce4_8422_2325
    var b: UInt64 = 0x9e37_79b9_7f4a_7c15
    for byte in bytes {
      a = (a ^ UInt64(byte)) &* 0x100_0000_01b3
      b = (b ^ UInt64(byte)) &* 0x100_0000_01b3
      b ^= b &>> 29
    }
    return String(a, radix: 36) + String(b, radix: 36)
  }
}
