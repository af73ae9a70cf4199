import FootlightPlatform

/// A record in a mapped database: the columns of a row.
///
/// Source: https://www.sqlite.org/fileformat2.html#record_format.
struct MappedRecord {
  private let file: MappedFile
  /// Type code and place of each column.
  private var columns: [(type: Int, at: Int, size: Int)] = []

  /// Reads the header of a record whose bytes all lie on one page, or whose header does and of
  /// which only sizes and places are wanted; nil when it makes no sense.
  init?(_ file: MappedFile, _ start: Int, size: Int) {
    self.file = file
    var at = start
    guard let header = MappedRecord.varint(file, &at), header <= size, header > 0 else {
      return nil
    }
    var place = start + header
    while at < start + header {
      guard let type = MappedRecord.varint(file, &at), type <= Int(Int32.max) else { return nil }
      let bytes =
        switch type {
        case 0, 8, 9: 0
        case 1...4: type
        case 5: 6
        case 6, 7: 8
        case 10, 11: -1
        default: (type - 12) / 2
        }
      guard bytes >= 0, bytes <= start + size - place else { return nil }
      columns.append((type, place, bytes))
      place += bytes
    }
    guard at == start + header else { return nil }
  }

  /// A column of text.
  func text(_ column: Int) -> String? {
    guard columns.indices.contains(column), columns[column].type >= 13,
      columns[column].type % 2 == 1
    else { return nil }
    var bytes = ByteArena(capacity: columns[column].size)
    guard file.copy(columns[column].at, size: columns[column].size, into: &bytes) else {
      return nil
    }
    return bytes.text(bytes.all)
  }

  /// A column that holds a whole number.
  func integer(_ column: Int) -> Int64? {
    guard columns.indices.contains(column) else { return nil }
    let (type, at, size) = columns[column]
    guard type != 0, type <= 6 || type == 8 || type == 9 else { return nil }
    if type >= 8 { return Int64(type - 8) }
    var number: Int64 = 0
    for index in 0..<size {
      guard let byte = file.load(bigEndian: at + index, as: UInt8.self) else { return nil }
      number = index == 0 ? Int64(Int8(bitPattern: byte)) : number << 8 | Int64(byte)
    }
    return number
  }

  /// Place and size of a column that holds bytes: a blob, or text, as SQLite's own blob reader
  /// takes it too.
  func blob(_ column: Int) -> (at: Int, size: Int)? {
    guard columns.indices.contains(column), columns[column].type >= 12 else { return nil }
    return (columns[column].at, columns[column].size)
  }

  /// Reads a number of one to nine bytes, seven bits a byte, most significant first; nil for one
  /// that is negative or ends outside the file.
  @inline(__always)
  static func varint(_ file: MappedFile, _ at: inout Int) -> Int? {
    var number: UInt64 = 0
    for index in 0..<9 {
      guard let byte = file.load(bigEndian: at, as: UInt8.self) else { return nil }
      at &+= 1
      if index == 8 {
        number = number << 8 | UInt64(byte)
        break
      }
      number = number << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int(exactly: number)
  }
}
