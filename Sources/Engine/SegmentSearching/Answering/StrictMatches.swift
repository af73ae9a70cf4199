package import FootlightPlatform
package import SegmentFiles

/// The documents of each segment that satisfy a request as it is written: its words or its expression and its
/// conditions, whatever else the segments hold.
///
/// Typos count where the request asks for them (`word~`). Nothing is ranked, and what is found where little is found –
/// other spellings, some of the words, items that a question names – is left out.
package func strictMatches(
  _ asked: SearchRequest, in segments: [SearchedSegment]
) throws(Failure) -> [Bitmap] {
  var request = asked
  request.isStrict = true
  var found = segments.map { Bitmap(size: $0.stored.header.items) }
  let scope = try SearchScope(request, segments)
  guard !scope.places.isEmpty else { return found }
  let climb = try Climb(request, scope)
  try climb.find()
  for (place, documents) in zip(scope.places, try climb.documents()) { found[place] = documents }
  return found
}
