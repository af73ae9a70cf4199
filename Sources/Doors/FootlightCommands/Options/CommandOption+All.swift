import Footlight

/// The options of all commands, in the order in which help lists them.
extension CommandOption {
  // MARK: Search

  static let domain = CommandOption(
    "domain", letter: "d", .search, .text("DOMAIN") { $0.search.domains.append($1) },
    isRepeatable: true,
    "search only this domain, or this group of domains",
    detail: "A group is what stands before a dot: 'law' means 'law' and all of 'law.*'.")

  static let limit = CommandOption(
    "limit", letter: "n", .search, .number("N", 0...1_000_000_000) { $0.search.limit = $1 },
    "print at most N hits (10)",
    detail: "The limit and the offset together reach the 10000th hit, no further.")

  static let offset = CommandOption(
    "offset", .search, .number("N", 0...1_000_000_000) { $0.search.offset = $1 },
    "leave out the first N hits")

  static let perDomain = CommandOption(
    "per-domain", .search, .number("N", 1...10_000) { $0.search.perDomain = $1 },
    "keep the best N hits of each domain",
    detail: "They stay in the order of all hits; the total still counts what matches.")

  static let distinct = CommandOption(
    "distinct", .search, .text("NAME") { $0.search.distinct = SearchOptions.Distinct($1) },
    "show only the best hit of each value of an attribute, and how many more it has",
    detail: """
      Items without the attribute stand alone; of several values the one that comes first in their order decides. \
      'domain' stands for the domain, and 'none' for no attribute where a declaration names one ('distinct').
      """)

  static let match = CommandOption(
    "match", letter: "m", .search,
    .choice("MODE", MatchMode.allCases.map(\.rawValue)) {
      $0.search.match = MatchMode(rawValue: $1) ?? .tiers
    },
    "which words must occur: tiers, all, any or none (tiers)",
    detail: """
      'tiers' looks for all words, and for some of them when little is found; 'all' wants \
      each word, complete or begun; 'any' wants one of them; 'none' finds the items that hold none.
      """)

  static let filter = CommandOption(
    "filter", letter: "f", .search, .text("FILTER") { $0.search.filters.append($1) },
    isRepeatable: true,
    "keep only items with such an attribute: type:Movie, year>=2010, -type:a,b",
    detail: "Several filters must all hold. They work within the text of a query as well.")

  static let within = CommandOption(
    "within", .search, .text("FILE") { $0.areaFiles.append($1) }, isRepeatable: true,
    "keep only items whose places lie in the polygons of a file of GeoJSON ('-': standard input)",
    detail: """
      Within the text of a query, near:48.14,11.58,10km is a circle (m, km, mi, nmi, ft or yd), near:48.0,11.3..48.3,11.8 a box from \
      its western to its eastern corner, within:48,11;48,12;49,12 a polygon.
      """)

  static let facet = CommandOption(
    "facet", .search, .text("NAME") { $0.search.facets.append($1) }, isRepeatable: true,
    "count the values of an attribute over all hits",
    detail: """
      NAME~TEXT counts those that hold a text. NAME/10 counts numbers in steps of ten, NAME/year, NAME/month and \
      NAME/day dates.
      """)

  static let siblings = CommandOption(
    "siblings", .search, .none { $0.search.countsSiblings = true },
    "count the values of --facet as if no --filter of the same attribute were there")

  static let sort = CommandOption(
    "sort", .search,
    .text("NAME") { $0.search.sort = AttributeOrder.list([$1], after: $0.search.sort) },
    isRepeatable: true,
    "order the hits by an attribute or 'title', with a - before it from the highest down",
    detail:
      "Several decide one after the other: --sort -year,title. Items without the attribute come last. "
      + "--sort near:48.14,11.58 puts the nearest first, --sort near those nearest to where near:… of the query asks."
  )

  static let all = CommandOption(
    "all", letter: "a", .search, .none { $0.search.findsAll = true },
    "find everything, or all that the filters leave; takes no TEXT")

  static let count = CommandOption(
    "count", .search,
    .choice("HOW", ["quick", "exact", "groups"]) {
      $0.search.countsExactly = $1 == "exact"
      $0.search.countsGroups = $1 == "groups"
    },
    "count hits and facets to the last one, whatever it costs: exact (quick)",
    detail: """
      A quick count stops when it has read enough, and says that there are at least so many. 'groups' counts what \
      --distinct shows: each value once.
      """)

  static let timeout = CommandOption(
    "timeout-ms", .search,
    .number("N", 0...1_000_000_000) { $0.search.timeout = .milliseconds($1) },
    "stop searching after N milliseconds, with what was found",
    detail: """
      A note says so, and JSON has "cut": true. Whether an item that is to be explained is found is not \
      known then; that exits with 1, too.
      """)

  static let strictQuery = CommandOption(
    "strict", .search, .none { $0.search.isStrict = true },
    "refuse a query of which a part would only be taken as words",
    detail: "Without this option such a part is taken as words, and a note says so.")

  static let explain = CommandOption(
    "explain", .search, .none { $0.search.explainsHits = true },
    "tell for each hit what its score is made of")

  static let batch = CommandOption(
    "batch", .search, .text("FILE") { $0.batchFile = $1 },
    "answer the queries of a file, one a line ('-': standard input)",
    detail: "A space at the end of a line says that its last word is complete.")

  // MARK: Building

  static let dryRun = CommandOption(
    "dry-run", .building, .none { $0.isDryRun = true },
    "say what would be done, and do nothing")

  static let strict = CommandOption(
    "strict", .building, .none { $0.isStrict = true },
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
    detail: "A tool that was built without the trait Snowball asks for it before it drops stems.")

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

  static let deletedDomain = CommandOption(
    "domain", letter: "d", .building, .text("DOMAIN") { $0.search.domains.append($1) },
    isRepeatable: true,
    "delete all items of this domain, or of this group of domains",
    detail: "A group is what stands before a dot: 'law' means 'law' and all of 'law.*'.")

  static let deletedAll = CommandOption(
    "all", letter: "a", .building, .none { $0.search.findsAll = true },
    "delete all items that programs have pushed, and the states of their batches")

  static let declaration = CommandOption(
    "declaration", .building, .none { $0.removesDeclaration = true },
    "remove the declaration file too",
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

  static let printDeclaration = CommandOption(
    "print", .output, .none { $0.printsOnly = true },
    "print the declaration, and write nothing")

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
    "print the address instead of opening it")

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
