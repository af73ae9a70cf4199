import FileHandles
import FootlightPlatform
import SegmentWriting

/// A delta as it is written: what was added, and what it hides of the base and of earlier deltas.
struct DeltaRow: Sendable {
  /// Its number; those of one store never repeat.
  var number: Int
  var domain: String
  var generation: Int
  /// How many items it adds, and how many it hides.
  var items: Int
  var hiding: Int
  var hidden: HiddenItems
  /// The dictionary of what it hides, and the segment of what it adds; nil for nothing.
  var words: SegmentBytes?
  var segment: SegmentBytes?
  /// The identity of both contents.
  var identity: UInt64
}

extension Catalog {
  /// Counts the deltas of domains within a transaction.
  func addDeltas(to domains: inout [StoredDomain]) throws(Failure) {
    let statement = try connection.statement(
      "SELECT domain, generation, count(*), sum(bytes) FROM delta GROUP BY domain, generation")
    while try statement.step() {
      let name = statement.text(0)
      let generation = statement.int(1)
      for place in domains.indices
      where domains[place].name == name && domains[place].generation == generation {
        domains[place].segments += statement.count(2)
        domains[place].deltaBytes = statement.count(3)
        domains[place].bytes += statement.count(3)
      }
    }
  }

  /// How many items the deltas of a domain add and hide together.
  func deltaSize(of domain: StoredDomain) throws(Failure) -> Int {
    let statement = try connection.statement(
      "SELECT coalesce(sum(items + hiding), 0) FROM delta WHERE domain = ? AND generation = ?")
    try statement.bind(domain.name, at: 1)
    try statement.bind(domain.generation, at: 2)
    return try statement.step() ? statement.int(0) : 0
  }

  /// The deltas of a domain, the oldest first, within a transaction; those that are open already are
  /// not read again.
  func deltas(
    of domain: StoredDomain, known: [OpenDelta]
  ) throws(Failure) -> [OpenDelta] {
    guard domain.segments > 1 else { return [] }
    let list = try connection.statement(
      """
      SELECT number, items, hiding,
        ifnull(length(hidden), 0) + ifnull(length(words), 0) + ifnull(length(segment), 0), identity
      FROM delta WHERE domain = ? AND generation = ? ORDER BY number
      """)
    try list.bind(domain.name, at: 1)
    try list.bind(domain.generation, at: 2)
    var numbers: [(number: Int, open: OpenDelta?)] = []
    while try list.step() {
      // A number comes again where an older catalog was put back.
      let open = known.first {
        $0.number == list.int(0) && $0.items == list.int(1) && $0.hiding == list.int(2)
          && $0.size == list.int(3) && $0.identity == UInt64(bitPattern: list.int64(4))
          && $0.failure == nil
      }
      numbers.append((list.int(0), open))
    }
    var found: [OpenDelta] = []
    for (number, open) in numbers {
      if let open {
        found.append(open)
        continue
      }
      let statement = try connection.statement(
        "SELECT items, hiding, hidden, words, segment, identity FROM delta WHERE number = ?")
      try statement.bind(number, at: 1)
      guard try statement.step() else { continue }
      var words = ByteArena()
      var segment = ByteArena()
      _ = statement.blob(3, into: &words)
      _ = statement.blob(4, into: &segment)
      found.append(
        OpenDelta(
          number: number, items: statement.count(0), hiding: statement.count(1),
          hidden: statement.bytes(2), words: words, segment: segment,
          identity: UInt64(bitPattern: statement.int64(5)), path: connection.path))
    }
    return found
  }

  /// Writes a delta within a transaction.
  func insert(_ row: DeltaRow) throws(Failure) {
    let statement = try connection.statement(
      """
      INSERT INTO delta
        (number, domain, generation, items, hiding, bytes, hidden, words, segment, identity)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    let hidden = row.hidden.encoded
    let bytes = hidden.count + (row.words?.bytes.count ?? 0) + (row.segment?.bytes.count ?? 0)
    try statement.bind(row.number, at: 1)
    try statement.bind(row.domain, at: 2)
    try statement.bind(row.generation, at: 3)
    try statement.bind(row.items, at: 4)
    try statement.bind(row.hiding, at: 5)
    try statement.bind(bytes, at: 6)
    try statement.bind(hidden, at: 7)
    for (bytes, place) in [(row.words, 8), (row.segment, 9)] {
      if let bytes {
        try statement.bind(bytes.bytes, bytes.bytes.all, at: place)
      } else {
        try statement.bind([UInt8](), at: place)
      }
    }
    try statement.bind(Int64(bitPattern: row.identity), at: 10)
    try statement.run()
    try raise("delta", to: row.number)
  }

  /// Removes deltas within a transaction.
  func removeDeltas(_ numbers: [Int]) throws(Failure) {
    let statement = try connection.statement("DELETE FROM delta WHERE number = ?")
    for number in numbers {
      try statement.bind(number, at: 1)
      try statement.run()
    }
  }

  /// Removes all deltas of a domain within a transaction.
  func removeDeltas(of domain: String) throws(Failure) {
    let statement = try connection.statement("DELETE FROM delta WHERE domain = ?")
    try statement.bind(domain, at: 1)
    try statement.run()
  }
}
