import FootlightPlatform

extension NameQueryTerms {
  /// Looks the words of a query up as those of a name; nil when one of them is in no name.
  init?(_ query: SegmentQuery) throws(Failure) {
    guard let name = query.plan.request.query.name, let last = name.tokens.last else { return nil }
    let looked = query.looked
    var first: [UInt32] = []
    var rarest: TermEntry?
    for token in name.tokens.dropLast() {
      guard let entry = try looked.term(token, query.plan), entry.inNames > 0 else { return nil }
      first.append(entry.number)
      rarest = entry.rarer(than: rarest)
    }
    if name.lastIsComplete {
      guard let entry = try looked.term(last, query.plan), entry.inNames > 0 else { return nil }
      self.init(
        first: first, whole: entry.number, last: entry.number..<entry.number + 1,
        rarest: entry.rarer(than: rarest))
      return
    }
    let range = try looked.range(ofPrefix: last, query.plan)
    guard range.count > 0, range.inNames > 0 else { return nil }
    // The prefix itself stands before all that begin with it.
    let whole = range.low.isText ? range.low.number : nil
    self.init(
      first: first, whole: whole,
      last: range.low.number..<max(range.low.number, range.high.number), rarest: rarest)
  }
}
