import DomainDeclarations
import OpenWorkspaces
import SegmentSearching
import FootlightDiagnostics
import FootlightPlatform
import IndexStores
import HitExplaining
import SegmentFiles
import UserData

extension Searcher {
  /// Completes a text.
  func suggest(
    _ text: String, _ domains: [String], limit: Int, timeout: Duration? = nil,
    audience: Audience = .owner, began: Int64, cancellation: Cancellation? = nil
  ) throws(Failure) -> Completions {
    guard (0...1_000).contains(limit) else {
      throw Failure(
        .searchTooFar, "there are no more than 1000 suggestions", remedy: "ask for fewer")
    }
    let selection = DomainSelection(domains)
    let stored = state.domains.map(\.name)
    try selection.check(against: stored + look.unbuilt.keys + [ActivityRecord.history])
    guard text.contains(where: { !$0.isWhitespace }) else {
      return try suggestUsed(text, selection, limit: limit, audience: audience, began: began)
    }
    let wanted = stored.filter { selection.contains($0) && isShown($0, to: audience) }
    var request = SuggestionRequest(
      text, limit: limit, now: world.now(),
      bounds: SearchBounds(after: timeout, began: began, world, cancellation))
    request.hidesPrivate = audience != .owner
    var found = try state.suggest(request, in: wanted)
    if audience != .owner, wanted.contains(where: { mayHide($0) }) {
      try keepShown(&found.suggestions, wanted, audience)
    }
    let problems = try problems(wanted)
    var told = Completions(
      query: text, took: .nanoseconds(world.monotonic() - began),
      suggestions: found.suggestions.compactMap { suggestion in
        Completion.Kind(rawValue: suggestion.kind.rawValue).map { kind in
          Completion(
            text: suggestion.text, kind: kind, domain: wanted[suggestion.place], id: suggestion.id,
            count: suggestion.count)
        }
      }, notes: notes(problems, selection))
    told.isCut = found.isCut
    if found.isCut { told.notes.append(Note.cut(after: timeout, missing: "others")) }
    return told
  }

  /// Whether a domain may hold items that only their owner sees.
  private func mayHide(_ domain: String) -> Bool {
    state.reservedAttributes(of: domain).contains {
      $0.name == ReservedAttribute.isPrivate.rawValue
    }
  }

  /// Drops words that only hidden items hold, and counts the others without them: the dictionary knows all
  /// words of an index.
  private func keepShown(
    _ suggestions: inout [Suggestion], _ domains: [String], _ audience: Audience
  ) throws(Failure) {
    var kept: [Suggestion] = []
    for var suggestion in suggestions {
      if suggestion.kind == .word {
        let words = suggestion.text.split(whereSeparator: \.isWhitespace)
        let text = words.map { "\"\($0.filter { $0 != "\"" && $0 != "\\" })\"" }
          .joined(separator: " ")
        var options = SearchOptions(domains: domains, limit: 1)
        options.audience = audience
        options.marksMatches = false
        let answer = try search(text, options, began: world.monotonic())
        guard let first = answer.hits.first, first.tier <= .found else { continue }
        suggestion.count = suggestion.count.map { min($0, answer.total) }
      }
      kept.append(suggestion)
    }
    suggestions = kept
  }
}
