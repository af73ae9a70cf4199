package import FootlightPlatform

/// The mark with which a segment begins, by which a generation's file is told from the files of others: a magic text, and the
/// name under which it was written.
package struct SegmentMark: Sendable {
  /// The name of the file; empty for what was written in memory.
  package let name: String
  /// How many bytes the mark takes.
  let size: Int

  private static let magic = Array("Footlight segment\n".utf8)

  /// Reads the mark at the beginning of some bytes; nil when there is none.
  init?(_ bytes: ChunkView) {
    let magic = SegmentMark.magic
    guard bytes.count > magic.count, magic.indices.allSatisfy({ bytes[$0] == magic[$0] }) else {
      return nil
    }
    let start = magic.count + 1
    let count = Int(bytes[magic.count])
    guard count <= bytes.count - start else { return nil }
    name = bytes.withSpan(start..<start + count) { span in
      var text = ByteArena(capacity: count)
      text.append(span)
      return text.text(text.all)
    }
    size = start + count
  }

  /// The mark of what is written under a name, which has 255 bytes at most.
  package static func bytes(of name: String) -> ByteArena {
    let name = Array(name.utf8.prefix(255))
    var bytes = ByteArena(capacity: 64)
    bytes.append(magic + [UInt8(truncatingIfNeeded: name.count)] + name)
    return bytes
  }

  /// Whether a file is a generation, written under the name that it has now, whole or not.
  ///
  /// A renamed copy of one belongs to who made the copy. One that ends within its mark was left by a build that
  /// did not end.
  package static func isOurs(_ path: String) throws(Failure) -> Bool {
    // To open a pipe would be to wait for its writer.
    guard try FileStatus.of(path, followingLinks: false)?.kind == .file else { return false }
    var bytes = ByteArena(capacity: 512)
    _ = try File(path: path).read(into: &bytes, at: 0, upTo: magic.count + 256)
    guard let mark = bytes.withView({ SegmentMark($0) }) else {
      let beginning = bytes.bytes(bytes.all).prefix(magic.count)
      return magic.starts(with: beginning)
    }
    return mark.name == Path.name(of: path)
  }
}
