/// An encoding of text, by the label that people and files give it.
///
/// Labels mean what the web takes them for (https://encoding.spec.whatwg.org/#names-and-labels): most old
/// names stand for a larger encoding that programs wrote under them, such as Windows-1252 for
/// ISO 8859-1. Any other name is one of the system's iconv.
package struct TextEncoding: Sendable, Hashable {
  /// The label as it was written.
  package let label: String
  /// The name by which iconv knows it.
  package let systemName: String

  package static let utf8 = TextEncoding(label: "utf-8", systemName: "UTF-8")
  package static let windows1252 = TextEncoding(label: "windows-1252", systemName: "CP1252")

  private init(label: String, systemName: String) {
    self.label = label
    self.systemName = systemName
  }

  /// The encoding with a label; nil when it cannot be the name of one.
  package init?(_ label: String) {
    let name = TextEncoding.normalized(label)
    guard !name.isEmpty, name.utf8.count <= 40,
      name.utf8.allSatisfy({ byte in
        byte.isDigit || byte &- 0x61 < 26 || "-_.:+()".utf8.contains(byte)
      })
    else { return nil }
    self.label = label
    systemName = TextEncoding.meanings[name] ?? name.uppercased()
  }

  /// The encoding of a file by the mark that it begins with, and how many bytes that mark takes.
  ///
  /// A mark of UTF-8 needs no decoding and gives nil.
  package init?(mark bytes: [UInt8]) {
    let marks: [([UInt8], String)] = [
      ([0xFF, 0xFE, 0x00, 0x00], "utf-32le"), ([0x00, 0x00, 0xFE, 0xFF], "utf-32be"),
      ([0xFF, 0xFE], "utf-16le"), ([0xFE, 0xFF], "utf-16be"),
      // GB 18030 has a mark of its own, which Chinese editors write.
      ([0x84, 0x31, 0x95, 0x33], "gb18030"),
    ]
    guard let found = marks.first(where: { bytes.starts(with: $0.0) }) else { return nil }
    self.init(found.1)
  }

  /// Whether text in it is read as it stands.
  package var isUTF8: Bool { systemName == "UTF-8" }

  /// Whether it is one of those that give every byte a character.
  var isWindows: Bool { systemName.hasPrefix("CP125") || systemName == "CP874" }

  private static func normalized(_ label: String) -> String {
    label.trimmed.lowercased()
  }

  /// The labels of the Encoding Standard whose meaning iconv would not guess.
  private static let meanings: [String: String] = {
    let groups: [(String, String)] = [
      (
        "UTF-8",
        "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 utf-8-sig"
      ),
      ("UTF-16LE", "utf-16 utf-16le csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf16"),
      ("UTF-16BE", "utf-16be unicodefffe"),
      (
        "CP1252",
        """
        ansi_x3.4-1968 ascii us-ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 \
        iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 latin-1 windows-1252 x-cp1252
        """
      ),
      (
        "CP1254",
        "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso_8859-9 l5 latin5 windows-1254"
      ),
      ("CP874", "dos-874 iso-8859-11 iso8859-11 tis-620 windows-874 cp874"),
      ("ISO-8859-8", "iso-8859-8-i iso-8859-8-e logical csiso88598i csiso88598e visual"),
      ("CP866", "866 cp866 csibm866 ibm866"),
      ("KOI8-R", "koi koi8 koi8_r cskoi8r"), ("KOI8-U", "koi8-ru"),
      ("MACINTOSH", "macintosh mac csmacintosh x-mac-roman"),
      ("MAC-CYRILLIC", "x-mac-cyrillic x-mac-ukrainian"),
      (
        "GB18030",
        """
        gbk chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk gb18030 cp936 \
        euc-cn euccn
        """
      ),
      ("BIG5-HKSCS", "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
      ("EUC-JP-MS", "euc-jp cseucpkdfmtjapanese x-euc-jp eucjp"),
      ("CP932", "shift_jis shift-jis sjis csshiftjis ms932 ms_kanji windows-31j x-sjis cp932"),
      (
        "CP949",
        """
        euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 \
        windows-949 euckr cp949 uhc
        """
      ),
    ]
    var meanings: [String: String] = [:]
    for (meaning, labels) in groups {
      for label in labels.split(separator: " ") { meanings[String(label)] = meaning }
    }
    for number in 1250...1258 where number != 1252 && number != 1254 {
      meanings["windows-\(number)"] = "CP\(number)"
      meanings["x-cp\(number)"] = "CP\(number)"
    }
    return meanings
  }()
}
