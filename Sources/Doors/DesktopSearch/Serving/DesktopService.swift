#if Complete
  import Footlight
  package import FootlightPlatform

  /// The service on the bus: one thread that takes what has come, answers it, and goes when nobody asks any more.
  package struct DesktopService: ~Copyable {
    var bus: BusConnection
    var searcher: DesktopSearcher
    var opening: AddressOpening
    let workspaces: InstalledWorkspaces
    let settings: DesktopServiceSettings
    let system: SystemServices
    let programs = StartedPrograms()
    let complain: @Sendable (String) -> Void
    /// The token with which KDE lets the program take the foreground when a result is opened.
    var activationToken = ""
    /// The last query of KRunner, which does not repeat it when a result is opened.
    var lastMatched = DesktopQuery("")
    /// The failures that the log holds already.
    var complained: Set<Failure> = []
    /// The result to open once its call is answered.
    var activated: Activation?
    /// The page that is to be opened once its call is answered.
    var pageToOpen: OpenableAddress?
    /// Whether somebody has asked it to go.
    var isLeaving = false

    /// So many messages are taken at once, of which the newest search is answered.
    private static let batch = 1_024

    /// Connects to the bus.
    package init(
      _ settings: DesktopServiceSettings = .init(), system: SystemServices = .system,
      complain: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(Failure) {
      let workspaces = try InstalledWorkspaces(system)
      let bus = try BusConnection(address: settings.busAddress)
      self.bus = bus
      self.workspaces = workspaces
      searcher = DesktopSearcher(system: system)
      opening = AddressOpening(settings, system, programs, complain: complain)
      self.settings = settings
      self.system = system
      self.complain = complain
    }

    /// Serves until nobody has asked for a while, until it is told to go, or until the session ends.
    ///
    /// False when another one serves already.
    package consuming func run(_ cancellation: Cancellation = .init()) throws(Failure) -> Bool {
      do throws(Failure) {
        guard try bus.takeName(ServedObject.busName) else { return false }
        try serve(cancellation)
        // Calls that come from now on start the next service; those that have come are answered.
        try bus.releaseName(ServedObject.busName)
        while try answerAll() {}
        try bus.flush()
      } catch {
        guard error.concerns([.busClosed]) else { throw error }
      }
      return true
    }

    private mutating func serve(_ cancellation: Cancellation) throws(Failure) {
      var lastAsked = system.monotonic()
      while !isLeaving, !cancellation.isCancelled {
        if try answerAll() {
          lastAsked = system.monotonic()
          continue
        }
        opening.lookAtTime()
        var left = settings.idleMilliseconds - (system.monotonic() - lastAsked) / 1_000_000
        if opening.isWaiting || programs.areRunning { left = max(left, 100) }
        if left <= 0 { return }
        // A signal between the look at it and the waiting is seen at the next turn.
        try bus.wait(milliseconds: min(left, 500))
      }
    }

    /// Answers what has come; false when that is nothing.
    private mutating func answerAll() throws(Failure) -> Bool {
      var messages: [BusMessage] = []
      while messages.count < Self.batch, let message = try bus.next() {
        messages.append(message)
        // A client that sends much at once is answered before more is read.
        if message.isCut { break }
      }
      searcher.open(workspaces.all())
      let newest = newestSearches(messages)
      for message in messages { try take(message, newest) }
      return !messages.isEmpty
    }

    /// The last search of each caller: who types on has no use for the ones before.
    private func newestSearches(_ messages: [BusMessage]) -> Set<UInt64> {
      var newest: [String: UInt64] = [:]
      for message in messages {
        if case .call = message.kind, let call = try? ServedCall(message), call.method.isSearch {
          newest[message.sender + call.interface] = message.held
        }
      }
      return Set(newest.values)
    }

    private mutating func take(_ message: BusMessage, _ newest: Set<UInt64>) throws(Failure) {
      guard case .call = message.kind else { return opening.hear(message.kind) }
      let values: [BusValue]
      do throws(ServedCall.Refusal) {
        let call = try ServedCall(message)
        let isOld = call.method.isSearch && !newest.contains(message.held)
        values = isOld ? [call.method.nothing] : try answer(call, message)
      } catch {
        return try bus.refuse(message, error.rawValue, error.text)
      }
      try bus.reply(to: message, values)
      // The caller need not wait for the portal.
      if let page = pageToOpen {
        pageToOpen = nil
        try opening.open(page, token: activationToken, bus)
      }
      if let activated {
        self.activated = nil
        try open(activated)
        activationToken = ""
      }
    }

    /// Has a result opened by the portal, or by the program that its declaration names, and records it.
    private mutating func open(_ activated: Activation) throws(Failure) {
      if let program = activated.program(system) {
        do throws(Failure) {
          try programs.start(program) { _ in }
        } catch {
          return complain(error.description)
        }
      } else if let address = OpenableAddress(activated.opening.url) {
        try opening.open(address, token: activationToken, bus)
      }
      do throws(Failure) {
        try activated.record()
      } catch {
        // An index that cannot be written is no reason not to open.
        complain(error.description)
      }
    }

    /// The answer to a call.
    mutating func answer(
      _ call: ServedCall, _ message: BusMessage
    ) throws(ServedCall.Refusal) -> [BusValue] {
      switch call.interface {
      case ServedObject.gnome: return try answerGNOME(call.method.name, message)
      case ServedObject.runner: return try answerRunner(call.method.name, message)
      case ServedObject.introspectable: return [.text(call.object.description)]
      case ServedObject.properties:
        guard call.method.name == "GetAll" else { throw .property }
        return [.properties([])]
      default:
        guard call.method.name == "Workspaces" else {
          isLeaving = true
          return []
        }
        return [.texts(searcher.libraries.map(\.workspace.folder))]
      }
    }

    /// GNOME Shell, `org.gnome.Shell.SearchProvider2`: a list of identifiers, then what to show of the first of them.
    private mutating func answerGNOME(
      _ method: String, _ message: BusMessage
    ) throws(ServedCall.Refusal) -> [BusValue] {
      switch method {
      case "GetInitialResultSet":
        return [.texts(found(DesktopQuery(words: message.texts(0))).map(\.address))]
      case "GetSubsearchResultSet":
        // Searched anew: what was found before need not hold all that is found now.
        return [.texts(found(DesktopQuery(words: message.texts(1))).map(\.address))]
      case "GetResultMetas":
        guard !message.isCut else { throw .limits }
        let metas = searcher.metas(message.texts(0))
        complainOfFailures()
        return [.list(of: "a{sv}", metas.map(\.value))]
      case "ActivateResult":
        try activate(message.text(0), for: DesktopQuery(words: message.texts(1)))
        return []
      default:
        try launch(DesktopQuery(words: message.texts(0)))
        return []
      }
    }

    /// KDE, `org.kde.krunner1`: all that is shown comes with the matches.
    private mutating func answerRunner(
      _ method: String, _ message: BusMessage
    ) throws(ServedCall.Refusal) -> [BusValue] {
      switch method {
      case "Actions": return [.list(of: "(sss)", [])]
      case "Match":
        let query = DesktopQuery(message.text(0))
        let matches = found(query).enumerated().map { RunnerMatch(hit: $1, place: $0).value }
        lastMatched = query
        return [.list(of: RunnerMatch.signature, matches)]
      case "Run": try activate(message.text(0), for: lastMatched)
      case "SetActivationToken": activationToken = String(message.text(0).prefix(256))
      default: break
      }
      return []
    }

    private mutating func found(_ query: DesktopQuery) -> [Hit] {
      let hits = searcher.search(query, withinMilliseconds: settings.patienceMilliseconds)
      complainOfFailures()
      return hits
    }

    /// Opens a result and records that it was opened, once the call is answered.
    private mutating func activate(
      _ id: String, for query: DesktopQuery
    ) throws(ServedCall.Refusal) {
      let item = searcher.item(id)
      complainOfFailures()
      guard let found = item else { throw searcher.failures.isEmpty ? .result : .unreadable }
      let address = ItemAddress(domain: found.item.domain, id: found.item.item.id).description
      let opening: Opening
      do throws(Failure) {
        opening = try found.library.opening(address)
      } catch {
        complain(error.description)
        throw .opening
      }
      guard OpenableAddress(opening.url) != nil else { throw .opening }
      activated = Activation(library: found.library, opening: opening, query: query.text)
    }

    /// Shows all that is found: on the page, where one is served, else in the picker, in a terminal.
    private mutating func launch(_ query: DesktopQuery) throws(ServedCall.Refusal) {
      let place = searcher.place(of: query, withinMilliseconds: settings.patienceMilliseconds)
      complainOfFailures()
      guard let workspace = place else { throw .opening }
      if let page = DesktopLaunch(settings, system).page(of: workspace, query),
        let address = OpenableAddress(page)
      {
        pageToOpen = address
        return
      }
      do throws(Failure) {
        try DesktopLaunch(settings, system).show(query, in: workspace) {
          [programs] (program) throws(Failure) in
          try programs.start(program) { _ in }
        }
      } catch {
        complain(error.description)
        throw .opening
      }
    }

    /// Says what keeps a workspace from answering, once.
    private mutating func complainOfFailures() {
      for failure in searcher.failures where complained.insert(failure).inserted {
        // A state that changes again and again must not fill the memory.
        if complained.count > 100 { complained = [failure] }
        complain(failure.description)
      }
    }
  }
#endif
