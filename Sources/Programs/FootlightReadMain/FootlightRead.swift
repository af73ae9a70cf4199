import FootlightPlatform
import ForeignRecords

/// The program footlight-read: reads what is foreign, locked in, and prints records as JSON lines.
@main
enum FootlightRead {
  static func main() {
    Signals.ignoreFailedWrites()
    Process.occupyStandardStreams()
    let arguments = Array(Process.arguments.dropFirst())
    if arguments.isEmpty || arguments == ["--help"] {
      var output = OutputWriter(descriptor: 1)
      do throws(Failure) {
        try output.write(help)
        try output.flush()
      } catch {}
      return
    }
    do throws(Failure) {
      try read(arguments)
    } catch {
      var output = OutputWriter(descriptor: 2)
      _ = try? output.write("footlight-read: \(error)\n")
      _ = try? output.flush()
      Process.exit(error.exitCode)
    }
  }

  private static func read(_ arguments: [String]) throws(Failure) {
    guard let options = ForeignOptions(arguments) else {
      throw Failure(
        .readUsage, "the first word must be a kind", remedy: "see footlight-read --help")
    }
    var printer = RecordPrinter()
    if options.kind == "http" {
      try check(options, ["etag", "modified", "accept", "agent", "seconds", "bytes"])
      let code = try HTTPFormat(options).fetch(&printer)
      if code != 0 { Process.exit(code) }
      return
    }
    guard let (settings, format) = formats[options.kind] else {
      throw Failure(
        .readUsage, "there is no kind '\(options.kind)'", remedy: "see footlight-read --help")
    }
    try check(options, settings)
    var reader = try format(options)
    try reader.read(options.paths, &printer, processes: options.kind == "documents")
    try printer.finish()
  }

  /// The kinds of files: the settings of each, and its format.
  private static let formats:
    [String: ([String], @Sendable (ForeignOptions) throws(Failure) -> any ForeignFormat)] = [
      "xml": (
        ["records", "nested", "select"], { (options) throws(Failure) in try XMLFormat(options) }
      ),
      "feed": ([], { _ in FeedFormat() }),
      "html": (["sections"], { HTMLFormat($0) }),
      "mail": ([], { _ in MailFormat() }),
      "documents": (["parts"], { DocumentFormat($0) }),
      "sheet": (["sheet", "header", "columns"], { SheetFormat($0) }),
      "calendar": ([], { _ in CalendarFormat() }),
      "contacts": ([], { _ in ContactFormat() }),
    ]

  private static func check(_ options: ForeignOptions, _ known: [String]) throws(Failure) {
    if let unknown = options.unknown(known) {
      throw Failure(
        .readUsage, "there is no setting '--\(unknown)' for \(options.kind)",
        remedy: "see footlight-read --help")
    }
  }

  private static let help = """
    footlight-read KIND [SETTINGS] [--] FILE…

    Reads files and prints their records as JSON lines: what footlight starts for sources of these
    kinds. It can do nothing but read them; a file '-' is standard input, if that is a file. Only
    http may use the network.

      xml --records=NAME    elements of this name, outermost; or --records=/ROOT/NAME
      html [--sections]     a web page, or the text below each of its headings
      feed                  the entries of a feed (Atom, RSS)
      mail                  a mailbox (mbox), or a mail
      documents [--parts]   a document (PDF, office formats, EPUB, RTF, pages, text), or each page of it
      sheet [--sheet=NAME] [--header=LINE]
                            the rows of a sheet of a spreadsheet (xlsx, ods), or of all
      calendar              the entries of a calendar (iCalendar)
      contacts              the cards of a file of contacts (vCard)
      http [SETTINGS] URL   asks for a document, and prints the head of the answer and the document
           --etag=TAG --modified=DATE    only if it is another one than that
           --accept=TYPES --agent=NAME --seconds=NUMBER --bytes=NUMBER

    """
}
