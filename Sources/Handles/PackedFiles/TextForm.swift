package import FootlightPlatform

/// How the text of a file is written, as far as it is not UTF-8 with line feeds.
package struct TextForm: Sendable, Hashable {
  /// The encoding that is declared; a mark at the beginning of the file overrules it.
  package var encoding: TextEncoding?
  /// Whether carriage returns alone end lines in a file that holds no line feed.
  package var mayEndLinesWithReturns: Bool

  package init(encoding: TextEncoding? = nil, mayEndLinesWithReturns: Bool = false) {
    self.encoding = encoding
    self.mayEndLinesWithReturns = mayEndLinesWithReturns
  }

  /// How much of a file is looked at for line feeds.
  private static let looked = 1 << 16

  /// The file as UTF-8 with line feeds, in a scratch file; nil when it is that already.
  func rewritten(_ file: borrowing File) throws(Failure) -> ScratchFile? {
    var beginning = ByteArena(capacity: 64)
    let wanted = mayEndLinesWithReturns ? TextForm.looked : 4
    let count = try file.read(into: &beginning, at: 0, upTo: wanted)
    let first = beginning.bytes(ByteRange(start: 0, count: min(4, count)))
    var encoding = TextEncoding(mark: first) ?? encoding
    if encoding?.isUTF8 ?? false || first.starts(with: [0xEF, 0xBB, 0xBF]) { encoding = nil }
    if encoding == nil, !mayEndLinesWithReturns || !TextForm.endsWithReturns(beginning) {
      return nil
    }
    return try rewritten(file, encoding)
  }

  private func rewritten(
    _ file: borrowing File, _ encoding: TextEncoding?
  ) throws(Failure) -> ScratchFile {
    var text = try DecodedFile(file, encoding)
    var scratch = try ScratchFile()
    var piece = ByteArena(capacity: PackedLimits.piece)
    var endsWithReturns: Bool?
    while try text.next(file, into: &piece) {
      if mayEndLinesWithReturns {
        let isSo = endsWithReturns ?? TextForm.endsWithReturns(piece)
        endsWithReturns = isSo
        if isSo {
          let bytes = piece.bytes(piece.all)
          piece.removeAll()
          piece.append(bytes.map { $0 == 0x0D ? 0x0A : $0 })
        }
      }
      try scratch.write(piece, piece.all)
      piece.removeAll()
    }
    return scratch
  }

  /// Whether the beginning of a text holds carriage returns and no line feed.
  package static func endsWithReturns(_ beginning: borrowing ByteArena) -> Bool {
    beginning.firstIndex(of: 0x0D, from: 0, to: beginning.count) != nil
      && beginning.firstIndex(of: 0x0A, from: 0, to: beginning.count) == nil
  }
}

/// A file as UTF-8, piece by piece.
struct DecodedFile: ~Copyable {
  private var decoder: TextDecoder?
  private let encoding: TextEncoding?
  private var offset = 0
  private var line = 1
  private var hasEnded = false

  init(_ file: borrowing File, _ encoding: TextEncoding?) throws(Failure) {
    self.encoding = encoding
    guard let encoding else { return }
    decoder = TextDecoder(encoding)
    if decoder == nil {
      throw Failure(
        .textEncoding, "this system knows no encoding `\(encoding.label)`",
        at: SourceLocation(file: file.path), remedy: "`iconv --list` lists those that it knows")
    }
  }

  /// Appends the next piece; false at the end.
  mutating func next(
    _ file: borrowing File, into out: inout ByteArena
  ) throws(Failure) -> Bool {
    if hasEnded { return false }
    if Signals.caught != nil { throw Failure(.cancelled, "stopped before it was done") }
    var raw = ByteArena(capacity: PackedLimits.piece)
    let got = try file.read(into: &raw, at: offset, upTo: PackedLimits.piece)
    hasEnded = got < PackedLimits.piece
    offset += got
    let before = out.count
    guard decoder != nil else {
      out.append(raw, raw.all)
      return true
    }
    do throws(TextDecoder.Damage) {
      try decoder?.decode(raw.bytes(raw.all), isLast: hasEnded, into: &out)
    } catch {
      let place = SourceLocation(file: file.path, line: line + lineFeeds(out, from: before))
      throw Failure(
        .textEncoding, "the text is not valid \(encoding?.label ?? "text")", at: place,
        remedy: "name the encoding that the file is in with `encoding:`")
    }
    line += lineFeeds(out, from: before)
    return true
  }

  private func lineFeeds(_ bytes: borrowing ByteArena, from start: Int) -> Int {
    var count = 0
    var at = start
    while let next = bytes.firstIndex(of: 0x0A, from: at, to: bytes.count) {
      count += 1
      at = next + 1
    }
    return count
  }
}
