#if Complete
  import CSystemArchive
  package import FootlightPlatform

  /// libarchive, reading the members of a zip or tar file one after the other.
  ///
  /// The unpacked size of a member is limited in all and by its proportion to the file, so that a small
  /// file cannot fill the memory.
  @safe
  package struct ArchiveReader: ~Copyable {
    // Safe: it belongs to this value alone and goes with it.
    private nonisolated(unsafe) let archive: UnsafeMutableRawPointer
    // Safe: as above; the bytes that are read, when they are in memory.
    private nonisolated(unsafe) var memory: UnsafeMutableRawBufferPointer?
    private let descriptor: Int32
    private let packed: Int
    private var unpacked = 0
    /// The name of the current member.
    package private(set) var name = ""
    /// Whether the limits were reached.
    package private(set) var isTooLarge = false
    /// Whether the archive is damaged from here on.
    package private(set) var isDamaged = false

    /// How many bytes all members may have, and how many times as many as the archive.
    package static var most: Int { 1 << 30 }
    private static var ratio: Int { 200 }
    private static var harmless: Int { 32 << 20 }
    /// How many members there may be.
    private static var members: Int { 100_000 }
    private var count = 0

    /// Reads an archive in a file and closes it with the reader; nil when the file is no archive.
    package init?(_ descriptor: Int32, size: Int) {
      guard let made = unsafe footlight_archive_new() else { return nil }
      guard unsafe footlight_archive_open(made, descriptor) == 0 else {
        _ = unsafe archive_read_free(made)
        return nil
      }
      unsafe archive = made
      self.descriptor = descriptor
      packed = size
    }

    /// Reads an archive in memory; nil when the bytes are no archive.
    package init?(_ bytes: [UInt8]) {
      guard let made = unsafe footlight_archive_new() else { return nil }
      // libarchive keeps the address of the bytes: they are copied to a place of their own.
      let copy = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(1, bytes.count), alignment: 1)
      unsafe copy.copyBytes(from: bytes)
      guard unsafe archive_read_open_memory(made, copy.baseAddress, bytes.count) == 0 else {
        _ = unsafe archive_read_free(made)
        unsafe copy.deallocate()
        return nil
      }
      unsafe archive = made
      unsafe memory = copy
      descriptor = -1
      packed = bytes.count
    }

    deinit {
      _ = unsafe archive_read_free(archive)
      unsafe memory?.deallocate()
      if descriptor >= 0 { close(descriptor) }
    }

    /// Goes to the next member that is a file; false at the end.
    package mutating func next() -> Bool {
      while count < ArchiveReader.members, !isTooLarge {
        count += 1
        // The rest of so many is not looked at, and that is said.
        if count == ArchiveReader.members { isTooLarge = true }
        var entry: UnsafeMutableRawPointer?
        let result = unsafe archive_read_next_header(archive, &entry)
        // ARCHIVE_EOF is 1; warnings are -20 and above.
        guard result == 0 || result == -20, let entry = unsafe entry else {
          if result < -20 { isDamaged = true }
          return false
        }
        guard unsafe footlight_archive_is_file(entry) != 0,
          let path = unsafe archive_entry_pathname(entry)
        else { continue }
        name = unsafe String(cString: path)
        return true
      }
      return false
    }

    /// Appends the next bytes of the member; fewer than asked for only at its end.
    package mutating func read(into arena: inout ByteArena, upTo wanted: Int) -> Int {
      var got = 0
      var piece = [UInt8](repeating: 0, count: min(wanted, 1 << 16))
      while got < wanted {
        let asked = min(piece.count, wanted - got)
        let count = unsafe piece.withUnsafeMutableBytes { buffer in
          unsafe archive_read_data(archive, buffer.baseAddress, asked)
        }
        guard count > 0 else {
          if count < 0 { isDamaged = true }
          break
        }
        unpacked += count
        if unpacked > ArchiveReader.most
          || unpacked > ArchiveReader.harmless && unpacked / max(1, packed) > ArchiveReader.ratio
        {
          isTooLarge = true
          break
        }
        arena.append(piece.span.extracting(0..<count))
        got += count
      }
      return got
    }

    /// All of the member; nil when it is larger than a limit.
    package mutating func readAll(limit: Int) -> ByteArena? {
      var arena = ByteArena(capacity: 1 << 12)
      while true {
        let got = read(into: &arena, upTo: 1 << 16)
        if isTooLarge || arena.count > limit { return nil }
        if got < 1 << 16 { return arena }
      }
    }
  }
#endif
