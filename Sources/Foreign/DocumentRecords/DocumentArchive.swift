import FootlightPlatform

/// Reads the documents that lie in a zip or tar file, each as a file of its own would be read.
///
/// Archives within archives are not opened, and what a member unpacks to is limited.
struct DocumentArchive {
  let readsParts: Bool

  private static let endings: Set<String> = ["zip", "tar", "tgz", "tbz2", "txz", "tzst"]
  /// The endings of members that are read.
  private static let members: Set<String> = [
    "pdf", "docx", "pptx", "odt", "odp", "epub", "rtf", "html", "htm", "xhtml", "md", "markdown",
    "mdown", "txt",
  ]
  /// The most bytes of a member.
  private static let limit = 64 << 20

  /// Whether a file is an archive by its name, or a tar file by its mark: one that comes unpacked has no name.
  static func isArchive(_ file: borrowing ForeignFile) throws(Failure) -> Bool {
    let ending = Path.fileExtension(of: file.path).lowercased()
    if endings.contains(ending) { return true }
    if ["bz2", "xz"].contains(ending) {
      return Path.fileExtension(of: Path.stem(of: file.path)).lowercased() == "tar"
    }
    return try file.beginning(262).dropFirst(257).elementsEqual("ustar".utf8)
  }

  func read(_ file: inout ForeignFile, _ printer: inout RecordPrinter) throws(Failure) {
    #if Complete
      guard var archive = ArchiveReader(try file.descriptor(), size: try file.size()) else {
        return try printer.failed(
          line: 1, "the file is no zip or tar file", remedy: "fetch it again, or rename it")
      }
      var number = 0
      while archive.next(), !printer.isClosed {
        number += 1
        let name = archive.name
        guard DocumentArchive.isDocument(name) else { continue }
        guard let bytes = archive.readAll(limit: DocumentArchive.limit) else {
          if archive.isTooLarge { break }
          try printer.bad(
            line: number,
            "`\(name)` is larger than \(DocumentArchive.limit >> 20) MB when it is unpacked",
            remedy: "unpack it, and name the unpacked file")
          continue
        }
        try print(bytes, name, number, &printer)
      }
      if archive.isTooLarge {
        return try printer.failed(
          line: number,
          "the archive becomes too large when it is unpacked, at `\(archive.name)`",
          remedy:
            "leave it out of the glob unless you trust it; else unpack it, and name the files")
      }
      if archive.isDamaged {
        return try printer.failed(
          line: number,
          archive.name.isEmpty
            ? "the archive is damaged" : "the archive is damaged after `\(archive.name)`",
          remedy: "fetch it again")
      }
      try printer.end()
    #else
      throw SisterProgram.read.lacksTrait
    #endif
  }

  private func print(
    _ bytes: borrowing ByteArena, _ name: String, _ number: Int, _ printer: inout RecordPrinter
  ) throws(Failure) {
    do throws(DocumentMistake) {
      var document = try DocumentFormat.document(of: bytes, path: name)
      document.member = name
      try document.print(asParts: readsParts, memberNumber: number, &printer)
    } catch {
      try error.tell(line: number, of: name, &printer)
    }
  }

  private static func isDocument(_ name: String) -> Bool {
    let last = Path.name(of: name)
    return !last.hasPrefix(".") && !name.hasPrefix("__MACOSX/")
      && members.contains(Path.fileExtension(of: last).lowercased())
  }
}
