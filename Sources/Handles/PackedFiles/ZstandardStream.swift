#if Complete
  import CSystemZstd
  import FootlightPlatform

  /// Unpacks Zstandard piece by piece: one frame after the other, as one text.
  ///
  /// zstd: ZSTD_decompressStream, with windows of at most 128 MB.
  @safe
  struct ZstandardStream: ~Copyable, PackedStream {
    // Safe: the context belongs to this value alone and goes with it.
    private nonisolated(unsafe) let context: OpaquePointer
    private(set) var isBetween = true

    init() throws(PackedDamage) {
      guard let made = unsafe ZSTD_createDStream() else { throw .tooMuchMemory }
      unsafe context = made
    }

    deinit {
      unsafe ZSTD_freeDStream(context)
    }

    mutating func unpack(
      _ input: borrowing ByteArena, from place: inout Int, into output: inout ByteArena, room: Int
    ) throws(PackedDamage) {
      var code = 0
      var used = 0
      let first = place
      unsafe input.withUnsafeBytes { bytes in
        unsafe output.appendUnsafe(room: room) { target in
          var source = unsafe ZSTD_inBuffer(
            src: bytes.baseAddress.map { unsafe UnsafeRawPointer($0 + first) },
            size: bytes.count - first, pos: 0)
          var result = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
          code = unsafe ZSTD_decompressStream(context, &result, &source)
          used = unsafe source.pos
          return unsafe result.pos
        }
      }
      place += used
      guard ZSTD_isError(code) == 0 else { throw .damaged }
      isBetween = code == 0
    }
  }
#endif
