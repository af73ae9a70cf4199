import Testing
import TextAnalysis

@Suite struct FoldingTests {
  @Test(arguments: [
    ("Crème Brûlée", "creme|brulee"), ("Cre\u{301}me", "creme"),
    ("Straße nach Łódź", "strasse|nach|lodz"),
    ("STRASSE", "strasse"), ("œuvre Æsir", "oeuvre|aesir"), ("ﬁn", "fin"), ("İstanbul", "istanbul"),
    ("Iğdır", "igdir"), ("Ёж и Йод", "еж|и|иод"), ("ＦＲＣＰ　１２", "frcp|12"), ("Ångström", "angstrom"),
    ("Ελλάς", "ελλασ"), ("ᾳ", "α"), ("α\u{345}", "α"), ("Đà Nẵng", "da|nang"), ("Ǆ", "dz"),
    ("שָׁלוֹם", "שלום"), ("مُسَلْسَل", "مسلسل"), ("المسلسل", "المسلسل"), ("أحمد", "احمد"),
    ("a\u{654}", "a"), ("العـــربية", "العربيه"), ("ﻻ", "لا"), ("١٢", "12"),
    ("می\u{200C}خواهم", "ميخواهم"),
    ("soft\u{AD}hyphen", "softhyphen"), ("𝐀𝐛", "ab"), ("ŉ", "n"), ("smørrebrød", "smorrebrod"),
    ("þing", "thing"), ("Ⅳ", "iv"), ("e\u{301}\u{302}\u{303}", "e"), ("\u{301}", ""),
  ])
  func `case, width, compatibility forms and marks are folded`(_ text: String, _ wanted: String) {
    #expect(sequence(text) == wanted)
  }

  @Test(arguments: [
    ("हिन्दी", "हिंदी"), ("क़लम", "कलम"), ("क\u{93C}लम", "कलम"), ("বাংলা", "বাংলা"),
    ("தமிழ்", "தமிழ\u{BCD}"), ("ܫܠܳܡܐ", "ܫܠܳܡܐ"),
  ])
  func `Indic and other signs stay but for nuktas and nasals`(_ text: String, _ wanted: String) {
    #expect(Array(sequence(text).unicodeScalars) == Array(wanted.unicodeScalars))
  }

  @Test func `marks typed in another order are the same text`() {
    // Nukta (class 7) and virama (class 9); Hebrew points are dropped in any order.
    #expect(
      Array(sequence("\u{915}\u{94D}\u{93C}").utf8) == Array(sequence("\u{915}\u{93C}\u{94D}").utf8)
    )
  }

  @Test(arguments: [
    ("進撃の巨人", "進|撃|ノ|巨|人", "進撃|撃ノ|ノ巨|巨人"), ("东京 爱情", "东|京|爱|情", "东京|爱情"),
    ("カ\u{3099}", "ガ", ""), ("ｶﾞﾝﾀﾞﾑ", "ガ|ン|ダ|ム", "ガン|ンダ|ダム"), ("ﾊﾟ", "パ", ""),
    ("は\u{3099}は\u{309A}う\u{3099}", "バ|パ|ヴ", "バパ|パヴ"), ("が", "ガ", ""), ("か", "カ", ""),
    ("ラーメン", "ラ|ー|メ|ン", "ラー|ーメ|メン"), ("時々", "時|々", "時々"),
    ("第12章", "第|12|章", ""), ("AKB東京", "akb|東|京", "東京"), ("マイケル・ジ", "マ|イ|ケ|ル|ジ", "マイ|イケ|ケル"),
    ("ที่นี่", "ที่|นี่", "ที่นี่"), ("กำ", "ก|ำ", "กำ"), ("㍿", "株|式|会|社", "株式|式会|会社"), ("⼀", "一", ""),
    ("𠀀𠀁", "𠀀|𠀁", "𠀀𠀁"), ("\u{30000}", "\u{30000}", ""),
  ])
  func `scripts without spaces are characters and their pairs`(
    _ text: String, _ wanted: String, _ extra: String
  ) {
    #expect(sequence(text) == wanted)
    #expect(derived(text) == extra)
  }

  @Test(arguments: [
    ("태양의 후예", "태양의|후예", "태양|양의"), ("\u{1110}\u{1162}\u{110B}\u{1163}\u{11BC}", "태양", ""),
    ("한국어", "한국어", "한국|국어"), ("ㅎㅏㄴ", "하\u{1102}", ""), ("K팝스타", "k팝스타", "팝스|스타"),
    ("하\u{11AB}", "한", ""),
  ])
  func `Hangul is words and the pairs of their syllables`(
    _ text: String, _ wanted: String, _ extra: String
  ) {
    #expect(Array(sequence(text).unicodeScalars) == Array(wanted.unicodeScalars))
    #expect(derived(text) == extra)
  }
}
