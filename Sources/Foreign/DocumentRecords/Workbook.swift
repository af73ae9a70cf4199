#if Complete
  import FootlightPlatform

  /// A spreadsheet: its sheets, and what their cells refer to.
  struct Workbook {
    struct Sheet {
      var name: String
      /// The member that holds it.
      var member: String
    }

    private(set) var sheets: [Sheet] = []
    private var strings: [String] = []
    private var styles = CellStyles()
    private var isOpen = false

    /// The most bytes of a member that is kept, such as the table of texts.
    private static let limit = 256 << 20

    /// Looks into a file; nil when it is no spreadsheet.
    init?(_ file: borrowing ForeignFile, size: Int) throws(Failure) {
      guard var archive = ArchiveReader(try file.descriptor(), size: size) else { return nil }
      let book = WorkbookSheets()
      let relations = Relations()
      let texts = SharedTexts()
      let styles = CellStyles.Reader()
      while archive.next() {
        let handler: (any MarkupHandler)? =
          switch archive.name {
          case "xl/workbook.xml": book
          case "xl/_rels/workbook.xml.rels": relations
          case "xl/sharedStrings.xml": texts
          case "xl/styles.xml": styles
          default: nil
          }
        if archive.name == "content.xml" { isOpen = true }
        guard let handler else { continue }
        Workbook.parse(&archive, handler)
      }
      if isOpen {
        guard var again = ArchiveReader(try file.descriptor(), size: size) else { return nil }
        let tables = TableNames()
        while again.next() {
          if again.name == "content.xml" { Workbook.parse(&again, tables) }
        }
        sheets = tables.names.map { Sheet(name: $0, member: "content.xml") }
      } else {
        sheets = book.sheets.enumerated().map { index, sheet in
          let target = relations.targets[sheet.id] ?? "worksheets/sheet\(index + 1).xml"
          return Sheet(
            name: sheet.name,
            member: target.hasPrefix("/") ? String(target.dropFirst()) : "xl/\(target)")
        }
      }
      strings = texts.texts
      self.styles = styles.styles
      self.styles.countsFrom1904 = book.countsFrom1904
      if sheets.isEmpty { return nil }
    }

    private static func parse(_ archive: inout ArchiveReader, _ handler: any MarkupHandler) {
      guard var reader = MarkupReader(handler) else { return }
      var piece = ByteArena(capacity: 1 << 16)
      var total = 0
      while true {
        piece.removeAll()
        let got = archive.read(into: &piece, upTo: 1 << 16)
        total += got
        let isLast = got < 1 << 16 || total > limit
        guard reader.parse(piece, isLast: isLast), !isLast else { return }
      }
    }

    /// Reads the rows of a sheet.
    func read(
      _ sheet: Sheet, _ file: borrowing ForeignFile, size: Int, _ rows: RowCollector,
      _ printer: inout RecordPrinter
    ) throws(Failure) {
      guard var archive = ArchiveReader(try file.descriptor(), size: size) else { return }
      while archive.next() {
        guard archive.name == sheet.member else { continue }
        let handler: any MarkupHandler =
          isOpen
          ? OpenSheetRows(sheet.name, rows) : OfficeSheetRows(strings, styles, rows)
        guard var reader = MarkupReader(handler) else { return }
        var piece = ByteArena(capacity: 1 << 16)
        while true {
          piece.removeAll()
          let got = archive.read(into: &piece, upTo: 1 << 16)
          let isLast = got < 1 << 16
          guard reader.parse(piece, isLast: isLast), !archive.isTooLarge else {
            return try printer.bad(
              line: 1, "the sheet `\(sheet.name)` cannot be read to its end",
              remedy: "open and save it again")
          }
          if rows.isFull { try rows.print(&printer) }
          if isLast { return }
        }
      }
      try printer.bad(
        line: 1, "the rows of the sheet `\(sheet.name)` are missing in the file",
        remedy: "open and save it again")
    }
  }

  /// The sheets of a workbook, by the ids of their relations.
  private final class WorkbookSheets: MarkupHandler {
    var sheets: [(name: String, id: String)] = []
    var countsFrom1904 = false

    func begin(_ name: String, _ attributes: MarkupAttributes) {
      if name == "sheet", let title = attributes["name"], sheets.count < 10_000 {
        sheets.append((title, attributes["id"] ?? ""))
      }
      if name == "workbookPr" { countsFrom1904 = ["1", "true"].contains(attributes["date1904"]) }
    }
  }

  private final class Relations: MarkupHandler {
    var targets: [String: String] = [:]

    func begin(_ name: String, _ attributes: MarkupAttributes) {
      if name == "Relationship", let id = attributes["Id"] { targets[id] = attributes["Target"] }
    }
  }

  /// The table of texts that cells refer to by number.
  private final class SharedTexts: MarkupHandler {
    var texts: [String] = []
    private var bytes: [UInt8] = []
    private var isShown = false
    private var phonetic = 0

    func begin(_ name: String, _ attributes: MarkupAttributes) {
      if name == "t" { isShown = true }
      if name == "rPh" { phonetic += 1 }
    }
    func end(_ name: String) {
      switch name {
      case "t": isShown = false
      case "rPh": phonetic -= 1
      case "si":
        texts.append(String(decoding: bytes, as: UTF8.self))
        bytes.removeAll(keepingCapacity: true)
      default: break
      }
    }
    func characters(_ text: Span<UInt8>) {
      guard isShown, phonetic == 0 else { return }
      for index in text.indices { bytes.append(text[index]) }
    }
  }

  /// The names of the tables of an OpenDocument spreadsheet.
  private final class TableNames: MarkupHandler {
    var names: [String] = []

    func begin(_ name: String, _ attributes: MarkupAttributes) {
      if name == "table", let title = attributes["name"], names.count < 10_000 {
        names.append(title)
      }
    }
  }
#endif
