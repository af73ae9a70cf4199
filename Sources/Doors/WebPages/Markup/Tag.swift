/// The name of an element; only what stands in the source of the program can be one.
struct Tag: Sendable {
  let name: String

  init(_ name: StaticString) { self.name = name.description }
}

extension Tag {
  static let html = Tag("html"), head = Tag("head"), body = Tag("body")
  static let title = Tag("title"), meta = Tag("meta"), link = Tag("link"), script = Tag("script")
  static let header = Tag("header"), main = Tag("main"), footer = Tag("footer"), nav = Tag("nav")
  static let section = Tag("section"), article = Tag("article"), division = Tag("div")
  static let heading1 = Tag("h1"), heading2 = Tag("h2"), heading3 = Tag("h3")
  static let paragraph = Tag("p"), span = Tag("span"), isolated = Tag("bdi"), anchor = Tag("a")
  static let quotation = Tag("blockquote"), rule = Tag("hr"), lines = Tag("pre")
  static let code = Tag("code"), emphasis = Tag("em"), deleted = Tag("del")
  static let strong = Tag("strong"), mark = Tag("mark"), time = Tag("time"), key = Tag("kbd")
  static let list = Tag("ul"), numbered = Tag("ol"), item = Tag("li")
  static let facts = Tag("dl"), term = Tag("dt"), fact = Tag("dd")
  static let details = Tag("details"), summary = Tag("summary")
  static let form = Tag("form"), label = Tag("label"), input = Tag("input"), button = Tag("button")
  static let table = Tag("table"), tableHead = Tag("thead"), tableBody = Tag("tbody")
  static let row = Tag("tr"), columnName = Tag("th"), cell = Tag("td"), image = Tag("img")
}
