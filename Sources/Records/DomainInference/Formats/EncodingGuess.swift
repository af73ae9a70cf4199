import FootlightPlatform

/// Guesses the encoding of a text that is no UTF-8, by the bytes that it holds.
///
/// Encodings of two bytes a character are told apart by where their common characters lie, those of one
/// byte by which letters the bytes would be.
struct EncodingGuess {
  private let bytes: [UInt8]

  /// The label of the encoding that fits best; nil when none does.
  static func label(of bytes: [UInt8]) -> String? {
    let guess = EncodingGuess(bytes: bytes)
    return guess.sixteenBits ?? guess.twoBytes ?? guess.oneByte
  }

  /// UTF-16 without a mark: every second byte of Western text is zero.
  private var sixteenBits: String? {
    let looked = bytes.prefix(4096)
    guard looked.count >= 4 else { return nil }
    var zeros = [0, 0]
    for (index, byte) in looked.enumerated() where byte == 0 { zeros[index & 1] += 1 }
    let half = looked.count / 2
    if zeros[1] * 10 >= half * 3, zeros[0] * 20 <= half { return "utf-16" }
    if zeros[0] * 10 >= half * 3, zeros[1] * 20 <= half { return "utf-16be" }
    return nil
  }

  // MARK: Two bytes a character

  private var twoBytes: String? {
    let labels = ["euc-jp", "shift_jis", "euc-kr", "gbk", "big5"].filter {
      TextEncoding($0).map(decodes) ?? false
    }
    return best(labels.map { ($0, commonShare($0)) }, above: 0.6)
  }

  /// The label that fits best, and better than a bound; the first of equals.
  private func best(_ fits: [(label: String, fit: Double)], above bound: Double) -> String? {
    guard !bytes.contains(0) else { return nil }
    return fits.filter { $0.fit > bound }.max { $0.fit < $1.fit }?.label
  }

  /// Whether all bytes are text in an encoding, but for a character that is cut off at the end.
  private func decodes(_ encoding: TextEncoding) -> Bool {
    var decoder = TextDecoder(encoding)
    var text = ByteArena()
    return (try? decoder?.decode(bytes, isLast: false, into: &text)) != nil
  }

  /// Where the leading bytes of the common characters of an encoding lie.
  private static let common: [String: [ClosedRange<UInt8>]] = [
    "shift_jis": [0x81...0x83, 0x88...0x98], "euc-jp": [0xA1...0xA5, 0xB0...0xCF],
    "euc-kr": [0xA1...0xA3, 0xB0...0xC8], "gbk": [0xA1...0xA3, 0xB0...0xD7], "big5": [0xA1...0xC6],
  ]

  /// Which share of the characters of two bytes lies where the common ones of a language do.
  private func commonShare(_ label: String) -> Double {
    var all = 0
    var common = 0
    var kana = 0
    var beyondHangul = 0
    var at = 0
    let ranges = EncodingGuess.common[label] ?? []
    while at < bytes.count {
      let lead = bytes[at]
      guard lead >= 0x80, at + 1 < bytes.count else {
        at += 1
        continue
      }
      if label == "shift_jis", (0xA1...0xDF).contains(lead) {
        // Katakana of half the width are rare.
        all += 1
        at += 1
        continue
      }
      let trail = bytes[at + 1]
      all += 1
      at += 2
      if (0xA4...0xA5).contains(lead) { kana += 1 }
      if (0xC9...0xFD).contains(lead) { beyondHangul += 1 }
      if ranges.contains(where: { $0.contains(lead) }),
        !["euc-kr", "gbk"].contains(label) || trail >= 0xA1
      {
        common += 1
      }
    }
    guard all > 0 else { return 0 }
    var share = Double(common) / Double(all)
    // Nearly the same bytes are common in Chinese, Japanese and Korean: kana and the lack of rarer signs
    // tell.
    if label == "euc-jp" { share = kana * 20 >= all ? share + 0.2 : share - 0.15 }
    if label == "euc-kr" { share = beyondHangul * 20 <= all ? share + 0.1 : share - 0.2 }
    if label == "big5" { share -= 0.05 }
    return share
  }

  // MARK: One byte a character

  private var oneByte: String? {
    best(EncodingGuess.scripts.map { ($0, letters($0, $1)) }, above: 0)
  }

  /// The encodings of one byte a character, with the letters of their script; nil for Latin.
  private static let scripts: [(String, ClosedRange<UInt32>?)] = [
    ("windows-1252", nil), ("windows-1251", 0x400...0x45F), ("windows-1253", 0x370...0x3FF),
    ("windows-1255", 0x590...0x5FF), ("windows-1256", 0x600...0x6FF),
  ]

  /// How well the bytes fit as letters: in Latin scripts they stand alone among others, elsewhere they make
  /// whole words.
  private func letters(_ label: String, _ script: ClosedRange<UInt32>?) -> Double {
    guard let encoding = TextEncoding(label), var decoder = TextDecoder(encoding, replaces: true)
    else { return 0 }
    var arena = ByteArena()
    guard (try? decoder.decode(bytes, isLast: true, into: &arena)) != nil else { return 0 }
    var good = 0
    var all = 0
    var run = 0
    var inWords = 0
    for scalar in arena.text(arena.all).unicodeScalars {
      guard scalar.value >= 0x80 else {
        run = 0
        continue
      }
      all += 1
      let isLetter = scalar.properties.isAlphabetic
      run = isLetter ? run + 1 : 0
      if run >= 3 { inWords += 1 }
      let isMark = "“”‘’–—…€°«»„‚•§£©®¿¡№".unicodeScalars.contains(scalar)
      let isOwn = script?.contains(scalar.value) ?? (isLetter && scalar.value < 0x180)
      if isOwn || isMark { good += 1 }
    }
    guard all > 0 else { return 0 }
    let fit = Double(good) / Double(all)
    let words = Double(inWords) / Double(all)
    return label == "windows-1252" ? fit - words * 1.5 : words > 0.3 ? fit : fit * 0.3
  }
}
