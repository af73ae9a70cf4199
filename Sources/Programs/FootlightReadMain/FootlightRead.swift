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
    switch options.kind {
    case "xml":
      try check(options, XMLFormat.settings)
      var format = try XMLFormat(options)
      try format.read(options.paths, &printer)
    case "feed":
      try check(options, FeedFormat.settings)
      var format = FeedFormat()
      try format.read(options.paths, &printer)
    case "html":
      try check(options, HTMLFormat.settings)
      var format = HTMLFormat(options)
      try format.read(options.paths, &printer)
    case "mail":
      try check(options, MailFormat.settings)
      var format = MailFormat()
      try format.read(options.paths, &printer)
    case "documents":
      try check(options, DocumentFormat.settings)
      var format = DocumentFormat(options)
      try format.read(options.paths, &printer, processes: true)
    case "sheet":
      try check(options, SheetFormat.settings)
      var format = SheetFormat(options)
      try format.read(options.paths, &printer)
    case "calendar":
      try check(options, CalendarFormat.settings)
      var format = CalendarFormat()
      try format.read(options.paths, &printer)
    case "contacts":
      try check(options, ContactFormat.settings)
      var format = ContactFormat()
      try format.read(options.paths, &printer)
    case "http":
      try check(options, HTTPFormat.settings)
      let code = try HTTPFormat(options).fetch(&printer)
      if code != 0 { Process.exit(code) }
      return
    default:
      throw Failure(
        .readUsage, "there is no kind '\(options.kind)'", remedy: "see footlight-read --help")
    }
    try printer.finish()
  }

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
