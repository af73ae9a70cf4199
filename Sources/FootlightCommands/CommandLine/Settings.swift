import Footlight

/// What a command line asks for, as it was written: nothing here is resolved or looked up yet.
struct Settings: Sendable, Equatable {
  /// How a command writes what it found.
  enum Format: Sendable, Equatable { case people, json, identifiers, template(String) }

  /// When colours are used.
  enum Colours: String, Sendable, CaseIterable { case auto, always, never }

  /// The words behind the command that belong to no option.
  var operands: [String] = []

  // Where.
  var workspace: String?
  var index: String?

  // What to print, and how.
  var format = Format.people
  var colours = Colours.auto
  var wantsHelp = false
  var wantsVersion = false
  var printsOnly = false
  var sampleItems = 3
  var sqliteFile: String?
  var examines = false
  var wantsMarkdown = false

  // What to find.
  var domains: [String] = []
  var limit = 10
  var offset = 0
  var perDomain: Int?
  var match = MatchMode.tiers
  var countsExactly = false
  var filters: [String] = []
  var facets: [String] = []
  var sort: String?
  var findsAll = false
  var batchFile: String?
  var explains = false
  var timeoutMilliseconds: Int?

  // How to build.
  var isDryRun = false
  var isStrict = false
  var allowsShrinking = false
  var waits = false
  var wipesFirst = false
  var leavesOutStems = false
  var memory: Int?
  var maxRate: Int?
  var released: String?
  var removesDeclaration = false

  // What to push.
  var merges = false
  var batchName: String?
  var state: String?
  var expectedState: String?
  var wantsLastState = false

  // What to add.
  var acceptsAll = false
  var replaces = false
  var domainName: String?
}
