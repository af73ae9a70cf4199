package import FootlightPlatform

extension SearchRequest {
  /// Whether a page can be asked for.
  ///
  /// - Throws: `search.too-far` for numbers below zero, and where offset + limit exceed ``furthest``.
  package static func check(offset: Int, limit: Int) throws(Failure) {
    guard offset >= 0, limit >= 0 else {
      throw Failure(
        .searchTooFar, "offset and limit cannot be negative",
        remedy: "count both from 0; `footlight dump` takes everything")
    }
    guard offset <= furthest, limit <= furthest - offset else {
      throw Failure(
        .searchTooFar, "offset and limit together reach beyond \(furthest) hits",
        remedy: "narrow the query, name a --domain, or take everything with `footlight dump`")
    }
  }
}
