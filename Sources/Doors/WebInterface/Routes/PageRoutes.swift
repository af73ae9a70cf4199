import Footlight
import FootlightPlatform
import JSONAnswers

/// The pages that people read.
///
/// Routes with a domain in their address come after all fixed ones, so that a domain that is called
/// as one of those has its pages below `/-/`.
enum PageRoutes {
  /// The parameters of pages: some of the API's, and one of their own.
  static let parameters: [Parameter] =
    SearchRoutes.parameters.filter { parameter in
      parameter.name == "q"
        || [SearchParameter.domain, .filter, .distinct, .sort, .limit, .offset, .all].contains {
          $0.name == parameter.name
        }
    } + [
      Parameter(SearchState.listedName, .text, "the attribute of which all values are listed")
    ]

  static let all: [Route] =
    fixed + PickRoutes.all + SignIn.routes + belowDomains("/-") + belowDomains("")

  private static let fixed: [Route] = [
    answered("/", "start", "the search over all domains", PageSearch.start).counting,
    answered("/results", "results", "the list of hits alone", PageSearch.fragment),
    page("/api", "apiPage", "the reference of the API", validator: .content) {
      (call) throws(Failure) in
      call.pages.reference(RouteTable.described.map(\.reference))
    },
    page("/changes", "changesPage", "what was pushed lately", lane: .waiting, validator: .content) {
      (call) throws(Failure) in
      let (entries, facts) = try MachineRoutes.changes(call, of: nil)
      return call.pages.changes(entries) { name in
        facts.first { $0.name == name }?.label ?? name
      }
    },
    page("/status", "statusPage", "how the domains are", lane: .waiting, validator: .content) {
      (call) throws(Failure) in
      call.pages.status(try ItemRoutes.status(call))
    },
    json("/status.json", "statusJSON", lane: .waiting, validator: .content) {
      (call) throws(Failure) in
      try ItemRoutes.statusReply(call)
    },
  ]

  /// The pages of domains and their items, below a beginning of their addresses.
  private static func belowDomains(_ prefix: String) -> [Route] {
    [
      json(prefix + "/{domain}.json", "domainJSON") { (call) throws(Failure) in
        try domainJSON(call)
      },
      answered(prefix + "/{domain}", "domainPage", "a domain, and all that it holds", domain),
      json(prefix + "/{domain}/{id}.json", "itemJSON") { (call) throws(Failure) in
        try itemJSON(call)
      },
      page(prefix + "/{domain}/{id}", "itemPage", "an item", item),
      Route(
        method: "GET", path: prefix + "/{domain}/{id}/picture", name: "itemPicture",
        summary: "the picture of an item", lane: .waiting, validator: .content, form: .machine,
        action: picture),
    ]
  }

  static func page(
    _ path: String, _ name: String, _ summary: String, lane: Answering.Lane = .reading,
    validator: Route.Validator = .state,
    _ body: @escaping @Sendable (Call) throws(Failure) -> [UInt8]
  ) -> Route {
    answered(path, name, summary, lane: lane, validator: validator) { (call) throws(Failure) in
      Reply(Reply.html, try body(call))
    }
  }

  private static func answered(
    _ path: String, _ name: String, _ summary: String, lane: Answering.Lane = .reading,
    validator: Route.Validator = .state,
    _ action: @escaping @Sendable (Call) throws(Failure) -> Reply
  ) -> Route {
    Route(
      method: "GET", path: path, name: name, summary: summary, parameters: parameters, lane: lane,
      validator: validator, form: .page, contentType: Reply.html, action: action)
  }

  private static func json(
    _ path: String, _ name: String, lane: Answering.Lane = .reading,
    validator: Route.Validator = .state,
    _ action: @escaping @Sendable (Call) throws(Failure) -> Reply
  ) -> Route {
    Route(
      method: "GET", path: path, name: name, summary: "the same as JSON", parameters: parameters,
      lane: lane, validator: validator, action: action)
  }

  // MARK: Domains and items

  private static func domain(_ call: Call) throws(Failure) -> Reply {
    let name = try knownDomain(call)
    return PageSearch.reply(try PageSearch.results(call, in: name)) { call.pages.domain(name, $0) }
  }

  /// The domain that a path names.
  private static func knownDomain(_ call: Call) throws(Failure) -> String {
    let name = call.capture("domain")
    try call.check(name)
    guard ItemRoutes.domains(call).contains(where: { $0.domain == name }) else { throw nowhere }
    return name
  }

  private static func domainJSON(_ call: Call) throws(Failure) -> Reply {
    let name = try knownDomain(call)
    let answer = try SearchRoutes.answer(call, call.arguments) { options in
      options.domains = [name]
      options.findsAll = true
    }
    return Reply(JSONObjects.answer, answer, isCut: answer.isCut)
  }

  private static func item(_ call: Call) throws(Failure) -> [UInt8] {
    try item(call, try ItemRoutes.found(call))
  }

  private static func item(_ call: Call, _ found: LocatedItem) throws(Failure) -> [UInt8] {
    let facts = call.state.facts.first { $0.name == found.domain }
    let label = facts?.label ?? found.domain
    let address = ItemAddress(domain: found.domain, id: found.item.id)
    var view = ItemView(
      domain: found.domain, label: label, item: found.item,
      schema: call.state.schema(of: found.domain),
      isStarred: call.records ? try PickRoutes.starred(call).contains(address) : nil,
      state: call.searchState, hasPicture: call.state.picture(of: found) != nil)
    for attribute in facts?.attributes ?? [] { view.labels[attribute.name] = attribute.label }
    addNeighbours(&view, address, call)
    return call.pages.item(view)
  }

  /// The hits before and after an item among those of the search that led to it, in the order that they have for everybody:
  /// what is opened comes first when it is searched again, and would turn the others around.
  private static func addNeighbours(_ view: inout ItemView, _ address: ItemAddress, _ call: Call) {
    guard call.isSearch else { return }
    let first = max(0, view.state.offset - 20)
    let found = try? SearchRoutes.answer(call, call.arguments) { [view] options in
      options.findsAll = view.state.findsAll
      (options.offset, options.limit) = (first, view.state.offset - first + 20)
      options.marksMatches = false
      options.timeout = .milliseconds(200)
      options.audience = .web
    }.hits
    guard let found,
      let own = found.firstIndex(where: { $0.domain == address.domain && $0.id == address.id })
    else { return }
    func neighbour(_ place: Int) -> ItemView.Neighbour? {
      guard found.indices.contains(place) else { return nil }
      return ItemView.Neighbour(
        domain: found[place].domain, id: found[place].id, title: found[place].title,
        offset: first + place)
    }
    (view.before, view.after) = (neighbour(own - 1), neighbour(own + 1))
  }

  private static func picture(_ call: Call) throws(Failure) -> Reply {
    guard let path = call.state.picture(of: try ItemRoutes.found(call)),
      let picture = PictureFile(path)
    else { throw nowhere }
    return Reply(picture.contentType, picture.bytes)
  }

  /// The item as JSON; or the page of an item whose id ends as the address does.
  private static func itemJSON(_ call: Call) throws(Failure) -> Reply {
    let domain = call.capture("domain")
    try call.check(domain)
    do throws(Failure) {
      return Reply(JSONObjects.item, try ItemRoutes.found(call))
    } catch {
      let id = call.capture("id") + ".json"
      let address = ItemAddress(domain: domain, id: id)
      guard let found = try call.state.item(address.description),
        found.domain == domain
      else {
        throw error
      }
      return Reply(Reply.html, try item(call, found))
    }
  }

  private static let nowhere = Failure(
    .routeUnknown, "there is nothing at this address", remedy: "search for it")
}

/// A picture that pages may show: what it is stands in its first bytes, whatever its name or its record says.
struct PictureFile: Sendable {
  let contentType: String
  let bytes: [UInt8]

  /// The largest that is sent, in bytes.
  static let largest = 8 << 20

  /// Reads a file; nil where it is too large, or no picture of a kind without scripts.
  init?(_ path: String) {
    guard let contents = try? File.readWhole(path, limit: PictureFile.largest) else { return nil }
    bytes = contents.bytes(contents.all)
    guard let type = PictureFile.type(bytes) else { return nil }
    contentType = type
  }

  private static func type(_ bytes: [UInt8]) -> String? {
    func stands(_ text: StaticString, at place: Int) -> Bool {
      bytes.dropFirst(place).starts(with: text.description.utf8)
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if stands("GIF87a", at: 0) || stands("GIF89a", at: 0) { return "image/gif" }
    if stands("RIFF", at: 0), stands("WEBP", at: 8) { return "image/webp" }
    if stands("ftypavif", at: 4) { return "image/avif" }
    return nil
  }
}
