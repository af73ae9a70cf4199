#if Complete
  @testable import DesktopSearch
  import Footlight
  import FootlightPlatform
  import Synchronization
  import TestSupport
  import Testing

  /// A bus of its own, a workspace that is built and installed there, and the service on a thread of this process.
  struct DesktopSession: ~Copyable {
    /// Why tests are left out where there is no bus to be started.
    static let needsBus: Comment = "dbus-daemon is not installed"

    let bus: PrivateBus
    let library: Library
    private let folder: TemporaryFolder
    private let end = Cancellation()
    private let outcome = Outcome()

    /// What the service has returned, once it has.
    final class Outcome: Sendable {
      let hasServed = Mutex<Bool?>(nil)
      let complaints = Mutex<[String]>([])
    }

    /// Declares, builds and installs `domains`, and starts the service.
    init(
      _ domains: [String: String] = DesktopSession.rules, idle: Int64 = 600_000,
      installs: Bool = true, starts: Bool = true, programs: [String] = []
    ) throws {
      let bus = try PrivateBus()
      let folder = try TemporaryFolder()
      try FileOperations.system.createFolder(folder.path("domains"))
      for (name, text) in domains { try folder.write("domains/\(name)", text) }
      let library = try Library(workspace: folder.path, system: bus.system)
      try library.sync()
      if installs { try InstalledWorkspaces(bus.system).add(library.workspace) }
      for program in programs { try bus.placeProgram(program) }
      self.bus = bus
      self.folder = folder
      self.library = library
      if starts { start(idle: idle) }
    }

    deinit {
      end.cancel()
      // Its index lies in a folder that goes with this value.
      for _ in 0..<3_000 where outcome.hasServed.withLock({ $0 }) == nil { Workers.pause() }
    }

    static let rules = [
      "rules.yaml": """
      domain: law.rules
      version: 1
      source: { kind: csv, path: rules.csv }
      item:
        id: "{set} {number}"
        title: "{set} {number}: {heading}"
        description: "About {heading}"
        aliases: ["{set} {number}", "Rule {number}"]
        url: "{url}"

      """,
      "rules.csv": "set,number,heading,url\n"
        + ["FRCP", "FRE"].flatMap { set in
          (1...40).map { "\(set),\($0),Scope of \($0),https://rules.example/\(set)/\($0)#text" }
        }.joined(separator: "\n") + "\nFRAP,1,Élan vital,javascript:alert(1)\nFRAP,2,No address,\n",
    ]

    /// Starts the service; returns at once.
    func start(idle: Int64 = 600_000) {
      var settings = DesktopServiceSettings()
      settings.busAddress = bus.address
      settings.idleMilliseconds = idle
      // A slow machine must not make an answer shorter.
      settings.patienceMilliseconds = 30_000
      settings.tool = "/opt/footlight"
      let (system, outcome, end, wanted) = (bus.system, outcome, end, settings)
      outcome.hasServed.withLock { $0 = nil }
      Workers.detach {
        var hasServed = false
        do {
          let service = try DesktopService(wanted, system: system) { complaint in
            outcome.complaints.withLock { $0.append(complaint) }
          }
          hasServed = try service.run(end)
        } catch {
          outcome.complaints.withLock { $0.append("\(error)") }
        }
        outcome.hasServed.withLock { $0 = hasServed }
      }
    }

    /// What the service has returned; nil while it runs.
    var hasServed: Bool? { outcome.hasServed.withLock { $0 } }

    /// A client that the service can be asked with, once its name is taken.
    func client() throws -> DesktopClient {
      let connection = try connect()
      let name = BusValue.text("io.github.footlight.Search")
      try eventually("the service takes its name") {
        (try? connection.ask(.bus("GetNameOwner", [name]), milliseconds: 30_000)) != nil
      }
      return DesktopClient(bus: connection)
    }

    /// A connection of a client, as soon as the bus is there.
    func connect() throws -> BusConnection {
      for _ in 0..<3_000 {
        if let connection = try? BusConnection(address: bus.address) { return connection }
        Workers.pause()
      }
      return try BusConnection(address: bus.address)
    }
  }

  /// Asks the service as the two desktops do.
  struct DesktopClient: ~Copyable {
    var bus: BusConnection

    static let gnome = "org.gnome.Shell.SearchProvider2"
    static let path = "/io/github/footlight/Search"

    static func call(
      _ member: String, _ values: [BusValue], path: String = path, interface: String = gnome
    ) -> BusCall {
      BusCall(
        destination: "io.github.footlight.Search", path: path, interface: interface, member: member,
        values: values)
    }

    mutating func ask(
      _ member: String, _ values: [BusValue], path: String = path, interface: String = gnome
    ) throws -> BusMessage {
      try bus.ask(
        Self.call(member, values, path: path, interface: interface), milliseconds: 60_000)
    }

    mutating func search(_ words: String...) throws -> [String] {
      try ask("GetInitialResultSet", [.texts(words)]).texts(0)
    }

    /// The next answer to what was sent, by its number.
    mutating func answer(to number: UInt64) throws -> BusMessage {
      for _ in 0..<600 {
        while let message = try bus.next() {
          switch message.kind {
          case .reply(number), .refusal(number, _, _): return message
          default: break
          }
        }
        try bus.wait(milliseconds: 100)
      }
      throw Late()
    }

    struct Late: Error {}
  }

  /// Waits for a condition, for thirty seconds at most.
  func eventually(_ what: Comment, _ holds: () throws -> Bool) throws {
    for _ in 0..<10_000 {
      if try holds() { return }
      Workers.pause()
    }
    Issue.record("in vain: \(what)")
  }
#endif
