import FootlightDiagnostics
import FootlightPlatform
import IndexStores
import SearchIndex

extension Searcher {
  /// Completes a text.
  func suggest(
    _ text: String, _ domains: [String], limit: Int, timeoutMilliseconds: Int? = nil,
    began: Int64, cancellation: Cancellation? = nil
  ) throws(Failure) -> Completions {
    guard (0...1_000).contains(limit) else {
      throw Failure(
        .searchTooFar, "there are no more than 1000 suggestions", remedy: "ask for fewer")
    }
    let selection = DomainSelection(domains)
    let stored = state.domains.map(\.name)
    try selection.check(against: stored + look.unbuilt.keys)
    let wanted = stored.filter { selection.contains($0) }
    let request = SuggestionRequest(
      text, limit: limit, now: world.now(),
      bounds: SearchBounds(after: timeoutMilliseconds, began: began, world, cancellation))
    let found = try state.suggest(request, in: wanted)
    let problems = try problems(wanted)
    var told = Completions(
      query: text, tookMicroseconds: Int((world.monotonic() - began) / 1000),
      suggestions: found.suggestions.compactMap { suggestion in
        Completion.Kind(rawValue: suggestion.kind.rawValue).map { kind in
          Completion(
            text: suggestion.text, kind: kind, domain: wanted[suggestion.part], id: suggestion.id,
            count: suggestion.count)
        }
      }, notes: notes(problems, selection))
    told.isCut = found.isCut
    if found.isCut { told.notes.append(Note.cut(after: timeoutMilliseconds, missing: "others")) }
    return told
  }
}
