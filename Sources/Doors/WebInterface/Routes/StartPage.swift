import Footlight
import FootlightPlatform

/// The contents of the start page: the domains, questions that find something, and what its reader opened and starred.
enum StartPage {
  static func beginning(_ call: Call) throws(Failure) -> Start {
    let places = try PickRoutes.places(call)
    var start = Start(
      domains: try ItemRoutes.domains(call), lately: places.filter { !$0.isStarred },
      starred: places.filter(\.isStarred), updateCommand: call.library.updateCommand)
    start.examples = try examples(call)
    start.searches = Array(
      call.library.searchNames { ((try? call.domains([$0])) ?? []).isEmpty == false }.prefix(12))
    return start
  }

  /// Questions that find something: a short title of each domain, in words, of those that rank highest.
  private static func examples(_ call: Call) throws(Failure) -> [String] {
    var options = SearchOptions(domains: try call.domains([]), limit: 600)
    options.findsAll = true
    options.perDomain = 120
    options.marksMatches = false
    options.timeout = .milliseconds(200)
    var plain: [(domain: String, text: String)] = []
    var others: [(domain: String, text: String)] = []
    for hit in try call.state.search("", options: options).hits {
      func isNew(_ found: [(domain: String, text: String)]) -> Bool {
        !found.contains { $0.domain == hit.domain }
      }
      if let text = example(hit.title), isNew(plain) { plain.append((hit.domain, text)) }
      // Where titles are citations, their beginnings are what people type.
      let words = hit.title.prefix { $0 != ":" }.split(separator: " ").prefix(4)
      var beginning = words.joined(separator: " ").lowercased()
      while beginning.last?.isPunctuation ?? false { beginning.removeLast() }
      if isNew(others), beginning.count > 2 { others.append((hit.domain, beginning)) }
    }
    others.removeAll { other in plain.contains { $0.domain == other.domain } }
    let found = (plain + others).prefix(5)
    return found.map(\.text)
  }

  /// A title as somebody would type it: a few plain words; nil for any other one.
  private static func example(_ title: String) -> String? {
    let isPlain =
      title.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " }
      && title.first?.isLetter ?? false
    guard isPlain, (1...3).contains(title.split(separator: " ").count),
      (4...24).contains(title.count)
    else { return nil }
    return title.lowercased()
  }
}
