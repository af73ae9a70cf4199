import FootlightPlatform
import TestSupport
import Testing

struct ByteArenaTests {
  @Test func `an arena holds what an array would hold`() {
    var random = SeededRandom.announced("arena against array")
    var arena = ByteArena(capacity: 1)
    var model: [UInt8] = []
    for _ in 0..<5_000 {
      switch random.below(8) {
      case 0:
        let byte = UInt8(truncatingIfNeeded: random.next())
        arena.append(byte)
        model.append(byte)
      case 1:
        let bytes = random.bytes(random.below(40))
        arena.append(bytes)
        model += bytes
      case 2:
        let start = random.below(model.count + 1)
        let size = min(random.below(64), model.count - start)
        arena.append(own: ByteRange(start: start, count: size))
        model += Array(model[start..<start + size])
      case 3:
        let size = max(0, model.count - random.below(30))
        arena.truncate(to: size)
        model.removeLast(model.count - size)
      case 4:
        arena.append(zeros: 3)
        model += [0, 0, 0]
      case 5:
        arena.append("é")
        model += [0xC3, 0xA9]
      case 6:
        let number = random.next()
        arena.append(littleEndian: number)
        model += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
      default:
        guard !model.isEmpty else { continue }
        let place = random.below(model.count)
        arena[place] &+= 1
        model[place] &+= 1
      }
      if model.count > 4_000 {
        arena.removeAll()
        model = []
      }
    }
    #expect(arena.bytes(arena.all) == model)
  }

  @Test func `numbers of seven-bit groups come back, and cut off they are none`() {
    var arena = ByteArena()
    let numbers: [UInt64] = [0, 1, 127, 128, 16_383, 16_384, .max - 1, .max]
    for number in numbers { arena.append(varint: number) }
    var offset = 0
    for number in numbers { #expect(arena.varint(&offset) == number) }
    #expect(offset == arena.count)
    #expect(arena.varint(&offset) == nil)
    arena.removeAll()
    arena.append([0x80, 0x80])
    offset = 0
    #expect(arena.varint(&offset) == nil)
    arena.removeAll()
    arena.append([UInt8](repeating: 0xFF, count: 30))
    offset = 0
    #expect(arena.varint(&offset) == nil)
  }

  @Test func `bytes are compared as bytes`() {
    let a = ByteArena("abcabd")
    let b = ByteArena("ab")
    let first = ByteRange(start: 0, count: 3)
    let second = ByteRange(start: 3, count: 3)
    #expect(a.compare(first, a, second) < 0)
    #expect(a.compare(second, a, first) > 0)
    #expect(a.compare(first, b, b.all) > 0)
    #expect(a.equals(ByteRange(start: 3, count: 2), b, b.all) == true)
    #expect(a.equals(first, "abc") == true)
    #expect(a.equals(first, "ab") == false)
    #expect(a.firstIndex(of: UInt8(ascii: "d"), from: 0, to: 6) == 5)
    #expect(a.firstIndex(of: UInt8(ascii: "d"), from: 0, to: 5) == nil)
    #expect(a.firstIndex(of: UInt8(ascii: "a"), from: 6, to: 6) == nil)
  }

  @Test func `a hash is the same wherever the bytes lie`() {
    let a = ByteArena("xxthe same bytesyy")
    let b = ByteArena("the same bytes")
    #expect(a.hash(ByteRange(start: 2, count: 14)) == b.hash(b.all))
    #expect(b.hash(ByteRange(start: 0, count: 13)) != b.hash(b.all))
    // Written into index files: with another one goes another `SegmentFormat.version`.
    #expect(b.hash(b.all) == 16_829_675_560_189_270_556)
  }

  @Test func `an offset outside ends the process instead of reading on`() async {
    await #expect(processExitsWith: .failure) {
      let arena = ByteArena("abc")
      print(arena[3])
    }
    await #expect(processExitsWith: .failure) {
      let arena = ByteArena("abc")
      print(arena.text(ByteRange(start: 1, count: 3)))
    }
  }
}
