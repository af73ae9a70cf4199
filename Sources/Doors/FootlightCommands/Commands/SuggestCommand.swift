import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let suggest = Command(
    name: "suggest", operands: .some("TEXT"),
    summary: "complete what is being typed",
    detail: """
      Titles and aliases that begin with TEXT come first, in the order of hits; then TEXT with its \
      last word completed, the most frequent words first, as far as some item holds all of them. A \
      space at the end says that the last word is complete.

      Exits 0 when there is something to suggest and 1 when there is not.
      """,
    options: [.domain, .limit, .timeout, .json],
    examples: ["footlight suggest stran": "what it may become"]
  ) { (settings, console) throws(Failure) in
    let library = try Library.opened(settings, console)
    let found = try library.suggest(
      settings.operands.joined(separator: " "), domains: settings.domains,
      limit: settings.search.limit,
      timeout: settings.search.timeout)
    if settings.printsJSON {
      try console.write(JSONObjects.completions, [found])
    } else {
      for suggestion in found.suggestions {
        let place =
          switch (suggestion.kind, suggestion.count) {
          case (.query, nil): "a search with a name"
          case (.query, _): "asked before"
          case (_, let count?): Quantity.count(count) + " items"
          case (_, nil): suggestion.domain
          }
        try console.output.line(
          visibleLine(suggestion.text) + "  " + console.style(visible(place), .faint))
      }
      try console.say(found.notes)
    }
    return found.suggestions.isEmpty ? .nothingFound : .done
  }
}
