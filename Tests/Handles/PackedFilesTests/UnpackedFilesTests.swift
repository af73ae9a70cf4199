import FootlightPlatform
import TestSupport
import Testing

@testable import FileHandles

/// Files that are packed with gzip and zstd, and what only looks like them.
struct UnpackedFilesTests {
  /// What `gzip -9` and `zstd -19 --check` make of forty plants.
  private static let gzip: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x3D, 0xD0,
    0x3B, 0x6E, 0x02, 0x51, 0x18, 0x43, 0xE1, 0xDE, 0xAB, 0x60, 0x01, 0x14,
    0x63, 0xFB, 0x3E, 0x97, 0x83, 0x04, 0x05, 0x12, 0x41, 0x29, 0xB2, 0x7F,
    0x65, 0x8A, 0xDF, 0xD3, 0x9D, 0xEE, 0x93, 0xFD, 0x7E, 0xDE, 0xBF, 0x8F,
    0x9F, 0x17, 0x8E, 0xFB, 0xEF, 0xE7, 0xF1, 0xFD, 0xBB, 0x1D, 0x60, 0x15,
    0xA1, 0x2A, 0xC1, 0x55, 0x46, 0xAB, 0x6A, 0xE8, 0x55, 0x1D, 0xA3, 0x6A,
    0x60, 0x56, 0x4D, 0xAC, 0xAA, 0x85, 0x5D, 0xB5, 0xC1, 0x20, 0x3C, 0x95,
    0x8B, 0x21, 0x18, 0x88, 0x02, 0x43, 0xD1, 0x60, 0x30, 0x36, 0x30, 0x1C,
    0x3B, 0x18, 0x90, 0x03, 0x0C, 0xC9, 0x09, 0x06, 0xE5, 0x02, 0xC3, 0x72,
    0x43, 0x71, 0x75, 0x40, 0x71, 0x75, 0xEE, 0xBB, 0x06, 0x0A, 0x8A, 0x2B,
    0x43, 0x71, 0xD5, 0xA0, 0xB8, 0xEA, 0x50, 0x5C, 0x0D, 0x28, 0xAE, 0x26,
    0x14, 0x57, 0x0B, 0x8A, 0xAB, 0x0D, 0xC7, 0xF5, 0x01, 0xC7, 0x35, 0xE1,
    0xB8, 0x3E, 0x9F, 0xBD, 0xAE, 0x35, 0x1C, 0xD7, 0x0D, 0x8E, 0xEB, 0x0E,
    0xC7, 0xF5, 0x80, 0xE3, 0x7A, 0xC2, 0x71, 0xBD, 0xE0, 0xB8, 0xDE, 0xF8,
    0x07, 0x5B, 0x48, 0xDE, 0xA5, 0xD4, 0x01, 0x00, 0x00,
  ]
  private static let zstandard: [UInt8] = [
    0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x68, 0x15, 0x04, 0x00, 0x72, 0x8A, 0x18,
    0x13, 0xA0, 0xB9, 0x70, 0xB0, 0xE9, 0x4C, 0xCF, 0x01, 0x80, 0xDC, 0x44,
    0x44, 0x88, 0x14, 0xEB, 0x5B, 0x3D, 0x9E, 0x21, 0x0B, 0x42, 0x5F, 0xAB,
    0x2B, 0xD5, 0x53, 0xEA, 0x08, 0xF5, 0x73, 0x7A, 0xDB, 0xC9, 0xBE, 0x75,
    0x53, 0xD3, 0x05, 0x81, 0xAF, 0xC5, 0x95, 0xE2, 0x29, 0x71, 0x84, 0xF8,
    0x39, 0xBC, 0xE5, 0x24, 0xDF, 0xB8, 0xA1, 0xE1, 0x82, 0xB0, 0xD7, 0xDA,
    0x4A, 0xED, 0x94, 0x36, 0x42, 0xFB, 0x9C, 0xDD, 0x6E, 0x72, 0x6F, 0xDB,
    0x98, 0x2D, 0x08, 0xAF, 0xB5, 0x52, 0xA7, 0x34, 0x42, 0x9F, 0x73, 0x3B,
    0xF9, 0xB6, 0x01, 0x96, 0x64, 0x38, 0x94, 0xC0, 0x5C, 0x20, 0x43, 0x12,
    0x10, 0x46, 0x27, 0xA8, 0x11, 0xE8, 0xE8, 0xED, 0x6F, 0xE0, 0xD5, 0x6A,
    0x10, 0x46, 0x7D, 0x9C, 0xA7, 0xA7, 0xF4, 0xA3, 0xE0, 0xBB, 0x97, 0xF4,
    0xAE, 0xCD, 0xBF, 0x8E, 0x0D, 0xB2, 0x0A, 0x6F, 0xB7, 0xA1, 0xE4,
  ]

  private static let plants =
    "id,name\n" + (0..<40).map { "\($0),plant \($0)\n" }.joined()

  private func unpacked(
    _ bytes: [UInt8], as name: String, _ limits: PackedLimits = PackedLimits()
  ) throws -> String {
    let folder = try TemporaryFolder()
    let path = try folder.write(name, bytes: bytes)
    let contents = try UnpackedFiles(limits).open(path).readWhole()
    return contents.text(contents.all)
  }

  private func refusal(
    _ bytes: [UInt8], as name: String, _ limits: PackedLimits = PackedLimits()
  ) -> Diagnostic? {
    do {
      _ = try unpacked(bytes, as: name, limits)
      return nil
    } catch {
      return (error as? Failure)?.diagnostics.first
    }
  }

  @Test func `what programs have packed comes out as it was`() throws {
    #expect(try unpacked(Self.gzip, as: "a.gz") == Self.plants)
    #expect(try unpacked(Self.zstandard, as: "a.csv.ZST") == Self.plants)
    #expect(try unpacked(Array("as it is".utf8), as: "a.csv") == "as it is")
  }

  @Test func `several members and frames are one text`() throws {
    let two = Packed.gzip(Array("one ".utf8)) + Self.gzip + Packed.gzip([])
    #expect(try unpacked(two, as: "a.gz") == "one " + Self.plants)
    // Zeros behind the last one, as on a tape.
    #expect(try unpacked(two + [0, 0, 0], as: "a.gz") == "one " + Self.plants)
    let skipped: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 7, 7]
    let frames = skipped + Packed.zstandard(Array("one ".utf8)) + Self.zstandard
    #expect(try unpacked(frames, as: "a.zst") == "one " + Self.plants)
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 262_143, 262_144, 300_000])
  func `every size comes out whole`(size: Int) throws {
    let bytes = (0..<size).map { UInt8($0 % 64) + 32 }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(try unpacked(Packed.gzip(bytes), as: "a.gz") == text)
    #expect(try unpacked(Packed.zstandard(bytes), as: "a.zst") == text)
  }

  @Test(arguments: ["gz", "zst"])
  func `what is cut off or damaged anywhere is refused`(ending: String) throws {
    let whole = ending == "gz" ? Self.gzip : Self.zstandard
    for size in 0..<whole.count {
      #expect(refusal(Array(whole.prefix(size)), as: "a.\(ending)")?.code == .packedDamaged)
    }
    var random = SeededRandom(seed: 21)
    for _ in 0..<200 {
      var damaged = whole
      // Not in the name and time of a gzip header, which nothing checks.
      let place = Int.random(in: 10..<whole.count, using: &random)
      damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      guard let refusal = refusal(damaged, as: "a.\(ending)") else {
        // Not every bit says something.
        #expect(try unpacked(damaged, as: "a.\(ending)") == Self.plants, "at \(place)")
        continue
      }
      #expect(refusal.code == .packedDamaged && refusal.remedy != nil)
      #expect(refusal.location?.file.hasSuffix("a.\(ending)") == true)
    }
    #expect(refusal(whole + Array("more".utf8), as: "a.\(ending)")?.code == .packedDamaged)
  }

  @Test func `what is not packed as its name says is told so`() {
    let refusal = refusal(Array("id,name\n".utf8), as: "a.csv.gz")
    #expect(refusal?.message == "the file is not packed with gzip, as its name says")
    #expect(self.refusal(Self.gzip, as: "a.zst")?.code == .packedDamaged)
  }

  @Test func `a file that becomes out of proportion large is refused`() throws {
    let bomb = Packed.bomb(megabytes: 100)
    #expect(bomb.count < 4_000)
    #expect(refusal(bomb, as: "a.zst")?.code == .packedTooLarge)
    var limits = PackedLimits()
    limits.size = 1000
    #expect(
      refusal(Packed.gzip([UInt8](repeating: 65, count: 1001)), as: "a.gz", limits)?.code
        == .packedTooLarge)
    #expect(refusal(Packed.gzip([UInt8](repeating: 65, count: 1000)), as: "a.gz", limits) == nil)
    // What is small is no harm.
    #expect(try unpacked(Packed.bomb(megabytes: 1), as: "a.zst").utf8.count == 1 << 20)
  }

  @Test func `only the beginning of a file is unpacked where no more is wanted`() throws {
    let folder = try TemporaryFolder()
    // Cut off: who reads all of it meets the end.
    let packed = Packed.gzip([UInt8](repeating: 66, count: 600_000)).prefix(500_000)
    let path = try folder.write("a.gz", bytes: Array(packed))
    var beginning = ByteArena()
    #expect(try UnpackedFiles.readBeginning(of: path, into: &beginning, upTo: 1000) == 1000)
    #expect(beginning.bytes(beginning.all) == [UInt8](repeating: 66, count: 1000))
  }

  @Test func `a file is unpacked once for a read, and nothing is left of it`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.gz", bytes: Self.gzip)
    let files = UnpackedFiles()
    _ = try files.open(path)
    // The packed file is not looked at again.
    try FileOperations.system.remove(path)
    let again = try files.open(path).readWhole()
    #expect(again.text(again.all) == Self.plants)
    let other = try folder.write("b.zst", bytes: Self.zstandard)
    guard let named = try UnpackedFiles.named(other) else {
      Issue.record("it was not unpacked")
      return
    }
    let kept = named.keptName
    let name = try #require(kept)
    #expect(try FileStatus.of(name)?.permissions == 0o600)
    remove(named)
    #expect(try FileStatus.of(name) == nil)
  }

  private func remove(_ file: consuming ScratchFile) {}
}
