#if Complete
  import FootlightPlatform

  /// Has addresses opened: by the desktop's portal, which outlives the service, or by the programs that were there
  /// before portals.
  ///
  /// XDG Desktop Portal, `org.freedesktop.portal.OpenURI`.
  struct AddressOpening {
    /// An address of which a portal has not said yet whether it opens it.
    private struct Waiting {
      let address: OpenableAddress
      let until: Int64
      let token: String
    }

    private var waiting: [UInt64: Waiting] = [:]
    private let settings: DesktopServiceSettings
    private let system: SystemServices
    private let programs: StartedPrograms
    /// Writes a failure into the session's log.
    private let complain: @Sendable (String) -> Void

    private static let openers: [(name: String, before: [String])] = [
      ("xdg-open", []), ("gio", ["open"]), ("wslview", []),
    ]

    init(
      _ settings: DesktopServiceSettings, _ system: SystemServices, _ programs: StartedPrograms,
      complain: @escaping @Sendable (String) -> Void
    ) {
      self.settings = settings
      self.system = system
      self.programs = programs
      self.complain = complain
    }

    /// Whether an answer is still awaited.
    var isWaiting: Bool { !waiting.isEmpty }

    /// Asks the portal; a token lets the program that opens take the foreground.
    mutating func open(
      _ address: OpenableAddress, token: String, _ bus: borrowing BusConnection
    ) throws(Failure) {
      let options: [(name: String, value: BusValue)] =
        token.isEmpty ? [] : [("activation_token", .text(token))]
      let call = BusCall(
        "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
        "org.freedesktop.portal.OpenURI", "OpenURI",
        [.text(""), .text(address.text), .properties(options)])
      let cookie = try bus.send(call)
      waiting[cookie] = Waiting(
        address: address, until: system.monotonic() + settings.portalMilliseconds * 1_000_000,
        token: token)
    }

    /// Takes note of what a portal says.
    mutating func hear(_ kind: BusMessage.Kind) {
      switch kind {
      case .reply(let number): waiting[number] = nil
      case .refusal(let number, _, _):
        if let failed = waiting.removeValue(forKey: number) { openDirectly(failed) }
      case .call, .signal: break
      }
    }

    /// Opens what no portal has spoken of in time.
    mutating func lookAtTime() {
      let now = system.monotonic()
      for (number, late) in waiting where late.until <= now {
        waiting[number] = nil
        openDirectly(late)
      }
    }

    private func openDirectly(_ opening: Waiting) {
      let path = system.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
      for opener in Self.openers {
        guard let found = Subprocess.find(opener.name, path: path) else { continue }
        var program = Subprocess(found, opener.before + [opening.address.text])
        if !opening.token.isEmpty { program.variables["XDG_ACTIVATION_TOKEN"] = opening.token }
        do throws(Failure) {
          try programs.start(program) { [complain] code in
            if code != 0 { complain("\(opener.name) could not open an address (exit \(code))") }
          }
        } catch {
          complain(error.description)
        }
        return
      }
      complain("there is neither a portal nor xdg-open to open addresses with")
    }
  }
#endif
