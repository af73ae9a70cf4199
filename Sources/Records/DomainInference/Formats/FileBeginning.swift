import FileHandles
package import FootlightPlatform

/// The first bytes of a data file, as text in UTF-8.
package struct FileBeginning: ~Copyable {
  /// Without a byte order mark.
  let bytes: ByteArena
  /// Whether that is all of the file.
  let isWhole: Bool
  /// The encoding that it seems to be in; nil for UTF-8, and where a mark says it.
  var encoding: String?
  /// The first line that is no UTF-8.
  var firstForeignLine = 1

  /// How much is looked at.
  static let size = 1 << 18

  /// Reads the beginning of a file; what is no text is refused with a way out.
  static func read(_ path: String) throws(Failure) -> FileBeginning {
    var read = ByteArena(capacity: FileBeginning.size + 16)
    let count = try UnpackedFiles.readBeginning(of: path, into: &read, upTo: FileBeginning.size)
    let first = read.bytes(ByteRange(start: 0, count: min(16, count)))
    if let packed = FileBeginning.packed(first, path) {
      throw Failure(.dataFormat, packed.what, remedy: packed.remedy)
    }
    let isWhole = count < FileBeginning.size
    let bytes = read.bytes(ByteRange(start: 0, count: count))
    if let marked = TextEncoding(mark: first) {
      return FileBeginning(bytes: decoded(bytes, marked), isWhole: isWhole)
    }
    let start = first.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var end = count
    // A character may be cut in two at the end of the look.
    if !isWhole {
      while end > max(start, count - 3), read[end - 1] & 0xC0 == 0x80 { end -= 1 }
      if end > start, read[end - 1] >= 0xC0 { end -= 1 }
    }
    let range = ByteRange(start: start, count: end - start)
    let hasZeros = read.firstIndex(of: 0, from: 0, to: count) != nil
    let isUTF8 = !hasZeros && String(validating: read.bytes(range), as: UTF8.self) != nil
    guard isUTF8 else {
      if let label = EncodingGuess.label(of: bytes), let encoding = TextEncoding(label) {
        var beginning = FileBeginning(bytes: decoded(bytes, encoding), isWhole: isWhole)
        beginning.encoding = label
        beginning.firstForeignLine = foreignLine(bytes)
        return beginning
      }
      throw Failure(
        .dataFormat,
        hasZeros
          ? "the file holds zero bytes, so it is no text"
          : "line \(foreignLine(bytes)) is not valid UTF-8, and no other encoding fits",
        remedy: "export it as CSV or JSON with the program that wrote it")
    }
    var text = ByteArena(capacity: Int(range.count) + 1)
    text.append(read, range)
    if TextForm.endsWithReturns(text) {
      let lines = text.bytes(text.all).map { $0 == 0x0D ? 0x0A : $0 }
      text.removeAll()
      text.append(lines)
    }
    return FileBeginning(bytes: text, isWhole: isWhole)
  }

  /// The text of bytes in an encoding; what is none becomes U+FFFD.
  private static func decoded(_ bytes: [UInt8], _ encoding: TextEncoding) -> ByteArena {
    var text = ByteArena(capacity: bytes.count)
    guard var decoder = TextDecoder(encoding, replaces: true) else { return text }
    // With replacements nothing is damaged.
    try? decoder.decode(bytes, isLast: false, into: &text)
    return text
  }

  /// The first line that is no UTF-8.
  private static func foreignLine(_ bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let foreign = lines.firstIndex {
      $0.contains(0) || String(validating: $0, as: UTF8.self) == nil
    }
    return (foreign ?? lines.count) + 1
  }

  /// The text.
  var text: String { bytes.text(bytes.all) }

  /// The offset of the first byte that is no white space.
  var firstMark: Int? {
    var at = 0
    while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
    return at < bytes.count ? at : nil
  }

  /// Whether a file is an SQLite database, by its first bytes; packed or not.
  package static func isDatabase(_ path: String) throws(Failure) -> Bool {
    guard Packing(path) != nil else { return DatabaseMark.isDatabase(path) }
    var read = ByteArena(capacity: 32)
    _ = try UnpackedFiles.readBeginning(of: path, into: &read, upTo: DatabaseMark.magic.count)
    return read.bytes(read.all) == DatabaseMark.magic
  }

  /// The format of a file that must be unpacked or converted first, by its first bytes.
  private static func packed(_ first: [UInt8], _ path: String) -> (what: String, remedy: String)? {
    let formats: [([UInt8], what: String, remedy: String)] = [
      ([0x1F, 0x8B], "compressed with gzip", "give it a name that ends with .gz"),
      ([0x28, 0xB5, 0x2F, 0xFD], "compressed with zstd", "give it a name that ends with .zst"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "compressed with xz", "unpack it first: xz -dk FILE"),
      (Array("BZh".utf8), "compressed with bzip2", "unpack it first: bunzip2 -k FILE"),
      (
        Array("PK\u{3}\u{4}".utf8), "a ZIP archive, as spreadsheets are, too",
        "export a spreadsheet as CSV; unpack an archive with unzip"
      ),
      (Array("%PDF".utf8), "a PDF", "convert it: pdftotext FILE"),
    ]
    if let format = formats.first(where: { first.starts(with: $0.0) }) {
      return ("the file is " + format.what, format.remedy)
    }
    // Format: [MS-CFB], which also wraps files of Office that a password locks.
    if first.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      let ending = Path.fileExtension(of: path).lowercased()
      return DocumentShape.endings.union(DocumentShape.sheets).contains(ending)
        ? ("the file is locked with a password", "save it without one, and add that")
        : ("the file is one of the old Office, such as xls or doc", "save it as xlsx or docx")
    }
    return nil
  }
}
