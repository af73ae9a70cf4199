package import FootlightPlatform

/// A table of a mapped database; ``MappedTables`` says which kind.
///
/// Source: https://www.sqlite.org/fileformat2.html#b_tree_pages.
///
/// Complexity: a row costs one binary search a level of the tree, of which there are two or three.
package struct MappedTable: Sendable {
  let root: Int
  let file: MappedFile
  let pageSize: Int
  let pages: Int

  /// A page of a table's tree.
  struct Page {
    /// Where the page begins in the file, and where its own header does.
    var start: Int
    var header: Int
    var isLeaf: Bool
    var cells: Int
  }

  /// A row on a leaf.
  struct Cell {
    var row: Int64
    /// Where its record begins, how long it is, and how much of it lies on this page.
    var payload: Int
    var size: Int
    var local: Int

    var isOnOnePage: Bool { local == size }
  }

  /// Place in the file and size of the blob in the second column of a row, which lies on one page;
  /// nil when there is no such row.
  package func blob(_ row: Int64) -> (at: Int, size: Int)? {
    guard let cell = cell(row), cell.isOnOnePage,
      let record = MappedRecord(file, cell.payload, size: cell.size)
    else { return nil }
    return record.blob(1)
  }

  /// Appends the blob in the second column of a row, however many pages it takes; false when
  /// there is no such row.
  package func copyBlob(_ row: Int64, into arena: inout ByteArena) -> Bool {
    guard let cell = cell(row),
      let record = MappedRecord(file, cell.payload, size: cell.size), let blob = record.blob(1)
    else { return false }
    let local = min(blob.size, cell.payload + cell.local - blob.at)
    guard local >= 0, file.copy(blob.at, size: local, into: &arena) else { return false }
    var left = blob.size - local
    guard left > 0 else { return true }
    var next = file.load(bigEndian: cell.payload + cell.local, as: UInt32.self)
    while left > 0 {
      // Every page of the chain takes something off `left`: a circle ends too.
      guard let page = next, page > 0, Int(page) <= pages else { return false }
      let start = (Int(page) - 1) * pageSize
      let part = min(left, pageSize - 4)
      guard file.copy(start + 4, size: part, into: &arena) else { return false }
      left -= part
      next = file.load(bigEndian: start, as: UInt32.self)
    }
    return true
  }

  /// Walks down to the leaf that holds a row.
  private func cell(_ row: Int64) -> Cell? {
    var number = root
    // No tree of 2³² pages is deeper; a circle ends here.
    for _ in 0..<20 {
      guard let page = page(number) else { return nil }
      var isDamaged = false
      let place = (0..<page.cells).partitionPoint { index in
        guard let key = key(page, index) else {
          isDamaged = true
          return false
        }
        return key < row
      }
      guard !isDamaged else { return nil }
      if page.isLeaf {
        guard place < page.cells, let cell = leafCell(page, place), cell.row == row else {
          return nil
        }
        return cell
      }
      // A cell leads to the rows up to its key, the page's header to those after the last key.
      let pointer = place < page.cells ? cellStart(page, place) : page.header + 8
      guard let pointer, let child = file.load(bigEndian: pointer, as: UInt32.self) else {
        return nil
      }
      number = Int(child)
    }
    return nil
  }

  func page(_ number: Int) -> Page? {
    guard number > 0, number <= pages else { return nil }
    let start = (number - 1) * pageSize
    // The first page begins with the header of the file.
    let header = number == 1 ? 100 : start
    guard let type = file.load(bigEndian: header, as: UInt8.self), type == 13 || type == 5,
      let cells = file.load(bigEndian: header + 3, as: UInt16.self)
    else { return nil }
    return Page(start: start, header: header, isLeaf: type == 13, cells: Int(cells))
  }

  private func cellStart(_ page: Page, _ index: Int) -> Int? {
    let pointer = page.header + (page.isLeaf ? 8 : 12) + 2 * index
    guard let offset = file.load(bigEndian: pointer, as: UInt16.self), Int(offset) < pageSize else {
      return nil
    }
    return page.start + Int(offset)
  }

  private func key(_ page: Page, _ index: Int) -> Int64? {
    guard var at = cellStart(page, index) else { return nil }
    if page.isLeaf {
      guard MappedRecord.varint(file, &at) != nil else { return nil }
    } else {
      at += 4
    }
    return MappedRecord.varint(file, &at).map { Int64($0) }
  }

  func leafCell(_ page: Page, _ index: Int) -> Cell? {
    guard page.isLeaf, var at = cellStart(page, index),
      let size = MappedRecord.varint(file, &at), size < 1 << 31,
      let row = MappedRecord.varint(file, &at)
    else { return nil }
    let local = localSize(size)
    guard at + local <= page.start + pageSize else { return nil }
    return Cell(row: Int64(row), payload: at, size: size, local: local)
  }

  /// How much of a record lies on its leaf; file format, section 1.6.
  private func localSize(_ size: Int) -> Int {
    let most = pageSize - 35
    guard size > most else { return size }
    let least = (pageSize - 12) * 32 / 255 - 23
    let local = least + (size - least) % (pageSize - 4)
    return local <= most ? local : least
  }
}
