#if Complete
  import CSystemZlib
  import FootlightPlatform

  /// Unpacks gzip piece by piece: one member after the other, as one text.
  ///
  /// zlib: inflate.
  @safe
  struct GzipStream: ~Copyable, PackedStream {
    // Safe: the memory belongs to this value alone. zlib keeps its address, so it stays in its place.
    private nonisolated(unsafe) let stream: UnsafeMutablePointer<z_stream>
    private(set) var isBetween = true
    private var hasMember = false

    init() throws(PackedDamage) {
      unsafe stream = .allocate(capacity: 1)
      unsafe stream.initialize(to: z_stream())
      // 15 bits of window, and 16: a gzip header, nothing else.
      guard unsafe footlight_inflate_begin(stream, 15 + 16) == Z_OK else {
        throw .tooMuchMemory
      }
    }

    deinit {
      unsafe inflateEnd(stream)
      unsafe stream.deallocate()
    }

    mutating func unpack(
      _ input: borrowing ByteArena, from place: inout Int, into output: inout ByteArena, room: Int
    ) throws(PackedDamage) {
      if isBetween {
        // Zeros after a member fill it up to the size of a tape's block.
        while hasMember, place < input.count, input[place] == 0 { place += 1 }
        guard place < input.count else { return }
        guard unsafe inflateReset(stream) == Z_OK else { throw .damaged }
        isBetween = false
      }
      var code = Z_OK
      let first = place
      var used = 0
      unsafe input.withUnsafeBytes { bytes in
        unsafe output.appendUnsafe(room: room) { target in
          unsafe stream.pointee.next_in = UnsafeMutablePointer(
            mutating: bytes.baseAddress.map { unsafe $0 + first })
          unsafe stream.pointee.avail_in = UInt32(clamping: bytes.count - first)
          let offered = unsafe stream.pointee.avail_in
          unsafe stream.pointee.next_out = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
          unsafe stream.pointee.avail_out = UInt32(clamping: target.count)
          code = unsafe inflate(stream, Z_NO_FLUSH)
          used = unsafe Int(offered - stream.pointee.avail_in)
          return unsafe target.count - Int(stream.pointee.avail_out)
        }
      }
      place += used
      switch code {
      case Z_OK, Z_BUF_ERROR: break
      case Z_STREAM_END:
        isBetween = true
        hasMember = true
      case Z_MEM_ERROR: throw .tooMuchMemory
      default: throw .damaged
      }
    }
  }
#endif
