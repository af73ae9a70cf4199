import Footlight

/// The options of all commands, in the order in which help lists them.
extension CommandOption {
  // MARK: Search

  /// Of every command that chooses domains: what it does is done with these alone.
  static let domain = CommandOption(
    "domain", letter: "d", .search, .text("DOMAIN") { $0.search.domains.append($1) },
    isRepeatable: true, "only this domain, or this group of domains",
    detail: SearchParameter.domain.detail)
  static let limit = CommandOption(.limit, letter: "n", "N")
  static let offset = CommandOption(.offset, "N")
  static let perDomain = CommandOption(.perDomain, "N")
  static let distinct = CommandOption(.distinct, "NAME")
  static let match = CommandOption(.match, letter: "m", "MODE")
  static let filter = CommandOption(.filter, letter: "f", "FILTER")
  /// Areas are too long to be typed: the option names files of them.
  static let within = CommandOption(
    "within", .search, .text("FILE") { $0.areaFiles.append($1) }, isRepeatable: true,
    SearchParameter.within.line, detail: SearchParameter.within.detail)
  static let facet = CommandOption(.facet, "NAME")
  static let siblings = CommandOption(.siblings)
  static let sort = CommandOption(.sort, "NAME")
  /// Of every command that wants to be told what: everything.
  static let all = CommandOption(
    "all", letter: "a", .search, .none { $0.search.findsAll = true },
    "everything, where something must be named otherwise")
  static let count = CommandOption(.count, "HOW")
  static let timeout = CommandOption(.timeout, "N")
  static let strictQuery = CommandOption(.strict)
  static let explain = CommandOption(.explain)

  static let queriesFile = CommandOption(
    "queries", .search, .text("FILE") { $0.batchFile = $1 },
    "answer the queries of a file, one a line ('-': standard input)",
    detail: "A space at the end of a line says that its last word is complete.")

  // MARK: Building

  static let dryRun = CommandOption(
    "dry-run", .building, .none { $0.isDryRun = true },
    "say what would be done, and do nothing")

  static let rebuild = CommandOption(
    "rebuild", .building, .none { $0.rebuilds = true },
    "build the named domains anew, whatever their versions say")

  static let failAhead = CommandOption(
    "fail-ahead", .building, .none { $0.isStrict = true },
    "treat a declaration older than the index as an error")

  static let allowShrink = CommandOption(
    "allow-shrink", .building, .none { $0.allowsShrinking = true },
    "accept a source that has lost more than half of its items")

  static let forgetPushed = CommandOption(
    "forget-pushed", .building, .none { $0.forgetsPushed = true },
    "give up pushed records that user.sqlite has lost",
    detail: """
      Without it an index of pushed records is kept as it is when it has become the last copy of them. \
      A damaged user.sqlite is kept as user.replaced.sqlite.
      """)

  static let wait = CommandOption(
    "wait", .building, .none { $0.waits = true },
    "wait while another process builds this index")

  static let release = CommandOption(
    "release", .building, .text("DOMAIN[:ID]") { $0.released = $1 },
    "have the next sync try a change again, or all of a domain")

  static let wipeFirst = CommandOption(
    "wipe-first", .building, .none { $0.wipesFirst = true },
    "delete the old index data before building",
    detail: "Saves disk space; the domain cannot be searched until it is built.")

  static let withoutStemming = CommandOption(
    "without-stemming", .building, .none { $0.leavesOutStems = true },
    "build without stems, whatever language is declared",
    detail: "A tool that was built without the trait Complete asks for it before it drops stems.")

  static let memory = CommandOption(
    "memory", .building,
    .size("SIZE", (32 << 20)...(1 << 40)) { $0.memory = $1 },
    "how much memory gathered items may take, such as 256M or 2G (256M)",
    detail: """
      What does not fit goes into scratch files beside the index. Reading and assembling take more: \
      about as much again, and at the end some bytes for each word and item.
      """)

  static let maxRate = CommandOption(
    "max-rate", .building, .number("N", 1...1_000_000_000) { $0.maxRate = $1 },
    "take at most N records a second from programs",
    detail: """
      Counts the lines that the programs of 'kind: command' print, all of them together: N at once, \
      and then N in each second. A faster program waits, which does not count as its time.
      """)

  static let builders = CommandOption(
    "builders", .building, .number("N", 1...32) { $0.builders = $1 },
    "build domains with 'shards:' together with other machines, N in all",
    detail: """
      Each of them is started with this option, on the same records and the same shared store, and takes its \
      share of the shards; what one that is gone has left, the others build.
      """)

  static let pauseOnBattery = CommandOption(
    "pause-on-battery", .building, .none { $0.pausesOnBattery = true },
    "do nothing while the machine runs on a battery",
    detail: "What changes meanwhile is applied as soon as there is other power.")

  static let merge = CommandOption(
    "merge", .building, .none { $0.merges = true },
    "change records in part: given fields replace, null removes")

  static let batchName = CommandOption(
    "batch", .building, .text("NAME") { $0.batchName = $1 },
    "the name under which the state of the program is stored")

  static let state = CommandOption(
    "state", .building, .text("TEXT") { $0.state = $1 },
    "store TEXT in the same step, 250 bytes at most")

  static let expected = CommandOption(
    "expected", .building, .anyText("TEXT") { $0.expectedState = $1 },
    "do nothing when another state is stored; '' for none")

  static let lastState = CommandOption(
    "last-state", .output, .none { $0.wantsLastState = true },
    "print the state that was stored last, and index nothing")

  static let deletesPushed = CommandOption(
    "all", letter: "a", .building, .none { $0.search.findsAll = true },
    "delete all items that programs have pushed, with the states of batches")

  static let deletesIndex = CommandOption(
    "built", .building, .none { $0.deletesIndex = true },
    "delete all that is indexed of the named domains, whoever brings their records")

  static let declaration = CommandOption(
    "declaration", .building, .none { $0.removesDeclaration = true },
    "with --built: remove the declaration file too",
    detail: "Without it the next sync builds the domain again. Data files are never removed.")

  // MARK: Output

  static let yes = CommandOption(
    "yes", letter: "y", .building, .none { $0.acceptsAll = true },
    "add without asking")

  static let name = CommandOption(
    "name", .building, .text("DOMAIN") { $0.domainName = $1 },
    "the name of the new domain (made of the name of the file)")

  static let ready = CommandOption(
    "ready", .building, .none { $0.takesReady = true },
    "list what is on this machine; with names, add and allow it",
    detail: """
      Names are those of ready declarations, such as firefox, zotero or man. Without a name they are \
      listed, with what is found on this machine and how many items it would give.
      """)

  static let replace = CommandOption(
    "replace", .building, .none { $0.replaces = true },
    "replace a domain that is declared already")

  static let json = CommandOption(
    "json", letter: "j", .output, .none { $0.format = .json },
    "print one JSON object a line")

  static let ids = CommandOption(
    "ids", .output, .none { $0.format = .identifiers },
    "print the identifiers of the hits alone, one a line")

  static let format = CommandOption(
    "format", .output, .text("TEXT") { $0.format = .template($1) },
    "print each hit as TEXT says, such as '{title}\\t{id}'",
    detail: """
      Names: \(HitTemplate.Field.allCases.map { "{\($0.name)}" }.joined(separator: " ")) and \
      {attributes.NAME}; \\t, \\n and \\0 are what they are elsewhere, {{ and }} are braces. A \
      line feed follows each hit unless TEXT ends with \\0.
      """)

  static let check = CommandOption(
    "check", .output, .none { $0.examines = true },
    "look for damage and for everything else that is not as it should be")

  static let items = CommandOption(
    "items", .output, .number("N", 0...1_000) { $0.sampleItems = $1 },
    "show N items of each domain as they would be indexed (3)")

  static let sqlite = CommandOption(
    "sqlite", .output, .text("FILE") { $0.sqliteFile = $1 },
    "write a new SQLite database instead of JSON",
    detail: "A file that is there already is left alone, and the command fails.")

  static let print = CommandOption(
    "print", .output, .none { $0.printsOnly = true },
    "print it – an address, a declaration – and do nothing else")

  static let short = CommandOption(
    "short", .output, .none { $0.isShort = true },
    "names, versions and items alone: nothing outside of the index is looked at")

  static let markdown = CommandOption(
    "markdown", .output, .none { $0.wantsMarkdown = true },
    "print the reference of declarations and output, as Markdown")

  static let colour = CommandOption(
    "color", .output,
    .choice("WHEN", Settings.Colours.allCases.map(\.rawValue)) {
      $0.colours = Settings.Colours(rawValue: $1) ?? .auto
    },
    "when to use colours: auto, always or never (auto)",
    detail: "'auto' means on a terminal, unless NO_COLOR is set.")

  // MARK: Place

  static let workspace = CommandOption(
    "workspace", letter: "w", .place, .text("DIR") { $0.workspace = $1 },
    "the folder that holds domains/ (the nearest one upward)",
    detail: "FOOTLIGHT_WORKSPACE names it too.")

  static let index = CommandOption(
    "index", .place, .text("DIR") { $0.index = $1 },
    "the folder of the index (.footlight in the workspace)",
    detail: "FOOTLIGHT_INDEX names it too.")

  // MARK: General

  static let help = CommandOption(
    "help", letter: "h", .general, .none { $0.wantsHelp = true }, "print help")

  static let version = CommandOption(
    "version", letter: "V", .general, .none { $0.wantsVersion = true }, "print the version")

  /// The options that every command takes, before its name or after it.
  static let everywhere = [colour, workspace, index, help, version]
}
