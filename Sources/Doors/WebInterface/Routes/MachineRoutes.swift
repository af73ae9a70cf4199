import Footlight
import FootlightPlatform

/// The files for browsers, crawlers and readers of feeds.
enum MachineRoutes {
  static let all: [Route] =
    PageAsset.all.map { asset in
      Route(
        method: "GET", path: "/" + asset.path, name: "asset", summary: "a file of the pages",
        permission: .anybody, lane: nil, validator: .none, form: .machine,
        contentType: asset.contentType
      ) { (_) throws(Failure) in
        var reply = Reply(asset.contentType, asset.bytes)
        reply.isImmutable = true
        return reply
      }
    } + [
      file("/opensearch.xml", "opensearch", "application/opensearchdescription+xml; charset=utf-8")
      {
        (call) throws(Failure) in call.pages.openSearch()
      },
      Route(
        method: "GET", path: "/opensearch/suggest", name: "suggestions",
        summary: "completions for browsers",
        parameters: [Parameter("q", .text, "what has been typed")], form: .machine,
        contentType: suggestionType
      ) { (call) throws(Failure) in
        let facts = call.state.facts
        return Reply(
          suggestionType,
          call.pages.suggestions(try SearchRoutes.completions(call)) { domain in
            facts.first { $0.name == domain }?.label ?? domain
          })
      },
      file("/manifest.webmanifest", "manifest", "application/manifest+json") {
        (call) throws(Failure) in call.pages.manifest()
      },
      file("/robots.txt", "robots", "text/plain; charset=utf-8") { (call) throws(Failure) in
        call.pages.robots(
          isPublic: call.served.settings.base != nil && !call.served.settings.needsKeys)
      },
      file("/sitemap.xml", "sitemap", xml, validator: .state, lane: .waiting, sitemap),
      file(
        "/sitemap-{part}.xml", "sitemapPart", xml, validator: .state, lane: .waiting, sitemapPart),
      file("/changes.atom", "feed", atom, validator: .content, lane: .waiting) {
        (call) throws(Failure) in try feed(call, of: nil)
      },
      file("/-/{domain}.atom", "domainFeedBelow", atom, validator: .content, lane: .waiting) {
        (call) throws(Failure) in try feed(call, of: call.capture("domain"))
      },
      file("/{domain}.atom", "domainFeed", atom, validator: .content, lane: .waiting) {
        (call) throws(Failure) in try feed(call, of: call.capture("domain"))
      },
    ]

  private static let suggestionType = "application/x-suggestions+json; charset=utf-8"
  private static let xml = "application/xml; charset=utf-8"
  private static let atom = "application/atom+xml; charset=utf-8"

  private static func file(
    _ path: String, _ name: String, _ type: String, validator: Route.Validator = .content,
    lane: Answering.Lane? = .reading,
    _ body: @escaping @Sendable (Call) throws(Failure) -> [UInt8]
  ) -> Route {
    Route(
      method: "GET", path: path, name: name, summary: "for machines", lane: lane,
      validator: validator, form: .machine, contentType: type
    ) { (call) throws(Failure) in
      Reply(type, try body(call))
    }
  }

  // MARK: Sitemap

  /// One of the addresses of a file belongs to the start page.
  private static let most = Pages.sitemapLimit - 1

  private static func sitemap(_ call: Call) throws(Failure) -> [UInt8] {
    let parts = parts(call)
    guard parts > 1 else { return call.pages.sitemap(try listed(call, part: 1), isFirst: true) }
    return call.pages.sitemapIndex(parts: parts)
  }

  private static func sitemapPart(_ call: Call) throws(Failure) -> [UInt8] {
    guard let part = Int(call.capture("part")), (1...parts(call)).contains(part) else {
      throw Route.nowhere
    }
    return call.pages.sitemap(try listed(call, part: part), isFirst: part == 1)
  }

  /// The number of files: each covers as many places among the items that may be seen, so that none tells of others.
  private static func parts(_ call: Call) -> Int {
    let count = call.state.facts.filter { call.reaches($0.name) }.reduce(0) { $0 + $1.items }
    return max(1, (count + most - 1) / most)
  }

  private static func listed(_ call: Call, part: Int) throws(Failure) -> [Pages.Listed] {
    let places = (part - 1) * most..<part * most
    var first = 0
    var found: [Pages.Listed] = []
    for domain in call.state.facts where call.reaches(domain.name) {
      let own = places.clamped(to: first..<first + domain.items)
      if !own.isEmpty {
        let wanted = own.lowerBound - first..<own.upperBound - first
        try call.state.forEachItem(of: domain.name, in: wanted) { (id, title) throws(Failure) in
          found.append(
            Pages.Listed(domain: domain.name, id: id, title: title, changed: domain.built))
        }
      }
      first += domain.items
    }
    return found
  }

  // MARK: Feed

  /// The most entries of a feed.
  private static let mostEntries = 50
  /// The numbers of pushes that are read for them, one after the other, until there are enough that may be shown.
  private static let mostPushes = [mostEntries, 1_000, 20_000]

  private static func feed(_ call: Call, of name: String?) throws(Failure) -> [UInt8] {
    let (entries, facts) = try changes(call, of: name)
    let domain = name.map { name in (name, facts.first?.label ?? name) }
    return call.pages.feed(of: domain, entries, updated: facts.map(\.built).max() ?? 0)
  }

  /// The items that were pushed last, the latest first, and the domains that they are of.
  static func changes(
    _ call: Call, of name: String?
  ) throws(Failure) -> (entries: [Pages.Listed], facts: [Snapshot.Facts]) {
    let facts = call.state.facts.filter {
      call.reaches($0.name) && (name == nil || $0.name == name)
    }
    if name != nil, facts.isEmpty,
      !ItemRoutes.domains(call).contains(where: { $0.domain == name })
    {
      throw Route.nowhere
    }
    var entries: [Pages.Listed] = []
    for domain in facts {
      entries += try latest(call, of: domain)
    }
    entries.sort { ($0.changed ?? 0) > ($1.changed ?? 0) }
    return (Array(entries.prefix(mostEntries)), facts)
  }

  /// The items of a domain that were pushed last: as many are listed beside private ones as without them.
  private static func latest(
    _ call: Call, of domain: Snapshot.Facts
  ) throws(Failure) -> [Pages.Listed] {
    var entries: [Pages.Listed] = []
    var read = 0
    for most in mostPushes {
      let ids = try call.library.latestPushes(to: domain.name, atMost: most)
      for id in ids.dropFirst(read) where entries.count < mostEntries {
        try call.request.cancellation.check()
        let address = ItemAddress(domain: domain.name, id: id)
        guard let item = try call.state.item(address.description)?.item else { continue }
        entries.append(
          Pages.Listed(
            domain: domain.name, id: id, title: item.title, summary: item.description,
            changed: domain.built))
      }
      read = ids.count
      if ids.count < most || entries.count == mostEntries { break }
    }
    return entries
  }
}
