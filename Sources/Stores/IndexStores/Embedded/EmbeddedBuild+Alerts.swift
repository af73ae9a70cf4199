import DeclaredRecords
import FootlightPlatform
import SegmentFiles
import SegmentSearching

/// What searches that have names are to tell of a domain that was built anew.
extension EmbeddedIndexer {
  /// The alerts of a new generation, from the items whose digests are not in the earlier one, and the other way round.
  ///
  /// Eight bytes of memory an item. Of a domain that was not there, or cannot be read any more, nobody is told: all
  /// of its items would have come. Damage may show only when a page is read, so all of the reading is watched for it:
  /// a rebuild is what mends a damaged index. Damage of the new generation is found by the check of what was written.
  func alerts(
    of files: [String], _ domain: String, _ facts: DomainFacts
  ) throws(Failure) -> AlertBatch {
    guard !alertRules.isEmpty,
      let stored = try domains().first(where: { $0.name == domain })
    else { return AlertBatch() }
    let before: OpenDomain
    do throws(Failure) {
      before = try open(stored)
    } catch {
      return AlertBatch()
    }
    do throws(Failure) {
      return try alerts(from: before, to: files, domain, facts)
    } catch {
      guard error.concerns(EmbeddedSnapshot.damageCodes) else { throw error }
      return AlertBatch()
    }
  }

  private func alerts(
    from before: OpenDomain, to files: [String], _ domain: String, _ facts: DomainFacts
  ) throws(Failure) -> AlertBatch {
    let present = try files.map { (path) throws(Failure) in
      SearchedSegment(
        domain: domain, synonyms: facts.synonyms,
        segment: SearchableSegment(try Segment(path: path)))
    }
    let earlier = before.segments.map { segment in
      SearchedSegment(
        domain: domain, synonyms: facts.synonyms, segment: segment.searchable,
        hidden: segment.hidden)
    }
    let here = try EmbeddedIndexer.digests(of: present)
    let there = try EmbeddedIndexer.digests(of: earlier)
    let after = try touched(present, without: there, facts)
    let gone = try touched(earlier, without: here, facts)
    guard !after.isEmpty || !gone.isEmpty else { return AlertBatch() }
    var matcher = AlertMatcher(
      domain, before: gone, after: after,
      attributes: present.first?.stored.settings.attributes ?? [], others: attributesOfDomains(),
      now: facts.built)
    return try matcher.alerts(alertRules)
  }

  /// The attributes of each domain, where a search may name some; none of those that cannot be read.
  func attributesOfDomains() -> [(domain: String, attributes: [IndexedAttribute])] {
    let texts = alertRules.flatMap { [$0.text] + $0.filters }
    guard texts.contains(where: { $0.contains { ":<>=".contains($0) } }),
      let snapshot = try? store.embeddedSnapshot(of: nil)
    else { return [] }
    return snapshot.domains.map { ($0.name, snapshot.attributes(of: $0.name)) }
  }

  /// A number for each item, ascending; equal where the items are.
  private static func digests(of segments: [SearchedSegment]) throws(Failure) -> [UInt64] {
    var found: [UInt64] = []
    for segment in segments {
      try segment.stored.scanDigests(hiding: segment.hidden) { digest, _ in
        found.append(digest.number)
      }
    }
    return found.sorted()
  }

  /// The segments with those items alone whose numbers are none of these.
  private func touched(
    _ segments: [SearchedSegment], without known: [UInt64], _ facts: DomainFacts
  ) throws(Failure) -> [SearchedSegment] {
    var found: [SearchedSegment] = []
    for segment in segments {
      let items = segment.stored.summary.items
      var touched = Bitmap(size: items)
      try segment.stored.scanDigests(hiding: segment.hidden) { (digest, id) throws(Failure) in
        let place = known.indices.partitionPoint { known[$0] < digest.number }
        guard place == known.count || known[place] != digest.number,
          let document = try segment.stored.document(ofID: id)
        else { return }
        touched.insert(Int(document))
      }
      guard touched.count > 0 else { continue }
      found.append(try part(touched, of: segment, facts, path: folder.catalog))
    }
    return found
  }
}
