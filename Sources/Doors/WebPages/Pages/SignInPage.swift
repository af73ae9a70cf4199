extension Pages {
  /// The page on which a key is typed, for browsers that reach this server from elsewhere.
  ///
  /// - Parameter next: the address of the page to go on to.
  package func signIn(next: String, isSignedIn: Bool, mistake: String? = nil) -> [UInt8] {
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
