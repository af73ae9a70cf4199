/// A request that the reference of the API tells of.
struct ReferenceEntry: Sendable {
  /// A parameter: its name, the values that it takes, and one line about it.
  struct Parameter: Sendable {
    var name: String
    var values: String
    var summary: String
  }

  var method: String
  var path: String
  var summary: String
  var parameters: [Parameter]
  /// The right that a key needs for it; nil where none is needed on this machine.
  var right: String?
  /// The content of the body; nil when there is none.
  var body: String?
}

extension Pages {
  /// The reference of the API, with a form to try each request that a form can make.
  func reference(_ entries: [ReferenceEntry]) -> [UInt8] {
    let frame = Frame(
      title: "API", summary: "The HTTP interface of this server", canonical: addresses.named("api"),
      json: addresses.named("openapi.json"))
    return page(frame) { main in
      main.element(.heading1, text: "API")
      main.element(.paragraph) { paragraph in
        paragraph.text("Every answer is JSON. Programs read the same description at ")
        paragraph.element(.anchor, [.href(addresses.named("openapi.json"))], text: "openapi.json")
        paragraph.text(".")
      }
      for (index, entry) in entries.enumerated() {
        main.element(.section, [.classes("request")]) { self.entry(entry, index, &$0) }
      }
    }
  }

  private func entry(_ entry: ReferenceEntry, _ place: Int, _ section: inout MarkupWriter) {
    section.element(.heading2) { heading in
      heading.element(.span, [.classes("method")], text: entry.method)
      heading.text(" \(entry.path)")
    }
    var line = Pages.titled(entry.summary) + "."
    if let right = entry.right { line += " Needs a key with the action \(right)." }
    if let body = entry.body { line += " Body: \(body)." }
    section.element(.paragraph, text: line)
    guard entry.method == "GET", !entry.path.contains("{") else {
      if !entry.parameters.isEmpty {
        section.element(.facts) { facts in
          for parameter in entry.parameters {
            facts.element(.term, text: parameter.name)
            facts.element(.fact, text: "\(parameter.summary) – \(parameter.values)")
          }
        }
      }
      return
    }
    let form: [Attribute] = [
      .action(Link(own: addresses.root + entry.path.dropFirst())), Attribute("method", "get"),
      .classes("try"),
    ]
    section.element(.form, form) { form in
      for parameter in entry.parameters {
        let id = "try-\(place)-\(parameter.name)"
        form.element(.label, [.refers(id)]) { label in
          label.text(parameter.name)
          label.text(" ")
          label.element(.span, [.classes("where")], text: parameter.summary)
        }
        form.empty(
          .input, [.anchor(id), .named(parameter.name), .placeholder(parameter.values)])
      }
      form.element(.button, [.type("submit")], text: "Try it")
    }
  }

  /// The changes of a domain or of all, as the feed has them, for people.
  func changes(_ entries: [Listed], label: (String) -> String) -> [UInt8] {
    page(Frame(title: "Changes", canonical: addresses.named("changes"))) { main in
      main.element(.heading1, text: "Changes")
      main.element(.paragraph) { paragraph in
        paragraph.text("What programs have pushed lately. A reader of feeds takes the same from ")
        paragraph.element(.anchor, [.href(addresses.named("changes.atom"))], text: "changes.atom")
        paragraph.text(".")
      }
      if entries.isEmpty {
        main.element(.paragraph, [.classes("none")], text: "Nothing was pushed yet.")
      }
      main.element(.list, [.classes("places")]) { list in
        for entry in entries {
          list.link(
            entry.title.isEmpty ? entry.id : entry.title,
            to: addresses.item(entry.domain, entry.id), from: label(entry.domain))
        }
      }
    }
  }
}
