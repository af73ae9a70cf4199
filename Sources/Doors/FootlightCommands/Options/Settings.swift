import Footlight
package import FootlightPlatform

/// The command line as it was written: nothing here is resolved or looked up yet.
package struct Settings: Sendable, Equatable {
  /// The form in which a command writes what it found.
  enum Format: Sendable, Equatable { case people, json, identifiers, template(String) }

  /// When colours are used.
  enum Colours: String, Sendable, CaseIterable { case auto, always, never }

  /// The words after the command that belong to no option.
  package var operands: [String] = []

  // Where.
  package var workspace: String?
  var index: String?

  // The form of the output.
  var format = Format.people
  package var printsJSON: Bool { format == .json }
  var colours = Colours.auto
  var wantsHelp = false
  var wantsVersion = false
  /// Whether help or the version is all that is wanted.
  var isAnswered: Bool { wantsHelp || wantsVersion }
  var printsOnly = false
  /// Whether operands name ready declarations.
  var takesReady = false
  var keepsAlerts = false
  var sampleItems = 3
  var sqliteFile: String?
  var examines = false
  var isShort = false
  var wantsMarkdown = false

  // The shared store.
  package var store: String?
  package var isFresh = false
  package var follows = false
  package var keptShards: String?
  package var keptDisk: String?
  package var distributes = false
  package var graceSeconds = 86_400

  /// Whether the command changes the index.
  var changesIndex = false

  // Options of searching.
  var search = SearchOptions()
  package var domains: [String] { search.domains }
  package var findsAll: Bool { search.findsAll }
  var batchFile: String?
  var areaFiles: [String] = []

  // How to build.
  var isDryRun = false
  var isStrict = false
  var rebuilds = false
  var allowsShrinking = false
  var forgetsPushed = false
  package var waits = false
  var wipesFirst = false
  var leavesOutStems = false
  var memory: Int?
  var maxRate: Int?
  var builders = 1
  var pausesOnBattery = false
  var released: String?
  var deletesIndex = false
  var removesDeclaration = false
  /// Whether a log of changes is made in the source (true) or deleted there.
  var installsLog: Bool?

  // Options of the desktop's search.
  package var filesFolder: String?
  package var programPath: String?
  package var idleSeconds: Int?

  // Options of pushing.
  var merges = false
  var batchName: String?
  var state: String?
  var expectedState: String?
  var wantsLastState = false

  // Whom to serve.
  package var serving = ServingSettings()
  var keyActions: [KeyAction] = []
  var keyExpires: String?

  // Options of activity.
  var visit = VisitOptions()
  var notEligible: [String] = []
  var history = HistorySelection()
  var historyLimit: Int?
  var queries = QuerySelection.all
  var opensRestored = false

  // Options of adding.
  var acceptsAll = false
  var replaces = false
  var domainName: String?
}

/// The settings of a server on the command line.
package struct ServingSettings: Sendable, Equatable {
  /// An IP address, or `localhost` for both loopback addresses.
  package var address = "localhost"
  package var port = 8420
  package var socket: String?
  package var baseURL: String?
  package var hosts: [String] = []
  package var origins: [String] = []
  package var isReadOnly = false
  package var watches = false
}

/// A variable of the environment that the tool reads.
struct EnvironmentVariable: Sendable {
  let name: String
  /// One line without a full stop.
  let summary: String

  static let all = [
    EnvironmentVariable(
      name: "FOOTLIGHT_WORKSPACE", summary: "the folder that holds domains/, as --workspace"),
    EnvironmentVariable(name: "FOOTLIGHT_INDEX", summary: "the folder of the index, as --index"),
    EnvironmentVariable(name: "FOOTLIGHT_ACTIVITY", summary: "records no visits when it is 'off'"),
    EnvironmentVariable(name: "NO_COLOR", summary: "no colours, whatever it is set to"),
    EnvironmentVariable(name: "TERM", summary: "no colours when it is 'dumb'"),
  ]
}

extension Settings {
  /// The first word after a command that does several things.
  package func action<Action: RawRepresentable<String> & CaseIterable>(
    of command: String
  ) throws(Failure) -> Action {
    let word = operands.first ?? ""
    if let action = Action(rawValue: word) { return action }
    let names = Action.allCases.map(\.rawValue)
    throw Failure(
      .wrongValue, "'\(word)' is nothing that '\(command)' does",
      remedy: nearest(to: word, among: names).map { "did you mean '\($0)'?" }
        ?? "write one of: \(names.joined(separator: ", "))")
  }
}
