/// A zip file of members that are stored as they are.
func zipped(_ members: [(name: String, text: String)]) -> [UInt8] {
  func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
  var out: [UInt8] = []
  var directory: [UInt8] = []
  for (name, text) in members {
    let bytes = Array(text.utf8)
    let path = Array(name.utf8)
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    let common =
      little(20, 2) + little(0, 2) + little(0, 2) + little(0, 4) + little(Int(~sum), 4)
      + little(bytes.count, 4) + little(bytes.count, 4) + little(path.count, 2) + little(0, 2)
    directory +=
      [0x50, 0x4B, 1, 2] + little(20, 2) + common + little(0, 2) + little(0, 2) + little(0, 2)
      + little(0o100644 << 16, 4) + little(out.count, 4) + path
    out += [0x50, 0x4B, 3, 4] + common + path + bytes
  }
  let start = out.count
  return out + directory + [0x50, 0x4B, 5, 6] + little(0, 4) + little(members.count, 2)
    + little(members.count, 2) + little(directory.count, 4) + little(start, 4) + little(0, 2)
}
