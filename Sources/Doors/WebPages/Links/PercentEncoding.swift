/// Texts as they stand in addresses (RFC 3986, section 2.1).
enum PercentEncoding {
  /// One segment of a path: a slash in it is no separator.
  static func segment(_ text: String) -> String { encoded(text, blank: "%20") }

  /// A value in a query, as forms send it: a blank is a plus.
  static func value(_ text: String) -> String { encoded(text, blank: "+") }

  private static func encoded(_ text: String, blank: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count + 8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ":"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: " "): result += blank
      default:
        result += "%"
        result.unicodeScalars.append(digit(byte >> 4))
        result.unicodeScalars.append(digit(byte & 15))
      }
    }
    return result
  }

  private static func digit(_ number: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "A") + number - 10)
  }
}
