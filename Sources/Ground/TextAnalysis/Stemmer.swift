package import FootlightPlatform

#if Complete
  import CSystemSnowball
#endif

/// Cuts folded words to their stems with the algorithms of Snowball (Porter, "Snowball: A language
/// for stemming algorithms", 2001), through the system's libstemmer.
///
/// Only with the package trait `Complete`; without it there is no stemmer. One thread uses it at a
/// time, for the library writes into memory of the stemmer.
@safe
package struct Stemmer: ~Copyable, Sendable {
  /// Whether this build can stem.
  package static var isAvailable: Bool {
    #if Complete
      true
    #else
      false
    #endif
  }

  /// The first byte of a stem in an index: no word holds it, and all words stand before it.
  @inlinable package static var mark: UInt8 { 0xFF }
  /// The most bytes of a word that is stemmed.
  private static let longest = 64

  #if Complete
    // Safe: the memory belongs to this value alone and goes with it.
    private nonisolated(unsafe) let handle: OpaquePointer

    deinit {
      unsafe sb_stemmer_delete(handle)
    }
  #endif

  /// A stemmer of a language; nil where there is none.
  package init?(_ language: Language) {
    guard language != .none else { return nil }
    #if Complete
      guard let made = unsafe sb_stemmer_new(language.rawValue, "UTF_8") else { return nil }
      unsafe handle = made
    #else
      return nil
    #endif
  }

  /// Appends the mark and the stem of a folded word; false, and nothing, for what has no stem: words
  /// with digits or signs, and scripts without spaces.
  ///
  /// It depends on the bytes alone, so that a word has one stem in all texts and queries.
  package mutating func append(
    stemOf bytes: borrowing ByteArena, _ word: ByteRange, to target: inout ByteArena
  ) -> Bool {
    guard Stemmer.mayStem(bytes, word) else { return false }
    #if Complete
      let handle = unsafe self.handle
      var isStemmed = false
      unsafe bytes.withUnsafeBytes { all in
        guard let base = all.baseAddress else { return }
        let stem = unsafe sb_stemmer_stem(
          handle, base + word.lowerBound, Int32(truncatingIfNeeded: word.count))
        let size = unsafe Int(sb_stemmer_length(handle))
        // Memory was short, or nothing is left.
        guard let stem = unsafe stem, size > 0, size <= Scanner.longestToken - 1 else { return }
        target.append(Stemmer.mark)
        unsafe target.append(UnsafeBufferPointer(start: stem, count: size).span)
        isStemmed = true
      }
      return isStemmed
    #else
      return false
    #endif
  }

  /// The mark and the stem of a folded word; nil for what has no stem.
  package mutating func stem(_ word: [UInt8]) -> [UInt8]? {
    var source = ByteArena(capacity: word.count)
    source.append(word)
    var target = ByteArena(capacity: word.count + 8)
    guard append(stemOf: source, source.all, to: &target) else { return nil }
    return target.bytes(target.all)
  }

  /// Whether the bytes are letters of a script with spaces, and apostrophes.
  private static func mayStem(_ bytes: borrowing ByteArena, _ word: ByteRange) -> Bool {
    guard word.count > 0, word.count <= longest else { return false }
    var offset = word.lowerBound
    while offset < word.upperBound {
      let byte = bytes[offset]
      if byte < 0x80 {
        guard byte &- 0x61 < 26 || byte == 0x27 else { return false }
        offset += 1
      } else if byte < 0xE0 {
        // Up to U+00BF there are signs alone.
        guard byte >= 0xC3 else { return false }
        offset += 2
      } else {
        // From U+0E00 on: Thai, Lao, and what lies after them.
        guard byte == 0xE0, offset + 1 < word.upperBound, bytes[offset + 1] < 0xB8 else {
          return false
        }
        offset += 3
      }
    }
    return true
  }
}
