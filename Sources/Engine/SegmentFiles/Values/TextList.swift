package import FootlightPlatform
import TextAnalysis

/// Short texts in order, kept as one run of UTF-8: a text is made when it is asked for.
///
/// Some items have hundreds of aliases, of which a hit shows one at most.
package struct TextList: Sendable {
  private(set) var bytes: [UInt8] = []
  /// Where each text lies in ``bytes``.
  private(set) var places: [ByteRange] = []

  /// No texts.
  package init() {}

  /// Takes texts over.
  package init(_ texts: some Sequence<String>) {
    for text in texts {
      places.append(ByteRange(start: bytes.count, count: text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
  }

  /// Takes over bytes in which texts lie, in order and without overlap.
  init(_ bytes: [UInt8], _ places: [ByteRange]) {
    self.bytes = bytes
    self.places = places
  }
}

extension TextList: RandomAccessCollection {
  /// The place of the first text.
  package var startIndex: Int { 0 }

  /// The place after the last text.
  package var endIndex: Int { places.count }

  /// A text, O(its bytes); bytes that are no UTF-8 are replaced by U+FFFD.
  package subscript(position: Int) -> String { String(decoding: utf8(position), as: UTF8.self) }

  /// The UTF-8 of a text.
  func utf8(_ position: Int) -> ArraySlice<UInt8> {
    bytes[places[position].lowerBound..<places[position].upperBound]
  }
}

extension TextList {
  /// The first of some texts that may have a word first, of which at least a beginning is given.
  package func firstPlace(in places: Range<Int>, thatMayBeginWith word: [UInt8]) -> Int? {
    guard let letter = word.first else { return places.first }
    return places.first {
      NameLead.canBegin(lead($0), with: letter) && NameLead.canBegin(utf8($0), with: word)
    }
  }

  /// The first three bytes of a text, the first one highest; zeros for those that it does not have.
  private func lead(_ position: Int) -> UInt32 {
    let place = places[position]
    var lead: UInt32 = 0
    for index in 0..<3 {
      let byte = index < Int(place.count) ? bytes[place.lowerBound + index] : 0
      lead = lead << 8 | UInt32(byte)
    }
    return lead
  }

  /// Appends the UTF-8 of a text.
  package func append(_ position: Int, to target: inout ByteArena) {
    for byte in utf8(position) { target.append(byte) }
  }
}

extension TextList: Hashable {
  /// Compares the bytes of the texts.
  package static func == (a: TextList, b: TextList) -> Bool {
    a.count == b.count && a.indices.allSatisfy { a.utf8($0) == b.utf8($0) }
  }

  /// Takes the bytes of the texts in.
  package func hash(into hasher: inout Hasher) {
    for position in indices { hasher.combine(utf8(position)) }
  }
}

extension TextList: ExpressibleByArrayLiteral {
  /// Takes texts over.
  package init(arrayLiteral texts: String...) { self.init(texts) }
}
