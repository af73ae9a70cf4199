package import Footlight

extension Pages {
  /// The page that says what went wrong.
  package func problem(
    status: Int, _ mistakes: [Diagnostic], state: SearchState = SearchState()
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
    return page(Frame(title: name, state: state)) { main in
      main.element(.heading1, text: name)
      for mistake in mistakes.prefix(10) {
        main.element(.paragraph, [.ownDirection]) { paragraph in
          paragraph.text(mistake.message + ".")
          guard let remedy = mistake.remedy else { return }
          paragraph.text(" ")
          paragraph.element(.span, [.classes("where")], text: remedy)
        }
      }
      main.element(.paragraph) {
        $0.element(.anchor, [.href(addresses.start)], text: "To the start page")
      }
    }
  }
}
