#if Complete
  package import FootlightPlatform

  /// Asks over the bus what a desktop would ask, as proof that it is answered by the program that was installed.
  package struct ServiceProof: ~Copyable {
    private let bus: BusConnection

    /// A service may have to open its index first.
    private static let patience: UInt64 = 10_000

    /// Connects to the bus; nil for the session's.
    package init(address: String? = nil) throws(Failure) {
      bus = try BusConnection(address: address)
    }

    /// Has the bus read its folders again, where it does not do so by itself.
    package func reload() throws(Failure) {
      _ = try bus.ask(.bus("ReloadConfig"), milliseconds: Self.patience)
    }

    /// The faults of the answers; none when all is well.
    package func findings(program: String) -> [Diagnostic] {
      do throws(Failure) {
        let provider = ServedObject.provider.path
        _ = try ask(provider, ServedObject.own, "Workspaces", [], gives: "as")
        _ = try ask(provider, ServedObject.gnome, "GetInitialResultSet", [.texts([])], gives: "as")
        _ = try ask(
          ServedObject.matcher.path, ServedObject.runner, "Match", [.text("")],
          gives: "a" + RunnerMatch.signature)
      } catch {
        return findings(of: error)
      }
      return (try? owner()).map { strange($0, program) } ?? []
    }

    /// The workspaces that the service searches.
    package func workspaces() throws(Failure) -> [String] {
      try ask(ServedObject.provider.path, ServedObject.own, "Workspaces", [], gives: "as").texts(0)
    }

    /// Has a service that runs go; none is started for that.
    package func leave() throws(Failure) {
      guard try owner() != nil else { return }
      _ = try ask(ServedObject.provider.path, ServedObject.own, "Leave", [], gives: "")
    }

    private func ask(
      _ path: String, _ interface: String, _ member: String, _ values: [BusValue], gives: String
    ) throws(Failure) -> BusMessage {
      let call = BusCall(
        destination: ServedObject.busName, path: path, interface: interface, member: member,
        values: values)
      let reply = try bus.ask(call, milliseconds: Self.patience)
      guard reply.signature == gives else {
        throw Failure(.busRefused, "\(member) was answered with \(reply.signature), not \(gives)")
      }
      return reply
    }

    /// The process that has the name, and its program.
    private func owner() throws(Failure) -> (process: UInt32, program: String?)? {
      let name = BusValue.text(ServedObject.busName)
      let has = try bus.ask(.bus("ListNames"), milliseconds: Self.patience).texts(0)
      guard has.contains(ServedObject.busName) else { return nil }
      let process = try bus.ask(
        .bus("GetConnectionUnixProcessID", [name]), milliseconds: Self.patience
      ).number(0)
      return (process, try? Path.resolved("/proc/\(process)/exe"))
    }

    private func strange(
      _ owner: (process: UInt32, program: String?), _ program: String
    ) -> [Diagnostic] {
      let expected = [program, DesktopFiles.packaged].map { (try? Path.resolved($0)) ?? $0 }
      guard let answering = owner.program, !expected.contains(answering) else { return [] }
      return [
        Diagnostic(
          .desktopNameTaken,
          "process \(owner.process) answers in place of the program that is installed",
          at: SourceLocation(file: answering), remedy: "end it: kill \(owner.process)",
          severity: .warning)
      ]
    }

    private func findings(of failure: Failure) -> [Diagnostic] {
      if let owner = try? owner() {
        return [
          Diagnostic(
            .desktopNameTaken,
            "process \(owner.process) has the name \(ServedObject.busName), but does not answer as it should",
            at: owner.program.map { SourceLocation(file: $0) },
            remedy: "end it: kill \(owner.process)")
        ]
      }
      let said = failure.diagnostics.map(\.message).joined(separator: "; ")
      return [
        Diagnostic(
          .desktopSilent, "the bus does not start the service: \(said)",
          remedy: "look at `journalctl --user -e`; `footlight desktop status` looks at the files")
      ]
    }
  }
#endif
