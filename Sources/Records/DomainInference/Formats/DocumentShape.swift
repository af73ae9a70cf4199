import FileHandles
import FootlightPlatform

/// Tells documents and spreadsheets by their first bytes and their names.
package enum DocumentShape {
  /// The endings of files that are documents and nothing else.
  package static let endings: Set<String> = ["pdf", "docx", "pptx", "odt", "odp", "epub", "rtf"]
  /// The endings of spreadsheets.
  package static let sheets: Set<String> = ["xlsx", "ods"]
  /// The endings of archives of documents.
  package static let archives: Set<String> = ["zip", "tar", "tgz", "tbz2", "txz", "tzst"]

  /// The shape of a file; nil when it is neither.
  static func shape(of path: String) throws(Failure) -> DataShape? {
    let ending = Path.fileExtension(of: path).lowercased()
    if archives.contains(ending)
      || Packing(path) != nil
        && archives.contains(Path.fileExtension(of: Packing.plain(path)).lowercased())
    {
      return DataShape(kind: "documents")
    }
    guard endings.contains(ending) || sheets.contains(ending) else { return nil }
    var first = ByteArena(capacity: 16)
    _ = try File(path: path).read(into: &first, at: 0, upTo: 8)
    let bytes = first.bytes(first.all)
    let isPacked = bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
    if sheets.contains(ending) { return isPacked ? DataShape(kind: "sheet") : nil }
    let isDocument =
      ending == "pdf"
      ? bytes.starts(with: Array("%PDF".utf8))
      : ending == "rtf" ? bytes.starts(with: Array("{\\rtf".utf8)) : isPacked
    return isDocument ? DataShape(kind: "documents") : nil
  }
}
