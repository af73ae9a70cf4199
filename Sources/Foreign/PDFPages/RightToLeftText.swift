import FootlightPlatform

/// Puts text of scripts that run from right to left in the order in which it is read.
///
/// Poppler marks each word of such a script by U+202B and U+202C, and leaves out the space behind the last one of a line as
/// it is seen. It takes the letters of a file for being placed as they are seen; where a program has stored them as they
/// are read, all words come out backwards.
enum RightToLeftText {
  static func ordered(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isRightToLeft) else { return text }
    let pieces = parted(text)
    let isBackwards = pieces.reduce(0) { $0 + direction(of: $1) } < 0
    var result = String.UnicodeScalarView()
    var next = pieces[...]
    while let piece = next.first {
      // Words with nothing but blanks between them are backwards together.
      var end = next.startIndex + 1
      if isBackwards, isWord(piece) {
        while end + 1 < next.endIndex, next[end].allSatisfy({ $0 == " " }), isWord(next[end + 1]) {
          end += 2
        }
        for word in next[..<end].reversed() { result.append(contentsOf: word.reversed()) }
      } else {
        result.append(contentsOf: piece)
      }
      next = next[end...]
    }
    return String(result)
  }

  private static func isWord(_ piece: [Unicode.Scalar]) -> Bool {
    piece.first.map(isRightToLeft) ?? false
  }

  /// The text in pieces, either words of such scripts or what stands between them; without marks of direction.
  private static func parted(_ text: String) -> [[Unicode.Scalar]] {
    var pieces: [[Unicode.Scalar]] = []
    var isOpen = false
    // How many letters there are since the last mark, and whether one has just been.
    var letters = 0
    var isBehindMark = false
    for scalar in text.unicodeScalars {
      guard !(0x202A...0x202E).contains(scalar.value) else {
        isBehindMark = true
        continue
      }
      let belongs = isRightToLeft(scalar)
      if isBehindMark {
        // Letters that stand alone are parts of a word that is spaced out.
        if belongs, isOpen, letters > 1 {
          pieces.append([" "])
          isOpen = false
        }
        letters = 0
      }
      if belongs == isOpen, !pieces.isEmpty {
        pieces[pieces.count - 1].append(scalar)
      } else {
        pieces.append([scalar])
      }
      isOpen = belongs
      letters += 1
      isBehindMark = false
    }
    return pieces
  }

  /// Letters that only end words: of Arabic, also those written as they are joined, and of Hebrew.
  private static let finals = Set("ةىךםןףץ".unicodeScalars)

  /// 1 for a word that is in its order, -1 for one that must be backwards, 0 where nothing tells.
  private static func direction(of word: [Unicode.Scalar]) -> Int {
    guard word.count > 2, isWord(word), let first = word.first, let last = word.last else {
      return 0
    }
    if finals.contains(first) != finals.contains(last) { return finals.contains(last) ? 1 : -1 }
    // The article begins words.
    let article: [Unicode.Scalar] = ["ا", "ل"]
    let begins = word.prefix(2).elementsEqual(article)
    let ends = word.suffix(2).elementsEqual(article.reversed())
    return begins == ends ? 0 : begins ? 1 : -1
  }

  /// Whether a character is a letter or a mark of Hebrew, Arabic and their like.
  ///
  /// Digits run from left to right, also between such words.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0660...0x0669, 0x06F0...0x06F9: false
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC: true
    default: false
    }
  }
}
