import Footlight
import FootlightPlatform

/// Where everything is on this site: the only place that puts addresses together.
struct Addresses: Sendable {
  /// The path of the start page; it begins and ends with a slash.
  let root: String
  /// Scheme, host and port, without a slash at the end: `https://search.example`.
  let origin: String
  /// Names of routes; a domain that is called like one has its pages below `-/`.
  let taken: Set<String>

  init(root: String = "/", origin: String, taken: Set<String> = []) {
    self.root = root.hasSuffix("/") ? root : root + "/"
    self.origin = origin.hasSuffix("/") ? String(origin.dropLast()) : origin
    self.taken = taken
  }

  /// The same place with its host, for programs and other sites.
  func absolute(_ link: Link) -> Link { Link(own: origin + link.text) }

  /// The start page.
  var start: Link { Link(own: root) }

  /// A page or file with a name of its own, such as `status` or `opensearch.xml`.
  func named(_ name: StaticString) -> Link { Link(own: root + name.description) }

  /// A part of the sitemap, from 1 on.
  func sitemap(part: Int) -> Link { Link(own: root + "sitemap-\(part).xml") }

  /// A file of script or style.
  func asset(_ asset: PageAsset) -> Link { Link(own: root + asset.path) }
}

// MARK: Searches

extension Addresses {
  /// The page with the hits of a search.
  func search(_ state: SearchState) -> Link {
    Link(own: root + query(state))
  }

  /// The hits of a search as JSON.
  func searchJSON(_ state: SearchState) -> Link {
    Link(own: root + "api/v1/search" + query(state))
  }

  /// The address with a place in it that programs fill with words.
  func template(_ path: StaticString) -> Link {
    Link(own: origin + root + path.description + "?q={searchTerms}")
  }

  /// One segment of a path: a slash in it is no separator, and a colon needs no escape there.
  private static func segment(_ text: String) -> String {
    PercentEncoding.encoded(text) { PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: ":") }
  }

  /// A value in a query, as forms send it: a blank is a plus.
  private static func value(_ text: String) -> String {
    segment(text).replacing("%20", with: "+")
  }

  private func query(_ state: SearchState, asking: Bool = true) -> String {
    let whole: Set = [SearchParameter.domain.name, SearchParameter.all.name]
    var pairs = state.pairs.filter { asking || !whole.contains($0.name) }
    if asking, let text = state.text { pairs.insert(("q", text), at: 0) }
    guard !pairs.isEmpty else { return "" }
    return "?"
      + pairs.map { "\($0.name)=" + Addresses.value($0.value) }.joined(separator: "&")
  }
}

// MARK: Domains and items

extension Addresses {
  /// The page of a domain, with what its address narrows and orders.
  func domain(_ name: String, _ state: SearchState = SearchState()) -> Link {
    Link(own: path(name) + query(state, asking: false))
  }

  /// The same as JSON.
  func domainJSON(_ name: String) -> Link { Link(own: path(name) + ".json") }

  /// The feed of what has changed in a domain.
  func feed(_ name: String) -> Link { Link(own: path(name) + ".atom") }

  /// The feed of the alerts of a search, or of all.
  func alerts(of search: String? = nil) -> Link {
    Link(own: root + "alerts.atom" + (search.map { "?q=" + Addresses.value("@" + $0) } ?? ""))
  }

  /// The page of an item; with the search that led to it, from this hit on, so that it can lead back and to its neighbours.
  func item(_ domain: String, _ id: String, from state: SearchState? = nil) -> Link {
    Link(own: path(domain, id) + (state.map { query($0) } ?? ""))
  }

  /// The item that a completion names, or the hits of its words.
  func completion(_ completion: Completion) -> Link {
    completion.id.map { item(completion.domain, $0) } ?? search(SearchState(text: completion.text))
  }

  /// The picture of an item.
  func picture(_ domain: String, _ id: String) -> Link {
    Link(own: path(domain, id) + "/picture")
  }

  /// The same as JSON.
  func itemJSON(_ domain: String, _ id: String) -> Link {
    Link(own: path(domain, id) + ".json")
  }

  private func path(_ domain: String) -> String {
    root + (taken.contains(domain) ? "-/" : "") + Addresses.segment(domain)
  }

  private func path(_ domain: String, _ id: String) -> String {
    path(domain) + "/" + Addresses.segment(id)
  }
}

/// An address that a page may lead to: one of this site, or one of another that a click opens.
struct Link: Sendable, Hashable {
  /// The address as it stands in the page, before escaping.
  let text: String
  /// The name of the other place, for people: `www.law.cornell.edu`.
  let host: String

  /// An address that ``Addresses`` has put together.
  init(own text: String) {
    self.text = text
    host = ""
  }

  /// An address that an item names; nil for one that would do something else than open a place on the web.
  init?(outside text: String) {
    let lower = text.prefix(8).lowercased()
    guard lower.hasPrefix("https://") || lower.hasPrefix("http://"),
      // What `open` refuses, a page leads nowhere with, as blanks and controls that browsers skip.
      LinkSafety.opens(text), let host = BrowserHost(of: text)
    else { return nil }
    self.text = text
    self.host = host.shown
  }

  /// A point of the globe, which the program for maps opens that the reader has (RFC 5870).
  init(latitudeLongitude text: String) {
    self.text = "geo:" + text
    host = ""
  }
}
