import FootlightPlatform
import Synchronization

/// Bytes that may run over the ends of chunks: copied, lent, or kept in one piece.
///
/// Hot: names and stored blocks are read through these (`Benchmarks query`); what is kept is handed on as a view, as
/// chunks are.
extension ChunkCache {
  /// Appends `count` bytes from an offset on, over the ends of chunks.
  func copy(_ stream: SegmentStream, _ offset: Int, count: Int, into target: inout ByteArena)
    throws(Failure)
  {
    guard count >= 0, offset >= 0, offset <= size(stream), count <= size(stream) - offset else {
      throw damaged(stream)
    }
    var at = offset
    let end = offset + count
    while at < end {
      let view = try view(stream, at)
      let part = min(view.count, end - at)
      view.withSpan(0..<part) { target.append($0) }
      at += part
    }
  }

  /// Lends bytes in one piece: in place, or a copy of those that run over the ends of chunks.
  func withPiece<Result>(
    _ stream: SegmentStream, _ offset: Int, _ count: Int,
    _ body: (ChunkView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard count > 0 else { throw damaged(stream) }
    let view = try view(stream, offset)
    if count <= view.count { return try body(view.first(count)) }
    var bytes = ByteArena(capacity: 0)
    try copy(stream, offset, count: count, into: &bytes)
    return try bytes.withView(body)
  }

  /// Bytes in one piece: in place, or a copy of those that run over the ends of chunks, which is kept.
  func whole(_ stream: SegmentStream, _ offset: Int, _ count: Int) throws(Failure) -> ChunkView {
    let view = try view(stream, offset)
    return count <= view.count ? view.first(count) : try joined(stream, offset, count)
  }

  /// Bytes that run over the ends of chunks in one piece, which is kept: names of one item that
  /// fill more than a chunk, and large blocks to which others refer back; of both there are few.
  ///
  /// - Throws: `index.damaged` also when more is asked for than all streams together hold: pieces that
  ///   are what was written do not overlap.
  func joined(_ stream: SegmentStream, _ offset: Int, _ count: Int) throws(Failure) -> ChunkView {
    guard count >= 0, offset >= 0, offset <= size(stream), count <= size(stream) - offset else {
      throw damaged(stream)
    }
    let key = Piece(stream: stream, offset: offset, count: count)
    if let address = pieces.withLock({ $0.addresses[key] }),
      let base = unsafe UnsafePointer<UInt8>(bitPattern: address)
    {
      return unsafe ChunkView(base, count: count)
    }
    let most = sizes.reduce(0, +)
    // Another thread may have put it together meanwhile.
    let fits = pieces.withLock { $0.addresses[key] != nil || $0.bytes + count <= most }
    guard fits else { throw damaged(stream) }
    var bytes = ByteArena(capacity: count)
    try copy(stream, offset, count: count, into: &bytes)
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, count))
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { unsafe room.update(from: start, count: count) }
    }
    let address = UInt(bitPattern: room)
    let kept = pieces.withLock { pieces in
      if let there = pieces.addresses[key] { return there }
      pieces.addresses[key] = address
      pieces.bytes += count
      return address
    }
    if kept != address { unsafe room.deallocate() }
    guard let base = unsafe UnsafePointer<UInt8>(bitPattern: kept) else { throw damaged(stream) }
    return unsafe ChunkView(base, count: count)
  }
}
