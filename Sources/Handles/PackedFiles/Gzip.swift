#if Complete
  import CSystemZlib
#endif

/// Packs bytes with gzip (RFC 1952).
package enum Gzip {
  /// The level of zlib that packs answers: text becomes a quarter, at a third of the time that the usual level takes.
  private static let level: Int32 = 3

  /// The packed bytes; nil where this build does not pack, or where they would not become fewer.
  ///
  /// zlib: deflate.
  package static func packed(_ bytes: [UInt8]) -> [UInt8]? {
    #if Complete
      guard bytes.count > 64, bytes.count < Int(UInt32.max) else { return nil }
      var stream = unsafe z_stream()
      // 15 bits of window, and 16: a gzip header.
      guard unsafe footlight_deflate_begin(&stream, level, 15 + 16) == Z_OK else { return nil }
      defer { unsafe deflateEnd(&stream) }
      let room = bytes.count - 1
      var code = Z_OK
      let packed = unsafe [UInt8](unsafeUninitializedCapacity: room) { target, count in
        unsafe bytes.withUnsafeBufferPointer { source in
          unsafe stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
          unsafe stream.avail_in = UInt32(source.count)
          unsafe stream.next_out = target.baseAddress
          unsafe stream.avail_out = UInt32(room)
          code = unsafe deflate(&stream, Z_FINISH)
          unsafe count = room - Int(stream.avail_out)
        }
      }
      return code == Z_STREAM_END ? packed : nil
    #else
      return nil
    #endif
  }
}
