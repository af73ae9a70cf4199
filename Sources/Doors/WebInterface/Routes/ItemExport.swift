import Footlight
import FootlightPlatform
import JSONAnswers

/// A page of all items of a domain, in the order of the index, made in steps.
///
/// A page is filled with items that may be shown, and has a cursor only when another one follows: neither short
/// pages nor cursors tell how many private items there are, or where. The cursor is of one state: a page of
/// another one would leave items out.
struct ItemExport {
  /// The number of places of the index that are read in a step.
  private static let span = 64...1_000

  private let call: Call
  private let domain: String
  private let places: Int
  private let stamp: String
  private let limit: Int
  /// The next place that is read.
  private var next = 0
  private var count = 0
  private var lines: [UInt8] = []
  /// Where the page ends: after its last item.
  private var end: Int?

  init(_ call: Call) throws(Failure) {
    let facts = try call.builtDomain()
    self.call = call
    domain = facts.name
    places = facts.items
    stamp = call.served.cursors.stamp("\(domain)\n\(facts.built)\n\(facts.items)")
    limit = call.arguments.number("limit") ?? 1_000
    if let cursor = call.arguments["cursor"] { next = try place(cursor) }
  }

  private func place(_ cursor: String) throws(Failure) -> Int {
    guard cursor.contains(".") else {
      throw Failure(
        Diagnostic(
          .requestParameter, "this is no cursor", at: SourceLocation(parameter: "cursor"),
          remedy: "send what the header Footlight-Next of the page before holds"))
    }
    guard let place = call.served.cursors.place(cursor, of: stamp) else {
      throw Failure(
        .cursorStale,
        "the domain has changed since the page before, or the server was started anew",
        remedy: "begin again without a cursor")
    }
    return place
  }

  /// Reads on; the reply when the page is whole.
  mutating func step() throws(Failure) -> Reply? {
    let span = ItemExport.span
    var size = min(max(limit - count, span.lowerBound), span.upperBound)
    while next < places {
      let some = next..<min(places, next + size)
      var found: [LocatedItem] = []
      try call.state.forEachWholeItem(of: domain, in: some) { found.append($0) }
      if end != nil {
        // The page is full, and is looked beyond only for whether another item follows.
        if !found.isEmpty { return reply(isLast: false) }
      } else if found.count > limit - count {
        // More than fit: so many places as there is room for never hold more.
        size = max(limit - count, size / 2)
        continue
      } else {
        var json = JSONWriter()
        for item in found { json.line(JSONObjects.item, item) }
        lines += json.written
        count += found.count
        if count == limit { end = some.upperBound }
      }
      next = some.upperBound
      break
    }
    return next < places ? nil : reply(isLast: true)
  }

  private func reply(isLast: Bool) -> Reply {
    var reply = Reply("application/x-ndjson", lines)
    if !isLast, let end {
      reply.headers.append(("Footlight-Next", call.served.cursors.cursor(end, of: stamp)))
    }
    return reply
  }
}
