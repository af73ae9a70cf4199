package import FootlightPlatform

/// The tables of a finished database, read in place.
///
/// For files that nobody writes to any more, of tables `(id INTEGER PRIMARY KEY, data BLOB)`: a row
/// that lies on one page is found in the mapped file by a walk down the table's tree, without a
/// connection and without a copy. What makes no sense is nil or false, never a trap.
///
/// Source: https://www.sqlite.org/fileformat2.html, sections 1.2 to 1.6 and 2.
package struct MappedTables: Sendable {
  /// The mapped file.
  package let file: MappedFile
  let pageSize: Int
  /// The pages of the file.
  let pages: Int
  /// The first page of each table, by name.
  private var roots: [String: Int] = [:]

  /// Maps a database and reads the list of its tables.
  ///
  /// - Throws: `sqlite.not-a-database`, `sqlite.corrupt` (also for a database that is written to
  ///   through a log), and what ``MappedFile`` throws.
  package init(path: String) throws(Failure) {
    let file = try MappedFile(path: path)
    self.file = file
    let magic: [UInt64] = [0x5351_4C69_7465_2066, 0x6F72_6D61_7420_3300]
    guard file.load(bigEndian: 0) == magic[0], file.load(bigEndian: 8) == magic[1] else {
      throw Failure(
        .sqliteNotADatabase, "the file is no database", at: SourceLocation(file: path))
    }
    let size = file.load(bigEndian: 16, as: UInt16.self).map { $0 == 1 ? 65_536 : Int($0) } ?? 0
    // Versions above 1 have a log beside the file; reserved bytes and other encodings than UTF-8
    // are nothing that Footlight writes.
    let settings = [18: UInt8(1), 19: 1, 20: 0, 59: 1]
    let count = file.load(bigEndian: 28, as: UInt32.self).map { Int($0) } ?? 0
    guard size >= 512, size & (size - 1) == 0, count > 0, count <= file.count / size,
      settings.allSatisfy({ file.load(bigEndian: $0.key) == $0.value })
    else { throw MappedTables.corrupt(path) }
    pageSize = size
    pages = count
    guard let roots = tableRoots() else { throw MappedTables.corrupt(path) }
    self.roots = roots
  }

  /// A table by its name.
  package func table(_ name: String) -> MappedTable? {
    roots[name].map { MappedTable(root: $0, file: file, pageSize: pageSize, pages: pages) }
  }

  private static func corrupt(_ path: String) -> Failure {
    Failure(.sqliteCorrupt, "the database is damaged", at: SourceLocation(file: path))
  }

  /// The rows of the schema table, which begins on the first page; nil when they make no sense.
  ///
  /// A schema that takes more than one page is none of ours.
  private func tableRoots() -> [String: Int]? {
    let schema = MappedTable(root: 1, file: file, pageSize: pageSize, pages: pages)
    guard let page = schema.page(1), page.isLeaf else { return nil }
    var roots: [String: Int] = [:]
    for index in 0..<page.cells {
      // type, name, tbl_name, rootpage, sql
      guard let cell = schema.leafCell(page, index), cell.isOnOnePage,
        let record = MappedRecord(file, cell.payload, size: cell.size),
        let type = record.text(0), let name = record.text(1), let root = record.integer(3)
      else { return nil }
      if type == "table", root > 0, root <= Int64(pages) { roots[name] = Int(root) }
    }
    return roots
  }
}
