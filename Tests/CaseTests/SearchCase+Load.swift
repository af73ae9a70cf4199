import FileHandles
import Footlight
import FootlightPlatform

extension SearchCase {
  /// The folder that holds the cases.
  static let root = Path.join(Path.parent(of: Path.parent(of: #filePath) ?? "") ?? "", "Cases")

  /// The names of all cases, sorted.
  static var names: [String] {
    let entries = (try? Folder.entries(of: root)) ?? []
    return entries.filter { $0.kind == .folder }.map(\.name)
  }

  /// Reads one case.
  init(named name: String, in root: String = Self.root) throws {
    let folder = Path.join(root, name)
    let files = try Folder.entries(of: folder).map(\.name)
    let searches = try CaseReader(folder: folder, file: "searches.yaml")
    let pairs = try searches.pairs(
      searches.document, allowed: ["about", "needs", "items", "bad_records", "searches"])
    needsStems = try pairs["needs"].map { try searches.text($0) } == "stems"
    self.name = name
    self.folder = folder
    about = try searches.text(pairs["about"] ?? searches.document)
    declarations = files.filter {
      $0.hasSuffix(".yaml") && $0 != "searches.yaml" && $0 != "items.yaml"
    }
    items = try searches.counts(pairs["items"])
    badRecords = try searches.counts(pairs["bad_records"])
    self.searches = try searches.list(pairs["searches"]).map { try searches.search($0) }
    expectedItems = []
    if files.contains("items.yaml") {
      let reader = try CaseReader(folder: folder, file: "items.yaml")
      expectedItems = try reader.list(reader.document).map { try reader.item($0) }
    }
  }
}

/// Reads the YAML files of a case; what it does not understand is a mistake in the case.
private struct CaseReader {
  struct Mistake: Error, CustomStringConvertible {
    var description: String
  }

  let document: YAMLNode

  init(folder: String, file: String) throws {
    let bytes = try File.readWhole(Path.join(folder, file), limit: 1 << 20)
    let shown = "\(Path.name(of: folder))/\(file)"
    guard let document = try YAMLNode.parse(bytes, file: shown).first else {
      throw Mistake(description: "\(shown): empty")
    }
    self.document = document
  }

  func pairs(_ node: YAMLNode, allowed: Set<String>) throws -> [String: YAMLNode] {
    guard let pairs = node.pairs else {
      throw Mistake(description: "\(node.location): wanted a mapping, not \(node.kindName)")
    }
    for pair in pairs where !allowed.contains(pair.name) {
      throw Mistake(description: "\(pair.key.location): no such key: \(pair.name)")
    }
    return Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  func text(_ node: YAMLNode) throws -> String {
    guard let text = node.text else {
      throw Mistake(description: "\(node.location): wanted text, not \(node.kindName)")
    }
    return text
  }

  func number(_ node: YAMLNode) throws -> Int {
    guard let number = Int(try text(node)) else {
      throw Mistake(description: "\(node.location): wanted a whole number")
    }
    return number
  }

  func list(_ node: YAMLNode?) throws -> [YAMLNode] {
    guard let node else { return [] }
    guard let elements = node.elements else {
      throw Mistake(description: "\(node.location): wanted a list, not \(node.kindName)")
    }
    return elements
  }

  func texts(_ node: YAMLNode?) throws -> [String] {
    try list(node).map { try text($0) }
  }

  func counts(_ node: YAMLNode?) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for pair in node?.pairs ?? [] { counts[pair.name] = try number(pair.value) }
    return counts
  }

  func search(_ node: YAMLNode) throws -> SearchCase.Search {
    var search = SearchCase.Search(
      location: node.location, query: "", options: SearchOptions(limit: 50), expected: [],
      reason: nil)
    for pair in node.pairs ?? [] {
      let value = pair.value
      switch pair.name {
      case "query": search.query = try text(value)
      case "match":
        guard let mode = MatchMode(rawValue: try text(value)) else {
          throw Mistake(description: "\(value.location): no such match mode")
        }
        search.options.match = mode
      case "domains": search.options.domains = try texts(value)
      case "limit": search.options.limit = try number(value)
      case "offset": search.options.offset = try number(value)
      case "filters": search.options.filters = try texts(value)
      case "distinct": search.options.distinct = SearchOptions.Distinct(try text(value))
      case "groups": search.options.countsGroups = try text(value) == "true"
      case "more": search.expected.append(.more(try list(value).map { try number($0) }))
      case "siblings": search.options.countsSiblings = try text(value) == "true"
      case "all": search.options.findsAll = try text(value) == "true"
      case "sort":
        search.options.sort = AttributeOrder.list([try text(value)])
      case "facets":
        for facet in value.pairs ?? [] {
          search.options.facets.append(facet.name)
          let counts = try (facet.value.pairs ?? []).map { "\($0.name) \(try number($0.value))" }
          search.expected.append(.facet(facet.name, counts))
        }
      case "ids": search.expected.append(.ids(try texts(value)))
      case "first": search.expected.append(.first(try texts(value)))
      case "any_order": search.expected.append(.anyOrder(try texts(value)))
      case "without": search.expected.append(.without(try texts(value)))
      case "tiers": search.expected.append(.tiers(try list(value).map { try number($0) }))
      case "distances":
        search.expected.append(.distances(try list(value).map { try number($0) }))
      case "areas": search.options.areas = try texts(value)
      case "total": search.expected.append(.total(try number(value)))
      case "within": search.within = try number(value)
      case "matched": search.expected.append(.matched(try text(value)))
      case "because": search.reason = try text(value)
      default: throw Mistake(description: "\(pair.key.location): no such key: \(pair.name)")
      }
    }
    guard !search.query.isEmpty || search.options.findsAll, !search.expected.isEmpty else {
      throw Mistake(description: "\(node.location): a search needs a query and expects something")
    }
    return search
  }

  func item(_ node: YAMLNode) throws -> SearchCase.ExpectedItem {
    var item = SearchCase.ExpectedItem(location: node.location, id: "")
    for pair in node.pairs ?? [] {
      switch pair.name {
      case "id": item.id = try text(pair.value)
      case "absent": item.isAbsent = try text(pair.value) == "true"
      case "title", "description", "body", "url", "rank":
        item.texts[pair.name] = try text(pair.value)
      case "keywords", "aliases": item.lists[pair.name] = try texts(pair.value)
      case "attributes":
        var attributes: [String: [String]] = [:]
        for pair in pair.value.pairs ?? [] {
          attributes[pair.name] =
            try pair.value.elements == nil
            ? [text(pair.value)] : texts(pair.value)
        }
        item.attributes = attributes
      default: throw Mistake(description: "\(pair.key.location): no such key: \(pair.name)")
      }
    }
    guard !item.id.isEmpty else { throw Mistake(description: "\(node.location): no id") }
    return item
  }
}
