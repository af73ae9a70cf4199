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
    request.hidesPrivate = audience.hidesPrivate
    let found = try state.suggest(request, in: wanted)
    let problems = try problems(wanted)
    var told = Completions(
      query: text, took: .nanoseconds(world.monotonic() - began),
      suggestions: found.suggestions.map { $0.named(wanted) }, notes: notes(problems, selection))
    told.isCut = found.isCut
    if found.isCut { told.notes.append(Note.cut(after: timeout, missing: "others")) }
    return told
  }
}
