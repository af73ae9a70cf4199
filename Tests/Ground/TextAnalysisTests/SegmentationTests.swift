import Testing
import TextAnalysis

@Suite struct SegmentationTests {
  @Test(arguments: [
    ("", ""),
    ("The quick brown fox", "the|quick|brown|fox"),
    ("  leading, and trailing!  ", "leading|and|trailing"),
    ("one\ntwo\ttwo\r\nthree", "one|two|two|three"),
    (
      "Internationalization-friendly words longer than eight",
      "internationalization|friendly|words|longer|than|eight"
    ),
    ("Rule 12.1", "rule|12.1"),
    ("12.", "12"),
    (".5", "5"),
    ("1.2.3 v1.2", "1.2.3|v1.2"),
    ("1,000", "1|000"),
    ("35usc121", "35usc121"),
    ("foo_bar", "foo|bar"),
    ("main.swift", "main|swift"),
    ("end.Start", "end|start"),
    ("Mission: Impossible", "mission|impossible"),
    ("and/or", "and|or"),
    ("--force", "force"),
    ("\"quoted\" (words)", "quoted|words"),
  ])
  func `words are cut where Unicode cuts them, compounds too`(_ text: String, _ wanted: String) {
    #expect(sequence(text) == wanted)
  }

  @Test(arguments: [
    ("U.S.C.", "usc"), ("U. S. C.", "usc"), ("U.S.C", "usc"), ("35 U.S.C. § 121", "35|usc|§|121"),
    ("e.g. this", "eg|this"), ("J. R. R. Tolkien", "jrr|tolkien"),
    ("J.R.R. Tolkien", "jrr|tolkien"),
    ("John F. Kennedy", "john|f|kennedy"), ("Plan A. I go", "plan|a|i|go"), ("С.С.С.Р.", "ссср"),
    ("Fed. R. Civ. P. 12", "fed|r|civ|p|12"), ("a.bc", "a|bc"), ("U.S.Code", "us|code"),
    ("F.3d", "f|3d"), ("É.U.", "eu"), ("U.", "u"), ("U.S", "us"), ("U.S.-based", "us|based"),
    ("U.S. v. Nixon", "us|v|nixon"), ("U. S. v. Nixon", "us|v|nixon"), ("Roe v. U.S.", "roe|v|us"),
    ("The People v. O.J. Simpson", "the|people|v|oj|simpson"), ("X v. U. S. 1", "x|v|us|1"),
    ("a. b.c. d", "a|bc|d"), ("H.I.V. test", "hiv|test"), ("J. R.", "jr"),
  ])
  func `single letters with points join`(_ text: String, _ wanted: String) {
    #expect(sequence(text) == wanted)
  }

  @Test(arguments: [
    ("C++ Primer", "c++|primer", "c"), ("f#", "f#", "f"), ("C++11", "c++|11", "c"),
    ("4+4", "4|+|4", ""), ("#hashtag", "#|hashtag", ""), ("Ｃ＋＋", "c++", "c"),
  ])
  func `a run of + or # belongs to the letter before it`(
    _ text: String, _ wanted: String, _ extra: String
  ) {
    #expect(sequence(text) == wanted)
    #expect(derived(text) == extra)
  }

  @Test(arguments: [
    ("spider-man", "spider|man", "spider-man|spiderman"),
    ("spider\u{2010}man", "spider|man", "spider-man|spiderman"),
    ("AT&T", "at|&|t", "at&t|att"),
    ("mother-in-law", "mother|in|law", "mother-in-law|motherinlaw"),
    ("1,000", "1|000", "1000"), ("1,000,000 people", "1|000|000|people", "1000000"),
    ("1, 2", "1|2", ""),
    ("node.js", "node|js", "node.js|nodejs"),
    ("foo_bar-baz", "foo|bar|baz", "foo_bar-baz|foobarbaz"),
    ("col·lecció", "col|leccio", "col·leccio|colleccio"),
    ("M*A*S*H", "m|*|a|*|s|*|h", "m*a*s*h|mash"),
    ("joe@example.com", "joe|@|example|com", "joe@example.com|joeexamplecom"),
    ("c++-like", "c++|like", "c|c++-like|c++like"),
    ("a-b-c-d-e-f-g-h-i-j", "a|b|c|d|e|f|g|h|i|j", ""),
    ("a&b&c&d&e&f&g&h&i&j", "a|&|b|&|c|&|d|&|e|&|f|&|g|&|h|&|i|&|j", ""),
    ("one- two", "one|two", ""), ("one--two", "one|two", ""), ("A&&B", "a|&|b", ""),
  ])
  func `a compound is also found whole and joined`(
    _ text: String, _ wanted: String, _ extra: String
  ) {
    #expect(sequence(text) == wanted)
    #expect(derived(text) == extra)
  }

  @Test(arguments: [
    ("don't", "dont", "don"), ("don’t", "dont", "don"), ("Don’t Look Up", "dont|look|up", "don"),
    ("O'Brien", "obrien", "brien"), ("l'amour", "lamour", "amour"),
    ("Schindler's List", "schindlers|list", "schindler"), ("rock'n'roll", "rocknroll", "rock|roll"),
    ("'tis the players' game", "tis|the|players|game", ""), ("90's", "90s", "90"),
    ("Hawaiʻi", "hawaii", "hawai"), ("5'10", "5|10", "510"), ("צה\"ל", "צהל", ""),
    ("don´t", "dont", "don"),
  ])
  func `an apostrophe leaves no trace within a word, and its parts are found`(
    _ text: String, _ wanted: String, _ extra: String
  ) {
    #expect(sequence(text) == wanted)
    #expect(derived(text) == extra)
  }

  @Test(arguments: [
    ("$", "$"), ("£ sterling", "£|sterling"), ("€ euro", "€|euro"), ("35 §121", "35|§|121"),
    ("100%", "100|%"), ("¶ 5", "¶|5"), ("$$$", "$"), ("***", "*"), ("a = b", "a|=|b"),
    ("👍👍🏽 ❤️", "👍|❤"), ("🇫🇷🇩🇪", "🇫🇷|🇩🇪"), ("Windows™", "windows|tm"), ("5½", "5|1|2"),
    ("№ 5", "no|5"), ("①", "1"), ("x²", "x2"), ("＄", "$"), ("! ? ;", "!?;"),
  ])
  func `symbols are tokens, other punctuation separates`(_ text: String, _ wanted: String) {
    #expect(sequence(text) == wanted)
  }
}
