import FootlightPlatform

extension WatchedFile {
  /// The files as the catalog stores them: size, time, length of the path, path.
  static func encoded(_ files: [WatchedFile]) -> [UInt8] {
    var bytes = ByteArena()
    for file in files {
      bytes.append(varint: UInt64(bitPattern: file.size))
      bytes.append(varint: UInt64(bitPattern: file.modified))
      bytes.append(varint: UInt64(file.path.utf8.count))
      bytes.append(file.path)
    }
    return bytes.bytes(bytes.all)
  }

  /// Reads them back; stops where the bytes make no sense.
  static func decoded(_ code: [UInt8]) -> [WatchedFile] {
    var bytes = ByteArena(capacity: code.count)
    bytes.append(code)
    var files: [WatchedFile] = []
    var at = 0
    while at < bytes.count {
      guard let size = bytes.varint(&at), let modified = bytes.varint(&at),
        let length = bytes.varint(&at), length <= UInt64(bytes.count - at)
      else { break }
      files.append(
        WatchedFile(
          path: bytes.text(ByteRange(start: at, count: Int(length))),
          size: Int64(bitPattern: size), modified: Int64(bitPattern: modified)))
      at += Int(length)
    }
    return files
  }
}
