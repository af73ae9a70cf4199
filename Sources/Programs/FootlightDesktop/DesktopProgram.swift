#if Complete
  import DesktopSearch
  import Footlight
  import FootlightCommands
  import FootlightPlatform

  /// The command `footlight desktop`.
  struct DesktopProgram {
    /// The words after it.
    private enum Action: String, CaseIterable { case install, status, uninstall, serve, launch }

    private let settings: Settings
    private let console: Console
    private let system = SystemServices.system

    init(_ settings: Settings, _ console: Console) {
      self.settings = settings
      self.console = console
    }

    func run() throws(Failure) -> ExitCode {
      let action: Action = try settings.action(of: "desktop")
      switch action {
      case .install: return try settings.filesFolder == nil ? install() : writeFiles()
      case .status: return try status()
      case .uninstall: return try uninstall()
      case .serve: return try serve()
      case .launch: return try launch()
      }
    }

    private func install() throws(Failure) -> ExitCode {
      let workspace = try Library.opened(settings, console).workspace
      let program = try program()
      let report = try DesktopInstallation(program: program, system: system).install(workspace)
      for file in report.files { try console.output.line(file) }
      try console.output.flush()
      try console.say(report.remarks)
      let proof = try ServiceProof()
      try proof.reload()
      if let failure = Failure(proof.findings(program: program).filter { $0.severity == .error }) {
        throw failure
      }
      let searched = try proof.workspaces()
      try console.output.line("searched from the desktop: \(searched.joined(separator: ", "))")
      return .done
    }

    private func writeFiles() throws(Failure) -> ExitCode {
      let program: String
      if let named = settings.programPath { program = named } else { program = try self.program() }
      let installation = try DesktopInstallation(program: program, system: system)
      for file in try installation.write(below: settings.filesFolder ?? "") {
        try console.output.line(file)
      }
      return .done
    }

    private func status() throws(Failure) -> ExitCode {
      let program = try program()
      let status = try DesktopStatus(program: program, system: system)
      for file in status.files {
        let place = file.place ?? "missing: \(file.role.path)"
        try console.output.line("\(file.role.reader)  \(place)")
      }
      for workspace in status.workspaces {
        try console.output.line("searches     \(workspace.folder)")
      }
      var findings = status.findings
      do throws(Failure) {
        let proof = try ServiceProof()
        let wrong = proof.findings(program: program)
        if wrong.isEmpty { try console.output.line("answers      \(DesktopProgram.busName)") }
        findings += wrong
      } catch {
        findings += error.diagnostics
      }
      try console.output.flush()
      try console.say(findings)
      return findings.isEmpty ? .done : .nothingFound
    }

    private func uninstall() throws(Failure) -> ExitCode {
      let report = try DesktopInstallation(program: program(), system: system)
        .uninstall(settings.workspace)
      for file in report.files { try console.output.line("removed \(file)") }
      try console.output.flush()
      try console.say(report.remarks)
      guard !report.files.isEmpty else { return .done }
      do throws(Failure) {
        let proof = try ServiceProof()
        try proof.leave()
        try proof.reload()
      } catch {
        // Without a bus nobody answers any more, which is what was asked for.
        guard error.concerns([.busUnreachable]) else { throw error }
      }
      return .done
    }

    private func serve() throws(Failure) -> ExitCode {
      let service = try DesktopService(serviceSettings(), system: system) { complaint in
        try? console.say(complaint)
      }
      _ = try service.run(console.cancellation())
      return .done
    }

    private func launch() throws(Failure) -> ExitCode {
      var searcher = DesktopSearcher(system: system)
      searcher.open(try InstalledWorkspaces(system).all())
      let settings = serviceSettings()
      let place = searcher.place(
        of: DesktopQuery(""), withinMilliseconds: settings.patienceMilliseconds)
      try console.say(searcher.failures.flatMap(\.diagnostics))
      guard let workspace = place else {
        throw Failure(
          .desktopWorkspace, "no workspace is searched from the desktop",
          remedy: "run `footlight desktop install` in a workspace")
      }
      let launch = DesktopLaunch(settings, system)
      if let page = launch.page(of: workspace, DesktopQuery("")) {
        try console.open(page)
        return .done
      }
      try launch.show(DesktopQuery(""), in: workspace) { (program) throws(Failure) in
        _ = try program.start()
      }
      return .done
    }

    private func serviceSettings() -> DesktopServiceSettings {
      var wanted = DesktopServiceSettings()
      if let seconds = settings.idleSeconds { wanted.idleMilliseconds = Int64(seconds) * 1000 }
      wanted.tool = tool
      return wanted
    }

    /// Where this program lies.
    private func program() throws(Failure) -> String {
      guard let program = Process.executable else {
        throw Failure(.programMissing, "the system does not say where this program lies")
      }
      return program
    }

    /// Where the tool lies: beside this program, or in `bin` where this one is in `libexec/footlight`.
    private var tool: String? {
      let folder = Process.executable.flatMap { Path.parent(of: $0) }
      let beside = folder.map { "\($0):\(Path.normalized($0 + "/../../bin"))" } ?? ""
      return Subprocess.find(
        "footlight", path: beside + ":" + (system.environment("PATH") ?? "/usr/local/bin:/usr/bin"))
    }

    private static let busName = "io.github.footlight.Search"
  }

  extension DesktopFiles.Role {
    /// The reader of the file, in a column.
    fileprivate var reader: String {
      switch self {
      case .provider: "GNOME      "
      case .application: "both       "
      case .service: "the bus    "
      case .runner: "KDE        "
      }
    }
  }
#endif
