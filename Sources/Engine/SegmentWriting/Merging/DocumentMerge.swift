import FootlightPlatform

/// The documents of all runs in the order of the index, without those that are dropped.
struct DocumentMerge: ~Copyable {
  private var cursors: CursorList<DocumentCursor>
  private var tree: LoserTree<UInt128>
  private let dropped: DroppedDocuments
  /// The numbers of records that are dropped as well.
  private let others: Set<UInt32>
  /// How many documents have been taken.
  private(set) var taken = 0

  init(
    _ runs: [SortedRun], dropping dropped: DroppedDocuments, _ others: Set<UInt32>, step: Int
  ) throws(Failure) {
    self.dropped = dropped
    self.others = others
    var cursors = CursorList<DocumentCursor>(room: runs.count)
    var keys: [UInt128?] = []
    for run in runs {
      var cursor = DocumentCursor(run, step: step)
      keys.append(try cursor.advance() ? cursor.order : nil)
      cursors.append(cursor)
    }
    tree = LoserTree(keys) { cursors.compare($0, $1) { $0.follows($1) } }
    self.cursors = cursors
  }

  /// Takes documents, with the numbers of their runs, until `take` says that it is enough, or to the last.
  mutating func take(_ take: (borrowing DocumentCursor, Int) -> Bool) throws(Failure) {
    while let run = tree.next {
      var isEnough = false
      let key = try cursors.with(run) { (cursor) throws(Failure) -> UInt128? in
        let isDropped =
          dropped.holds(cursor.place, of: run)
          || !others.isEmpty && others.contains(cursor.document.number)
        if !isDropped {
          isEnough = take(cursor, run)
          taken &+= 1
        }
        return try cursor.advance() ? cursor.order : nil
      }
      tree.move(to: key) { cursors.compare($0, $1) { $0.follows($1) } }
      if isEnough { return }
    }
  }
}

/// The documents that are dropped because another one has their id, by their places in their runs.
struct DroppedDocuments: Sendable {
  private var places: [Bitmap?]
  /// How many there are.
  private(set) var count = 0

  init(_ runs: [SortedRun]) {
    places = runs.map { _ in nil }
  }

  mutating func insert(_ place: Int, of run: SortedRun, number: Int) {
    if places[number] == nil { places[number] = Bitmap(size: run.documentCount) }
    places[number]?.insert(place)
    count += 1
  }

  @inline(__always)
  func holds(_ place: Int, of run: Int) -> Bool {
    count > 0 && places[run]?[place] == true
  }
}
