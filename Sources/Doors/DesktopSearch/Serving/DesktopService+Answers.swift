#if Complete
  import Footlight
  import FootlightPlatform

  extension DesktopService {
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
      if let page = DesktopLaunch(settings, world).page(of: workspace, query),
        let address = OpenableAddress(page)
      {
        pageToOpen = address
        return
      }
      do throws(Failure) {
        try DesktopLaunch(settings, world).show(query, in: workspace) {
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
