package import FootlightPlatform

/// Numbers of one width, read from chunks of the stream `columns`.
package struct ColumnTrack: Sendable {
  let chunks: CheckedChunks
  /// The bytes of a number: 1, 2, 4 or 8.
  let width: Int
  /// How many numbers.
  let count: Int
  /// The chunks that hold them, in order.
  let rows: [UInt32]

  var perChunk: Int { SegmentFormat.chunk / width }

  /// The numbers of a chunk.
  func view(_ chunk: Int) throws(Failure) -> ChunkView {
    let view = try chunks.view(.columns, Int(rows[chunk]) * SegmentFormat.chunk)
    guard view.count == SegmentFormat.chunk else { throw chunks.damaged(.columns) }
    return view
  }

  /// The number at a place below `count`; one chunk is loaded.
  func number(_ place: Int) throws(Failure) -> UInt64 {
    guard place >= 0, place < count else { throw chunks.damaged(.columns) }
    let view = try view(place / perChunk)
    return ColumnTrack.load(view, place % perChunk, width)
  }

  @inline(__always)
  static func load(_ view: ChunkView, _ place: Int, _ width: Int) -> UInt64 {
    switch width {
    case 1: UInt64(view[place])
    case 2: UInt64(view.load(place &* 2, as: UInt16.self))
    case 4: UInt64(view.load(place &* 4, as: UInt32.self))
    default: view.load(place &* 8, as: UInt64.self)
    }
  }
}

/// Walks the numbers of a track from a place on.
package struct ColumnTrackCursor {
  let track: ColumnTrack
  /// How many numbers a chunk holds: kept, since to find it out is a division.
  let perChunk: Int
  var view: ChunkView?
  var chunk: Int
  var place: Int

  package init(_ track: ColumnTrack, from place: Int = 0) {
    self.track = track
    perChunk = track.perChunk
    chunk = place / perChunk
    self.place = place % perChunk
  }

  /// The next number.
  ///
  /// - Throws: `index.damaged` at the end.
  @inline(__always)
  package mutating func next() throws(Failure) -> UInt64 {
    if place == perChunk {
      chunk += 1
      place = 0
      view = nil
    }
    let there: ChunkView
    if let view {
      there = view
    } else {
      guard chunk < track.rows.count else { throw track.chunks.damaged(.columns) }
      there = try track.view(chunk)
      view = there
    }
    defer { place &+= 1 }
    return ColumnTrack.load(there, place, track.width)
  }

  /// The number at any place; the chunk is looked up only where it is another one than before.
  @inline(__always)
  package mutating func number(at place: Int) throws(Failure) -> UInt64 {
    guard place >= 0, place < track.count else { throw track.chunks.damaged(.columns) }
    let offset = place &- chunk &* perChunk
    if offset >= 0, offset < perChunk, let view {
      self.place = offset &+ 1
      return ColumnTrack.load(view, offset, track.width)
    }
    chunk = place / perChunk
    self.place = place % perChunk
    view = nil
    return try next()
  }
}
