/// The letters of words that may hold typos.
enum TypoLetters {
  /// Longer words take no typos: their letters are bits of a machine word, and one for the end.
  static let longest = 63

  /// The letters of a word; nil when there is a digit or another number among them, when there are
  /// too many, and for what is no UTF-8.
  static func of(_ text: [UInt8]) -> [UInt32]? {
    guard text.count <= longest * 4, let valid = String(validating: text, as: UTF8.self) else {
      return nil
    }
    var letters: [UInt32] = []
    for letter in valid.unicodeScalars {
      if letter.isASCII
        ? (0x30...0x39).contains(letter.value) : letter.properties.numericType != nil
      {
        return nil
      }
      letters.append(letter.value)
    }
    return letters.count <= longest ? letters : nil
  }
}
