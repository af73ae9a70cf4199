import FootlightPlatform

/// Looks for arrays of objects in the beginning of a JSON document.
struct ArraySearch {
  /// An array and the keys that lead to it.
  struct Found: Hashable {
    var path: [String]
    /// How many bytes of it stand in the beginning.
    var size: Int
  }

  /// Something that is open: an object with the key that is being read, or a list.
  private struct Container {
    var key: String?
    /// Where it begins, if it is a list that may hold the records.
    var start: Int?
    var holdsObjects = false
  }

  /// The arrays of objects that no other list holds.
  private(set) var found: [Found] = []
  /// How many top-level values have ended.
  private(set) var documents = 0
  private var open: [Container] = []
  private var isKey = false
  private var key = ""

  /// Looks through a text; it need not be whole.
  init(_ bytes: borrowing ByteArena) {
    var at = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        let end = ArraySearch.endOfText(bytes, at)
        if isKey, !open.isEmpty {
          open[open.count - 1].key = bytes.text(ByteRange(start: at + 1, count: end - at - 1))
          isKey = false
        }
        at = end
      case UInt8(ascii: "{"):
        if open.last?.start != nil { open[open.count - 1].holdsObjects = true }
        open.append(Container(key: ""))
        isKey = true
      case UInt8(ascii: "["):
        let isWithinObjects = open.allSatisfy { $0.key != nil }
        open.append(Container(key: nil, start: isWithinObjects ? at : nil))
        isKey = false
      case UInt8(ascii: "}"), UInt8(ascii: "]"): close(at)
      case UInt8(ascii: ","): isKey = open.last?.key != nil
      default: break
      }
      at += 1
      // Deeper than any reader would follow.
      if open.count > 128 { return }
    }
    while !open.isEmpty { close(bytes.count, isCutOff: true) }
  }

  private mutating func close(_ end: Int, isCutOff: Bool = false) {
    guard let last = open.popLast() else { return }
    if let start = last.start, last.holdsObjects {
      found.append(Found(path: open.compactMap(\.key), size: end - start))
    }
    isKey = false
    if open.isEmpty, !isCutOff { documents += 1 }
  }

  /// The offset of the quote that ends a text.
  private static func endOfText(_ bytes: borrowing ByteArena, _ start: Int) -> Int {
    var at = start + 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(at, bytes.count)
  }

  /// The largest of them; the outermost of equals.
  var best: Found? {
    found.max { ($0.size, -$0.path.count) < ($1.size, -$1.path.count) }
  }
}
