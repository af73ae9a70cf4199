import FootlightPlatform

/// Counts the groups of all matches: how many items each has, how many groups there are, and how many have a value.
struct GroupCounts {
  private let request: SearchRequest
  private var columns: GroupColumns
  private let documents: [Bitmap]

  /// A group in a segment.
  private struct Place: Hashable {
    var segment: Int
    var code: UInt64
  }

  /// The groups of each segment that have a value, ascending.
  private var codes: [[UInt64]] = []
  /// How many items without a value each segment has.
  private var alone: [Int] = []
  /// The groups of later segments that earlier ones have as well, and where.
  private var known: [Place: Place] = [:]
  /// Whether not all groups of later segments were looked up in earlier ones.
  private(set) var isAtLeast = false

  init(_ request: SearchRequest, _ columns: GroupColumns, _ documents: [Bitmap]) {
    self.request = request
    self.columns = columns
    self.documents = documents
  }

  /// How many items some groups have.
  mutating func items(of groups: [GroupKey]) throws(Failure) -> [GroupKey: Int] {
    var found: [GroupKey: Int] = [:]
    var pace = SearchPace(request)
    for segment in documents.indices {
      var counts: [UInt64: Int] = [:]
      var sieve: UInt64 = 0
      var wanted: [UInt64: GroupKey] = [:]
      for group in groups {
        try pace.step()
        guard let code = try columns.code(of: group, in: segment) else { continue }
        wanted[code] = group
        sieve |= 1 << (code & 63)
      }
      guard !wanted.isEmpty else { continue }
      try columns.forEach(segment, documents[segment]) { _, code in
        guard sieve >> (code & 63) & 1 == 1, wanted[code] != nil else { return }
        counts[code, default: 0] += 1
      }
      for (code, count) in counts {
        if let group = wanted[code] { found[group, default: 0] += count }
      }
    }
    return found
  }

  /// How many groups there are; what was looked up for it serves the facets.
  ///
  /// The segments with the most groups come first, and those of the others are looked up in them, as far as the bound
  /// on work goes.
  mutating func groups() throws(Failure) -> Int {
    codes = documents.map { _ in [] }
    alone = documents.map { _ in 0 }
    for segment in documents.indices {
      try request.bounds?.check()
      var alone = 0
      var those = CodeSet(highest: columns.column(segment)?.highest ?? 1)
      try columns.forEach(segment, documents[segment]) { _, code in
        if code == 0 { alone += 1 } else { those.insert(code) }
      }
      self.alone[segment] = alone
      codes[segment] = those.ascending
    }
    var total = alone.reduce(0, +)
    var left = request.countsExactly ? .max : request.facetLimit / FacetCounter.distinctCost
    let order = codes.indices.sorted { (codes[$1].count, $0) < (codes[$0].count, $1) }
    for (place, segment) in order.enumerated() where !codes[segment].isEmpty {
      guard place > 0 else {
        total += codes[segment].count
        continue
      }
      let those = codes[segment].prefix(left)
      isAtLeast = isAtLeast || those.count < codes[segment].count
      left -= those.count
      var pace = SearchPace(request)
      for (code, key) in zip(those, try columns.keys(segment, Array(those), request.bounds)) {
        try pace.step()
        var isKnown = false
        for other in order.prefix(place) {
          guard let there = try columns.code(of: key, in: other),
            codes[other].contains(sorted: there)
          else { continue }
          let first = Place(segment: other, code: there)
          known[Place(segment: segment, code: code)] = known[first] ?? first
          isKnown = true
          break
        }
        if !isKnown { total += 1 }
      }
    }
    return total
  }

  /// How many groups each segment adds to those of its domain, once the groups are counted.
  ///
  /// Groups that were not looked up elsewhere, for which the total is a lower bound, count where they are.
  func bySegments(domains: [String]) -> [Int] {
    var counts = codes.indices.map { codes[$0].count + alone[$0] }
    var segments: [Place: [Int]] = [:]
    for (place, first) in known { segments[first, default: [first.segment]].append(place.segment) }
    for those in segments.values {
      var met: Set<String> = []
      for segment in those.sorted() where !met.insert(domains[segment]).inserted {
        counts[segment] -= 1
      }
    }
    return counts
  }

  /// Of how many groups some item has each value of an attribute, once the groups are counted.
  mutating func facet(
    _ name: String, _ queries: [SegmentQuery]
  ) throws(Failure) -> Facet {
    let limit = request.countsExactly ? .max : request.facetLimit
    var counter = FacetCounter(limit: limit, request.bounds)
    var pace = SearchPace(request)
    var left = limit
    /// The values of groups that several segments have.
    var shared: Set<SharedValue> = []
    let places = Set(known.keys).union(known.values)
    for segment in documents.indices {
      guard let column = try queries[segment].stored.column(name) else { continue }
      var pairs: Set<Pair> = []
      var counts: [UInt64: Int] = [:]
      var found: [(document: UInt32, group: UInt64)] = []
      try columns.forEach(segment, documents[segment]) { found.append(($0, $1)) }
      for (document, group) in found.prefix(left) {
        try pace.step()
        try column.forEachCode(of: document) { code in
          if group == 0 || pairs.insert(Pair(group: group, code: code)).inserted {
            counts[code, default: 0] += 1
          }
          return true
        }
      }
      if found.count > left { isAtLeast = true }
      left = max(0, left - found.count)
      // What an earlier segment has counted for the same group is taken off.
      for pair in pairs.sorted(by: { $0.code < $1.code }) {
        try pace.step()
        let place = Place(segment: segment, code: pair.group)
        guard places.contains(place) else { continue }
        var value: FacetKey?
        try FacetCounter.forEachValue(of: (column, [(pair.code, 1)])) { key, _, _ in value = key }
        guard let value else { continue }
        let one = SharedValue(group: known[place] ?? place, value: value)
        if !shared.insert(one).inserted { counts[pair.code, default: 0] -= 1 }
      }
      let ascending = counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }
      try counter.add(column, ascending.map { ($0.key, $0.value) })
    }
    var facet = try counter.facet(name)
    facet.isAtLeast = facet.isAtLeast || isAtLeast
    return facet
  }

  private struct Pair: Hashable {
    var group: UInt64
    var code: UInt64
  }

  private struct SharedValue: Hashable {
    var group: Place
    var value: FacetKey
  }
}

/// Codes of a column, each once.
private struct CodeSet {
  /// As bits, where that is little memory.
  private var bits: Bitmap?
  private var others: Set<UInt64> = []

  init(highest: UInt64) {
    bits = highest < 1 << 27 ? Bitmap(size: Int(highest) + 1) : nil
  }

  mutating func insert(_ code: UInt64) {
    if bits != nil { bits?.insert(Int(code)) } else { others.insert(code) }
  }

  var ascending: [UInt64] {
    guard let bits else { return others.sorted() }
    var codes: [UInt64] = []
    codes.reserveCapacity(bits.count)
    bits.forEach { code in
      codes.append(UInt64(code))
      return true
    }
    return codes
  }
}
