import Footlight

/// Renders pages: values go in, bytes of HTML come out, and nothing else is read or remembered.
///
/// Each page works without scripts. The script of the page replaces what is in `main` by a fragment from the same
/// functions, so that there is one way in which a hit is written.
struct Pages: Sendable {
  /// Where everything is.
  let addresses: Addresses
  /// Whether who reads the page may star items, and what is opened is recorded.
  let activity: Bool

  init(_ addresses: Addresses, activity: Bool = false) {
    self.addresses = addresses
    self.activity = activity
  }

  /// The bytes of a fragment, in which the words of a query are marked.
  func fragment(_ query: String = "", _ content: (inout MarkupWriter) -> Void) -> [UInt8] {
    var writer = MarkupWriter(.html)
    writer.query = query
    content(&writer)
    return writer.bytes
  }

  /// The page with all that was opened and starred.
  func history(_ places: [Start.Place], _ domains: [DomainSummary]) -> [UInt8] {
    page(Frame(title: "History")) { main in
      main.element(.heading1, text: "History")
      if places.isEmpty {
        main.element(
          .paragraph, [.classes("none")],
          text: "Nothing was opened yet. What you open comes first when you search again.")
      }
      self.places("Starred", places.filter(\.isStarred), domains, dated: true, &main)
      self.places("Opened", places.filter { $0.last != nil }, domains, dated: true, &main)
    }
  }

  /// The page that says what went wrong.
  func problem(
    status: Int, _ mistakes: [Diagnostic], state: SearchState = SearchState(),
    isFragment: Bool = false
  ) -> [UInt8] {
    let name =
      switch status {
      case 400: "This cannot be asked"
      case 401: "A key is needed"
      case 403: "This is not allowed"
      case 404: "Nothing is here"
      case 503: "Footlight is busy"
      default: "Something went wrong"
      }
    let content = { (main: inout MarkupWriter) in
      main.element(.heading1, text: name)
      for mistake in mistakes.prefix(10) {
        let sentences = [mistake.message, mistake.remedy].compactMap(\.self).map { text in
          text.prefix(1).uppercased() + text.dropFirst()
            + (text.last?.isPunctuation ?? false && text.last != "'" ? "" : ".")
        }
        main.element(.paragraph, [.ownDirection], text: sentences.joined(separator: " "))
      }
      main.element(.division, [.classes("mend")]) { mend in
        ways(Pages.mending(status, state), .search, &mend)
      }
      main.element(.paragraph) {
        $0.element(.anchor, [.href(addresses.start)], text: "To the start page")
      }
    }
    return isFragment ? fragment("", content) : page(Frame(title: name, state: state), content)
  }

  /// The searches that go on where this one failed: without what may be wrong with it.
  private static func mending(_ status: Int, _ state: SearchState) -> [(String, SearchState)] {
    guard let text = state.text, !text.isEmpty, status == 400 || status == 404 else { return [] }
    let plain = SearchState(text: text)
    if text.hasPrefix("@") {
      let word = "\"\(text.filter { $0 != "\"" })\""
      return [("Search for \(word) as words", SearchState(text: word))]
    }
    guard plain == state else { return [("Search for “\(text)” alone", plain)] }
    return status == 404 ? [("Search for “\(text)”", plain)] : []
  }

  /// The page on which a key is typed, for browsers that reach this server from elsewhere.
  ///
  /// - Parameter next: the address of the page to go on to.
  func signIn(next: String, isSignedIn: Bool, mistake: String? = nil) -> [UInt8] {
    page(Frame(title: "Sign in")) { main in
      main.element(.heading1, text: "Sign in")
      if let mistake { main.element(.paragraph, [.role("alert")], text: mistake) }
      main.element(
        .paragraph, text: "This server answers people who have a key. Whoever runs it makes keys.")
      let form: [Attribute] = [
        .action(addresses.named("sign-in")), Attribute("method", "post"), .classes("sign-in"),
      ]
      main.element(.form, form) { form in
        form.element(.label, [Attribute("for", "key")], text: "Key")
        form.empty(
          .input,
          [
            .id("key"), .name("key"), .type("password"), .flag("required"),
            Attribute("autocomplete", "current-password"),
          ])
        form.empty(.input, [.type("hidden"), .name("next"), .value(next)])
        form.element(.button, text: "Sign in")
      }
      guard isSignedIn else { return }
      let out: [Attribute] = [
        .action(addresses.named("sign-out")), Attribute("method", "post"), .classes("sign-in"),
      ]
      main.element(.form, out) { $0.element(.button, text: "Sign out") }
    }
  }
}
