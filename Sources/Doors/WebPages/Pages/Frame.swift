import Footlight
import FootlightPlatform

/// The facts of a page around its content.
struct Frame {
  /// The title, without the name of the site.
  var title: String
  /// One or two sentences for those who list pages; empty for none.
  var summary = ""
  /// The text of the field, and the filters around it.
  var state = SearchState()
  /// The query whose words are marked; nil for the text of the field.
  var marked: String?
  /// The one address of the page; nil where it is one of many views.
  var canonical: Link?
  /// The same content for programs.
  var json: Link?
  /// A feed of what changes here.
  var feed: Link?
  /// The content as data for programs.
  var data: RecordValue?
  /// Of which kind it is, as OpenGraph has it; nil for a page that nobody shares.
  var kind: StaticString?
  /// A picture of it, as OpenGraph has it.
  var picture: Link?
  /// Whether the field is where one begins to type.
  var isStart = false
}

extension Pages {
  /// A whole page around a content.
  func page(_ frame: Frame, _ content: (inout MarkupWriter) -> Void) -> [UInt8] {
    var writer = MarkupWriter(.html)
    writer.query = frame.marked ?? frame.state.text ?? ""
    writer.prologue()
    var attributes = [Attribute("lang", "en"), .data("data-root", addresses.root)]
    if activity { attributes.append(.data("data-visit", addresses.named("visit").text)) }
    writer.element(.html, attributes) { html in
      html.element(.head) { head(frame, &$0) }
      html.line()
      html.element(.body) { body in
        body.element(
          .anchor, [Attribute("href", "#results"), .classes("skip")], text: "To the content")
        header(frame, &body)
        body.element(.main, [.id("results"), Attribute("tabindex", "-1")], content)
        body.line()
        footer(&body)
      }
    }
    return writer.bytes
  }

  private func head(_ frame: Frame, _ head: inout MarkupWriter) {
    head.empty(.meta, [Attribute("charset", "utf-8")])
    head.element(.title, text: frame.title.isEmpty ? "Footlight" : frame.title + " – Footlight")
    meta("viewport", "width=device-width, initial-scale=1", &head)
    meta("color-scheme", "light dark", &head)
    if !frame.summary.isEmpty { meta("description", frame.summary, &head) }
    if frame.canonical == nil { meta("robots", "noindex", &head) }
    link("stylesheet", addresses.asset(.style), &head)
    head.element(.script, [.source(addresses.asset(.script)), .flag("defer")]) { _ in }
    link("icon", addresses.asset(.icon), type: "image/svg+xml", &head)
    link("manifest", addresses.named("manifest.webmanifest"), &head)
    link(
      "search", addresses.named("opensearch.xml"), type: "application/opensearchdescription+xml",
      &head)
    if let json = frame.json { link("alternate", json, type: "application/json", &head) }
    link(
      "alternate", frame.feed ?? addresses.named("changes.atom"), type: "application/atom+xml",
      &head)
    if let canonical = frame.canonical { link("canonical", addresses.absolute(canonical), &head) }
    openGraph(frame, &head)
    if let data = frame.data { head.data(data) }
  }

  private func openGraph(_ frame: Frame, _ head: inout MarkupWriter) {
    guard let kind = frame.kind, let canonical = frame.canonical else { return }
    func property(_ name: StaticString, _ text: String) {
      guard !text.isEmpty else { return }
      head.empty(.meta, [Attribute("property", name), .content(text)])
    }
    property("og:type", kind.description)
    property("og:site_name", "Footlight")
    property("og:title", frame.title.isEmpty ? "Footlight" : frame.title)
    property("og:url", addresses.absolute(canonical).text)
    property("og:description", frame.summary)
    property("og:image", frame.picture?.text ?? "")
  }

  private func meta(_ name: StaticString, _ text: String, _ head: inout MarkupWriter) {
    head.empty(.meta, [.name(name), .content(text)])
  }

  private func link(
    _ relation: StaticString, _ target: Link, type: StaticString? = nil, _ head: inout MarkupWriter
  ) {
    var attributes: [Attribute] = [.rel(relation), .href(target)]
    if let type { attributes.append(.type(type)) }
    head.empty(.link, attributes)
  }
}

// MARK: Around the content

extension Pages {
  /// The field: at the same place on every page.
  private func header(_ frame: Frame, _ body: inout MarkupWriter) {
    body.element(.header) { header in
      let form: [Attribute] = [
        .role("search"), .action(addresses.start), Attribute("method", "get"),
      ]
      header.element(.form, form) { form in
        form.element(.anchor, [.classes("home"), .href(addresses.start)]) { home in
          home.empty(
            .image,
            [
              .source(addresses.asset(.icon)), Attribute("width", "32"), Attribute("height", "32"),
              Attribute("alt", "Footlight, start page"),
            ])
        }
        form.element(.label, [Attribute("for", "q"), .classes("unseen")], text: "Search")
        field(frame, &form)
        hidden(frame.state, &form)
      }
      // A screen reader announces this after a rest; it stays while the content is replaced.
      header.element(.paragraph, [.role("status"), .classes("unseen")]) { _ in }
    }
    body.line()
  }

  private func field(_ frame: Frame, _ form: inout MarkupWriter) {
    var field: [Attribute] = [
      .id("q"), .name("q"), .type("search"), .value(frame.state.text ?? ""),
      .placeholder("Search"), Attribute("autocomplete", "off"), Attribute("autocapitalize", "off"),
      Attribute("spellcheck", "false"), Attribute("enterkeyhint", "search"),
    ]
    if frame.isStart { field.append(.flag("autofocus")) }
    form.empty(.input, field)
  }

  /// The parts of the old search that a new one keeps, for readers without scripts.
  private func hidden(_ state: SearchState, _ form: inout MarkupWriter) {
    let kept: [SearchParameter] = [.domain, .filter, .sort, .limit]
    for (name, value) in state.pairs where kept.contains(where: { $0.name == name }) {
      form.empty(.input, [.type("hidden"), .named(name), .value(value)])
    }
  }

  private func footer(_ body: inout MarkupWriter) {
    body.element(.footer) { footer in
      footer.element(.nav, [.label("More")]) { nav in
        nav.element(.anchor, [.href(addresses.named("status"))], text: "Status")
        if activity {
          nav.element(.anchor, [.href(addresses.named("history"))], text: "History")
        }
        nav.element(.anchor, [.href(addresses.named("changes"))], text: "Changes")
        nav.element(.anchor, [.href(addresses.named("api"))], text: "API")
      }
      footer.element(.paragraph, [.classes("keys")]) { keys in
        for (key, does) in [("/", "type"), ("↑ ↓", "walk"), ("Enter", "open"), ("Esc", "back")] {
          keys.element(.span) { pair in
            pair.element(.key, text: key)
            pair.text(" " + does)
          }
        }
      }
    }
  }
}
