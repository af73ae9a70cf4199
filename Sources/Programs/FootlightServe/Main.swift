import Footlight
import FootlightCommands
import FootlightPlatform
import Synchronization
import WebInterface

/// The program `footlight-serve`: the command `serve` of the tool.
@main
struct Main {
  static func main() {
    Tool.main(as: .serve, Process.arguments) { (settings, console) throws(Failure) in
      #if Complete
        try serve(settings, console)
      #else
        throw SisterProgram.serve.lacksTrait
      #endif
    }
  }

  #if Complete
    /// Answers until a signal comes.
    private static func serve(_ settings: Settings, _ console: Console) throws(Failure) -> ExitCode
    {
      let place = settings.serving
      var chosen = WebSettings(
        hosts: Set(place.hosts), origins: Set(place.origins), isReadOnly: place.isReadOnly)
      if let text = place.baseURL {
        guard let base = BaseAddress(text) else {
          throw Failure(
            .serveOption, "'--base-url' takes no '\(text)'",
            remedy: "write an address of http or https, such as https://search.example/find/")
        }
        chosen.base = base
      }
      for origin in place.origins where webOrigin(origin) == nil {
        throw Failure(
          .serveOption, "'--cors' takes no '\(origin)'",
          remedy: "write an origin without a path, such as https://app.example")
      }
      let library = try Library.opened(settings, console)
      guard !place.watches || !library.isCopy else {
        throw Failure(
          .serveOption, "'--watch' has nothing to do: the index is a copy of a shared store",
          remedy:
            "run `footlight store pull --follow` beside the server, which sees what it fetches at once"
        )
      }
      let stopped = console.cancellation()
      let server = try WebServer(
        library,
        at: WebServer.Place(address: place.address, port: place.port, socket: place.socket),
        chosen)
      try console.output.line(server.address)
      try console.output.flush()
      let told = tell(server.address, of: library.workspace)
      let watched = place.watches ? Watching(library, stopped, console) : nil
      while !stopped.isCancelled { SystemServices.system.sleep(50_000_000) }
      server.stop()
      watched?.wait()
      _ = consume told
      return .done
    }

    /// Lets the desktop's search find the page; where it cannot be told, it is served all the same.
    private static func tell(_ address: String, of workspace: Workspace) -> ServedPage? {
      do throws(Failure) {
        return try ServedPage.tell(address, of: Path.resolved(workspace.folder))
      } catch {
        return nil
      }
    }
  #endif
}

/// Keeps the index fresh beside the server, on a thread of its own.
final class Watching: Sendable {
  private let isOver = Atomic<Bool>(false)

  init(_ library: Library, _ stopped: Cancellation, _ console: Console) {
    let delivery = AlertDelivery(library, console, stopped)
    Workers.detach { [self] in
      let options = WatchOptions(cancellation: stopped) { report in
        try? console.say(report.rows.flatMap(\.warnings) + report.warnings + report.failures)
        delivery.begin()
      }
      do throws(Failure) {
        try library.watch([], options: options)
      } catch {
        if !stopped.isCancelled { try? console.say(error.diagnostics) }
      }
      delivery.wait()
      isOver.store(true, ordering: .releasing)
    }
  }

  /// Waits a little for its end: a batch that is not published has not happened.
  func wait() {
    for _ in 0..<40 where !isOver.load(ordering: .acquiring) {
      SystemServices.system.sleep(25_000_000)
    }
  }
}
