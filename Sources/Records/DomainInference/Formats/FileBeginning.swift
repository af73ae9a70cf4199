package import FootlightDiagnostics
import FootlightPlatform
import PackedFiles
import SQLiteHandles

/// The first bytes of a data file, as text in UTF-8.
package struct FileBeginning: ~Copyable {
  /// Without a byte order mark.
  let bytes: ByteArena
  /// Whether that is all of the file.
  let isWhole: Bool
  /// Why only a format can read it that knows encodings; nil for text in UTF-8.
  var foreignOnly: Failure?

  /// How much is looked at.
  static let size = 1 << 18

  /// Reads the beginning of a file; what is no text is refused with a way out.
  static func read(_ path: String, display: String) throws(Failure) -> FileBeginning {
    let place = SourceLocation(file: display)
    var read = ByteArena(capacity: FileBeginning.size + 16)
    let count: Int
    do throws(Failure) {
      count = try UnpackedFiles.readBeginning(of: path, into: &read, upTo: FileBeginning.size)
    } catch {
      throw error.at(place)
    }
    let first = read.bytes(ByteRange(start: 0, count: min(16, count)))
    if let packed = FileBeginning.packed(first) {
      throw Failure(.dataFormat, packed.what, at: place, remedy: packed.remedy)
    }
    if first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) {
      return FileBeginning(
        bytes: ByteArena(utf16(read, count)), isWhole: count < FileBeginning.size,
        foreignOnly: Failure(
          .dataFormat, "this is UTF-16 text", at: place,
          remedy: "convert it: iconv -f UTF-16 -t UTF-8 FILE > OTHER"))
    }
    if read.firstIndex(of: 0, from: 0, to: count) != nil {
      throw Failure(
        .dataFormat, "the file holds zero bytes, so it is no text", at: place,
        remedy: "export it as CSV or JSON with the program that wrote it")
    }
    let isWhole = count < FileBeginning.size
    let start = first.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var end = count
    // A character may be cut in two at the end of the look.
    if !isWhole {
      while end > max(start, count - 3), read[end - 1] & 0xC0 == 0x80 { end -= 1 }
      if end > start, read[end - 1] >= 0xC0 { end -= 1 }
    }
    let range = ByteRange(start: start, count: end - start)
    guard String(validating: read.bytes(range), as: UTF8.self) != nil else {
      // As Latin-1: what is looked for is ASCII.
      let text = String(
        String.UnicodeScalarView(read.bytes(range).map { Unicode.Scalar($0) }))
      return FileBeginning(
        bytes: ByteArena(text), isWhole: isWhole,
        foreignOnly: Failure(
          .dataFormat, "the text is not valid UTF-8", at: place,
          remedy: "convert it, for example: iconv -f WINDOWS-1252 -t UTF-8 FILE > OTHER"))
    }
    var text = ByteArena(capacity: Int(range.count) + 1)
    text.append(read, range)
    return FileBeginning(bytes: text, isWhole: isWhole)
  }

  private static func utf16(_ bytes: borrowing ByteArena, _ count: Int) -> String {
    let isLittle = bytes[0] == 0xFF
    var units: [UInt16] = []
    for at in stride(from: 2, to: count - 1, by: 2) {
      let (one, other) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      units.append(isLittle ? other << 8 | one : one << 8 | other)
    }
    return String(decoding: units, as: UTF16.self)
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

  /// What a file is that must be unpacked or converted first, by its first bytes.
  private static func packed(_ first: [UInt8]) -> (what: String, remedy: String)? {
    let unpack = "unpack it first, for example: "
    if first.starts(with: [0x1F, 0x8B]) {
      return ("the file is compressed with gzip", "give it a name that ends with .gz")
    }
    if first.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      return ("the file is compressed with zstd", "give it a name that ends with .zst")
    }
    if first.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A]) {
      return ("the file is compressed with xz", unpack + "xz -dk FILE")
    }
    if first.starts(with: Array("BZh".utf8)) {
      return ("the file is compressed with bzip2", unpack + "bunzip2 -k FILE")
    }
    if first.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      return (
        "the file is a ZIP archive, as spreadsheets are, too",
        "export a spreadsheet as CSV; unpack an archive with unzip"
      )
    }
    if first.starts(with: Array("%PDF".utf8)) {
      return ("the file is a PDF", "convert it: pdftotext FILE")
    }
    return nil
  }
}
