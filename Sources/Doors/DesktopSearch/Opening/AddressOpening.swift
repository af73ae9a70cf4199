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
        destination: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
        interface: "org.freedesktop.portal.OpenURI", member: "OpenURI",
        values: [.text(""), .text(address.text), .properties(options)])
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
      guard var program = Subprocess.opener(of: opening.address.text, path: system.path) else {
        return complain("there is neither a portal nor xdg-open to open addresses with")
      }
      if !opening.token.isEmpty { program.variables["XDG_ACTIVATION_TOKEN"] = opening.token }
      let name = Path.name(of: program.program)
      do throws(Failure) {
        try programs.start(program) { [complain] code in
          if code != 0 { complain("\(name) could not open an address (exit \(code))") }
        }
      } catch {
        complain(error.description)
      }
    }
  }
#endif
