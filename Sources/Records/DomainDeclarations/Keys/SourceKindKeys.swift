/// The name and the keys of a kind of source, as declarations need them.
package struct SourceKindKeys: Sendable, Hashable {
  /// The name, as `kind:` says it.
  package var name: String
  /// One sentence for the reference.
  package var summary: String
  /// The keys beside those that every source has.
  package var keys: [Key]
  /// Whether a declaration of this kind must be allowed, because it does more than read files
  /// beside it.
  package var needsPermission: Bool

  /// Whether the program `footlight-read` reads it.
  package var isForeign: Bool {
    [SourceKindKeys.xml, .html, .mail, .feed, .documents, .sheet, .calendar, .contacts, .http]
      .contains(self)
  }
  /// Whether what it needs the permission for is the network.
  package var usesNetwork: Bool { name == "http" }
  /// The key that needs a permission where it is written, because it names a program; nil where none does.
  package var keyThatRuns: String? { keys.contains(SourceKindKeys.convert) ? "convert" : nil }

  /// Describes a kind.
  package init(name: String, summary: String, keys: [Key], needsPermission: Bool = false) {
    self.name = name
    self.summary = summary
    self.keys = keys
    self.needsPermission = needsPermission
  }

  /// Elements of XML.
  package static let xml = SourceKindKeys(
    name: "xml", summary: "Elements of XML files: what is in them becomes fields.",
    keys: [
      filesPath,
      Key(
        "records", .text,
        "The elements that are records: `entry`, outermost and at any depth, or `/JMdict/entry`.",
        isRequired: true),
      Key(
        "nested", .text,
        "The elements within a record that are records themselves, such as `outline` in `outline`."),
    ] + conversion + readerLimits)

  /// Web pages.
  package static let html = SourceKindKeys(
    name: "html", summary: "Web pages: what they say of themselves, and their main text.",
    keys: [
      filesPath,
      Key(
        "sections", .boolean,
        "Whether the text below each heading is a record of its own, with `{anchor}`.",
        defaultText: "false"),
    ] + conversion + readerLimits)

  /// Mail.
  package static let mail = SourceKindKeys(
    name: "mail", summary: "Mail: mailboxes (mbox), folders of mail (Maildir) and single mails.",
    keys: [filesPath] + readerLimits)

  /// Entries of feeds.
  package static let feed = SourceKindKeys(
    name: "feed", summary: "Feeds (Atom and RSS): their entries, with the same fields for all.",
    keys: [filesPath] + readerLimits)

  /// Documents as people have them.
  package static let documents = SourceKindKeys(
    name: "documents",
    summary: "Documents: PDF, docx, pptx, odt, odp, EPUB, RTF, pages, Markdown and text.",
    keys: [
      filesPath,
      Key(
        "parts", .boolean,
        "Whether each page of a PDF, slide and chapter is a record of its own, with `{anchor}`.",
        defaultText: "false"),
    ] + readerLimits)

  /// Rows of spreadsheets.
  package static let sheet = SourceKindKeys(
    name: "sheet", summary: "Spreadsheets (xlsx, ods): their rows, with the names of the header.",
    keys: [
      filesPath, Key("sheet", .text, "The sheet whose rows are read; all, when it is not given."),
      Key(
        "header", .booleanOrLine,
        "The row that names the columns, or `false` where none does; it is found below titles, when it is not given."
      ),
      columns,
    ] + readerLimits)

  /// Entries of calendars.
  package static let calendar = SourceKindKeys(
    name: "calendar", summary: "Calendars (iCalendar): events, tasks and entries of journals.",
    keys: [filesPath] + readerLimits)

  /// Cards of contacts.
  package static let contacts = SourceKindKeys(
    name: "contacts", summary: "Contacts (vCard): people and organisations.",
    keys: [filesPath] + readerLimits)

  /// Documents of the web.
  package static let http = SourceKindKeys(
    name: "http", summary: "Feeds, JSON and CSV over http and https.",
    keys: [
      Key(
        "url", .texts,
        "The address, or a list of addresses; no other host is asked than theirs.",
        isRequired: true),
      Key(
        "format", .choice(["feed", "json", "jsonl", "csv", "tsv"]), "What the documents are.",
        isRequired: true),
      records,
      Key(
        "next", .fieldPath,
        "Where a JSON document says the address of its next page, such as `links.next`; a `Link` header "
          + "is followed without it."),
      Key(
        "pages", .wholeNumber(1...1_000_000),
        "How many pages of an address are wanted; all, when it is not given."),
      Key("delimiter", .character, "What stands between two values of csv.", defaultText: ","),
      quote("\""), header, columns,
    ]
      + limits(
        time: "How many seconds a document may take.",
        output: "How many megabytes a document may have.", 1...4096, otherwise: 256)
      + [Key("refresh", .section(refresh), "How often it is asked.", rebuilds: false)],
    needsPermission: true)

  /// The program that turns files into text, and the files that it reads beside the one that it converts.
  static let conversion = [
    convert,
    Key(
      "inputs", .globs,
      "Further files that the program of `convert` reads, such as its settings: when one of them changes, "
        + "all files are converted again."),
  ]

  private static let convert = Key(
    "convert", .texts,
    "A program and its arguments, as a list, that turns each file into what is read; `{path}` stands "
      + "for the file, as in `[pdftotext, \"{path}\", \"-\"]`.")

  /// The limits of the program that reads foreign formats.
  static let readerLimits = limits(
    time: "How many seconds the reading of a file may take.",
    output: "How many megabytes of records may come of one reading.")

  /// The limits of a program, with what the one of its time and the one of its output say.
  static func limits(
    time: String, output: String, _ megabytes: ClosedRange<Int> = 1...1_048_576,
    otherwise: Int = 4096,
    memory: String = "How many megabytes of memory the reading may use."
  ) -> [Key] {
    func limit(_ name: String, _ range: ClosedRange<Int>, _ summary: String, _ otherwise: Int)
      -> Key
    {
      Key(name, .wholeNumber(range), summary, defaultText: "\(otherwise)", rebuilds: false)
    }
    return [
      limit("time_limit", 1...604_800, time, 600),
      limit("output_limit", megabytes, output, otherwise),
      limit("memory_limit", 16...1_048_576, memory, 1024),
    ]
  }
}
