import FootlightPlatform

/// A hash of a document, whatever the pieces in which it comes.
struct DocumentHash: ~Copyable {
  private static let piece = 1 << 16

  private var pending = ByteArena(capacity: DocumentHash.piece + 8)
  private var state: UInt64 = 0

  mutating func append(_ bytes: borrowing ByteArena) {
    var at = 0
    while at < bytes.count {
      let count = min(DocumentHash.piece - pending.count, bytes.count - at)
      pending.append(bytes, ByteRange(start: at, count: count))
      at += count
      if pending.count == DocumentHash.piece { flush() }
    }
  }

  private mutating func flush() {
    pending.append(littleEndian: state)
    state = pending.hash(pending.all)
    pending.removeAll()
  }

  /// The hash of all that was appended.
  var text: String {
    mutating get {
      flush()
      return String(state, radix: 36)
    }
  }

  /// The hash of a file.
  static func of(_ path: String) throws(Failure) -> String {
    let file = try File(path: path)
    var hash = DocumentHash()
    var bytes = ByteArena(capacity: DocumentHash.piece)
    var offset = 0
    while true {
      bytes.removeAll()
      let count = try file.read(into: &bytes, at: offset, upTo: DocumentHash.piece)
      guard count > 0 else { return hash.text }
      hash.append(bytes)
      offset += count
    }
  }
}
