import FootlightPlatform

/// Reads a packed file from its beginning on, unpacked.
struct PackedRead<Stream: PackedStream & ~Copyable>: ~Copyable {
  private let file: File
  private let packing: Packing
  private var stream: Stream
  private var packed = ByteArena(capacity: PackedLimits.piece)
  private var index = 0
  private var offset = 0
  private var hasEnded = false
  private var unpacked = 0
  private let limits: PackedLimits

  init(
    _ file: consuming File, _ packing: Packing, _ stream: consuming Stream, _ limits: PackedLimits
  ) {
    self.file = file
    self.packing = packing
    self.stream = stream
    self.limits = limits
  }

  /// Appends the next piece; false at the end.
  mutating func next(into output: inout ByteArena) throws(Failure) -> Bool {
    while true {
      if Signals.caught != nil { throw Failure(.cancelled, "stopped before it was done") }
      if index == packed.count, !hasEnded { try fill() }
      if index == packed.count, hasEnded, stream.isBetween { return false }
      let before = output.count
      let first = index
      do throws(PackedDamage) {
        try stream.unpack(packed, from: &index, into: &output, room: PackedLimits.piece)
      } catch {
        throw damaged(
          error == .damaged
            ? "the \(packing.name) data is damaged" : "unpacking the file needs too much memory")
      }
      unpacked += output.count - before
      try check()
      if output.count > before { return true }
      if index == first, hasEnded, !stream.isBetween {
        throw damaged("the \(packing.name) data is cut off")
      }
    }
  }

  private mutating func fill() throws(Failure) {
    packed.removeAll()
    index = 0
    let got = try file.read(into: &packed, at: offset, upTo: PackedLimits.piece)
    if offset == 0, !packing.begins(packed.bytes(ByteRange(start: 0, count: min(4, got)))) {
      throw Failure(
        .packedDamaged, "the file is not packed with \(packing.name), as its name says",
        at: SourceLocation(file: file.path), remedy: "rename it, or pack it with \(packing.name)")
    }
    offset += got
    if got < PackedLimits.piece { hasEnded = true }
  }

  private func check() throws(Failure) {
    let read = max(1, offset - packed.count + index)
    let isOutOfProportion = unpacked > limits.harmless && unpacked / read > limits.ratio
    guard unpacked > limits.size || isOutOfProportion else { return }
    throw Failure(
      .packedTooLarge,
      isOutOfProportion
        ? "the file becomes more than \(limits.ratio) times as large when it is unpacked"
        : "the file becomes larger than \(limits.size >> 30) GB when it is unpacked",
      at: SourceLocation(file: file.path),
      remedy: "unpack it, if that is right, and name the unpacked file")
  }

  private func damaged(_ message: String) -> Failure {
    Failure(
      .packedDamaged, message, at: SourceLocation(file: file.path),
      remedy: "fetch it again; `\(packing.name) -t` checks it")
  }
}

/// How large a file may become.
struct PackedLimits: Sendable, Hashable {
  /// The most bytes.
  var size = 64 << 30
  /// How many times as large it may become.
  var ratio = 250
  /// So many bytes are no harm, whatever the ratio.
  var harmless = 64 << 20

  /// How many bytes are read and unpacked at once.
  static var piece: Int { 1 << 18 }
}
