extension SourceKindKeys {
  /// The keys of the kinds that come with the library.
  package static let builtIn: [SourceKindKeys] = [
    .csv, .tsv, .json, .jsonl, .markdown, .text, .yaml, .xml, .html, .mail, .feed, .documents,
    .sheet,
    .calendar, .contacts, .http, .sqlite,
    .command, .external,
  ]

  static let filesPath = Key(
    "path", .globs,
    "Files beside this declaration: a path, a glob (`*`, `**`, `?`, `[…]`), or a list of them.",
    isRequired: true)

  /// Comma-separated values and their relatives.
  package static let csv = SourceKindKeys(
    name: "csv", summary: "Rows of values with a delimiter between them (RFC 4180).",
    keys: [
      filesPath,
      Key("delimiter", .character, "What stands between two values.", defaultText: ","),
      quote("\""), escape, header, columns, comment, encoding,
    ])

  /// Values with tabs between them.
  package static let tsv = SourceKindKeys(
    name: "tsv", summary: "Rows of values with a tab between them.",
    keys: [filesPath, quote("\""), escape, header, columns, comment, encoding])

  static func quote(_ character: String) -> Key {
    Key(
      "quote", .text,
      "What encloses a value that holds delimiters or line feeds: one character, or `none`.",
      defaultText: character)
  }

  static let escape = Key(
    "escape", .choice(["double", "backslash", "mysql"]),
    "How a quote within quotes is written: twice, or after a `backslash`, as Spark does. `mysql` also takes `\\n`, "
      + "`\\r`, `\\t` for what they mean, and `\\N` for no value.",
    defaultText: "double")

  static let header = Key(
    "header", .booleanOrLine,
    "Whether the first row names the columns: yes, unless `columns` names them. Or the number of the line "
      + "that holds the names: what stands above it is skipped.")

  static let comment = Key(
    "comment", .character, "What lines begin with that are no rows, such as `#`.")

  static let encoding = Key(
    "encoding", .text,
    "The encoding of the text, such as `windows-1252`, `shift_jis` or `utf-16`, or any other that the "
      + "system's iconv knows; a mark at the beginning of a file overrules it.",
    defaultText: "utf-8")

  static let columns = Key(
    "columns", .texts,
    "The names of the columns; with `header: true` they replace those of the first row.")

  /// One document with an array of records.
  package static let json = SourceKindKeys(
    name: "json",
    summary: "One JSON document with the records in a list, or in an object by their keys.",
    keys: [
      filesPath, records,
      Key(
        "nested", .text,
        "The key under which a record holds a list of further records, such as `children`."),
      Key(
        "layout", .choice(["objects", "columns", "rows"]),
        "How records are written: as objects; as `columns`, each with the values of all; or as `rows`, lists "
          + "of values whose names `columns` or the first row gives.", defaultText: "objects"),
      columns, encoding,
    ])

  static let records = Key(
    "records", .fieldPath,
    "Where the records are in a document, such as `data.items`; `.` is the document itself. A list, "
      + "or an object in which each has a `{key}`.")

  /// One JSON object a line.
  package static let jsonl = SourceKindKeys(
    name: "jsonl", summary: "One JSON object a line.", keys: [filesPath, encoding])

  /// One Markdown file a record.
  package static let markdown = SourceKindKeys(
    name: "markdown",
    summary: "One Markdown file a record: front matter becomes fields, the text is `{body}`.",
    keys: [filesPath, encoding] + conversion + readerLimits)

  /// One text file a record.
  package static let text = SourceKindKeys(
    name: "text", summary: "One text file a record: the text is `{body}`.",
    keys: [filesPath, encoding] + conversion + readerLimits)

  /// Lists and documents of YAML.
  package static let yaml = SourceKindKeys(
    name: "yaml", summary: "A YAML list, the values of a mapping, or one mapping a document.",
    keys: [filesPath, records, encoding])

  /// Rows of a database.
  package static let sqlite = SourceKindKeys(
    name: "sqlite", summary: "The rows of a table or of a query in an SQLite database.",
    keys: [
      filesPath,
      Key("table", .text, "The table or view whose rows are read."),
      Key("query", .text, "The SELECT whose rows are read, instead of `table`."),
      Key(
        "key", .text,
        "The column that tells rows apart: never NULL, and a `table` is read in its order."),
      Key(
        "changes", .special("`digest`, `triggers` or `\"watermark: COLUMN\"`"),
        "How changed rows are found: `digest` reads all and compares; `triggers` logs keys in the "
          + "database (`footlight allow --install-log`); `\"watermark: COLUMN\"` reads rows from the "
          + "highest value on.", defaultText: "digest", rebuilds: false),
      Key(
        "step_limit", .wholeNumber(100_000...9_007_199_254_740_991),
        "How many steps of SQLite's virtual machine may pass without a row.",
        defaultText: "10000000000", rebuilds: false),
    ])

  /// The lines that a program prints.
  package static let command = SourceKindKeys(
    name: "command", summary: "What a program prints: one JSON object a line.",
    keys: [
      Key(
        "command", .texts,
        "The program – by name, or by its path from this folder – and its arguments, as a list.",
        isRequired: true),
      Key(
        "inputs", .globs,
        "Files that the records are made of: while they look the same, the program need not run."),
    ]
      + limits(
        time: "How many seconds may be spent waiting for it.",
        output: "How many megabytes it may print.",
        memory: "How many megabytes of memory each of its processes may use.")
      + [Key("refresh", .section(refresh), "How often it is run.", rebuilds: false)],
    needsPermission: true)

  static let refresh: [Key] = [
    Key(
      "every", .special("a time such as `1d`"),
      "It is not run again before so much time has passed: `90s`, `15m`, `6h`, `1d`, `2w`, or `PT6H`. "
        + "Without it every sync may run it.", rebuilds: false),
    Key(
      "full_every", .special("a time such as `30d`"),
      "After so much time it is run without the cursor of the last run, so that it prints all.",
      rebuilds: false),
  ]

  /// Records that programs push.
  package static let external = SourceKindKeys(
    name: "external",
    summary: "No records of its own: programs push them into the index.", keys: [])
}
