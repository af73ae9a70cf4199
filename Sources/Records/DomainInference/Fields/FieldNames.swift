import DeclaredRecords
import FootlightPlatform

/// The usual meaning of names of fields, in the languages of most data that people share.
///
/// The lists are ordered: an earlier word is the better candidate.
enum FieldNames {
  static let identifiers = [
    "uuid", "guid", "id", "key", "code", "slug", "isbn", "sku", "number", "email",
  ]
  static let titles = [
    "title", "name", "headline", "heading", "label", "subject", "term", "titel", "nombre", "nom",
    "titre", "common", "nickname", "place", "caption", "display", "product", "question",
    "word", "lemma", "value",
  ]
  /// Lists of which the first is what the item is called.
  static let titleLists = ["members", "names", "titles", "lemmas", "words", "labels", "terms"]
  static let descriptions = [
    "description", "summary", "abstract", "subtitle", "overview", "synopsis", "tagline", "excerpt",
    "desc", "beschreibung", "intro", "definition", "definitions", "meaning", "gloss",
  ]
  static let bodies = [
    "body", "text", "content", "contents", "article", "plot", "notes", "note", "transcript",
    "lyrics", "html", "markdown", "message", "answer", "comment",
  ]
  /// Lists that are a text together.
  static let bodyLists =
    bodies + [
      "lines", "paragraphs", "verses", "stanzas", "sentences", "steps", "instructions",
      "directions", "comments", "texts", "line", "paragraph", "verse",
    ]
  /// Fields that hold names in several languages under their codes.
  static let translations = [
    "translations", "translation", "native", "names", "name", "title", "titles", "labels", "label",
    "localized", "i18n", "common", "alt",
  ]
  static let aliases = [
    "alias", "aliases", "aka", "also", "synonym", "synonyms", "alt", "alternative", "alternate",
    "other", "translate", "translation", "translations", "names", "abbreviation", "abbr",
    "acronym", "symbol", "latin", "scientific", "original", "native", "short", "nickname",
    "zipcode", "zip", "postcode", "postal", "callsign", "iata", "icao", "ticker",
    "isbn", "isbn13", "isbn10", "ean", "upc", "gtin", "barcode", "titles", "citation", "ident",
    "official", "designation", "desig", "emoji",
  ]
  static let keywords = [
    "keywords", "keyword", "tags", "tag", "genre", "genres", "category", "categories", "topics",
    "subjects", "cast", "director", "directors", "author", "authors", "artist", "actors",
    "creator", "listed", "ingredients", "labels", "sponsors",
  ]
  /// Words before a number that people say: "Rule 12".
  static let spoken = [
    "rule", "section", "article", "chapter", "episode", "issue", "number", "part", "volume",
    "page", "bill", "case", "docket", "ticket", "paragraph", "act", "form", "order",
  ]
  /// Fields that often hold several values, with a separator between them.
  static let severals = ["country", "countries", "language", "languages", "regions", "roles"]
  /// Fields that hold one value although commas stand in it.
  static let wholes = ["address", "street", "title", "name", "description", "location", "date"]
  /// Things that hold numbered ones: "35 121" is section 121 of title 35.
  static let containers = ["title", "volume", "season", "book", "series"]
  static let addresses = [
    "url", "link", "website", "homepage", "permalink", "site", "web", "href", "uri",
  ]
  /// Addresses of something else than the item.
  static let otherAddresses = [
    "image", "img", "thumbnail", "picture", "photo", "icon", "logo", "avatar", "poster", "video",
    "facebook", "twitter", "youtube", "github", "instagram", "webcast", "pdf", "source", "audio",
    "xmlns",
  ]
  static let ranks = [
    "rank", "population", "votes", "popularity", "downloads", "stars", "views", "followers",
    "importance", "likes", "pageviews", "citations", "score",
  ]

  /// The words of a name: `titleTranslate` and `title_translate` are `title`, `translate`.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for character in name {
      if character.isLetter || character.isNumber {
        if character.isUppercase, wasLower {
          words.append(word)
          word = ""
        }
        wasLower = character.isLowercase
        word += character.lowercased()
      } else if !word.isEmpty {
        words.append(word)
        word = ""
        wasLower = false
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// How well a name fits a list: 3 when it is one of the words, less when it holds one; the
  /// earlier the word stands in the list the more.
  static func fit(_ name: String, _ list: [String]) -> Double {
    let words = words(of: name)
    var best = 0.0
    for (index, wanted) in list.enumerated() where words.contains(wanted) {
      let base = words.count == 1 ? 3.0 : words.last == wanted || words.first == wanted ? 2.0 : 1.0
      best = max(best, base - Double(index) / Double(list.count * 2))
    }
    return best
  }

  /// Languages that columns are called after, without a word beside them.
  private static let commonLanguages: Set<String> = [
    "en", "de", "fr", "es", "it", "pt", "ru", "zh", "ja", "ko", "ar", "nl", "pl",
  ]
  static let givenNames: Set<String> = [
    "first name", "given name", "firstname", "vorname", "name first", "name given",
  ]
  static let familyNames: Set<String> = [
    "last name", "family name", "lastname", "surname", "nachname", "name last", "name family",
  ]
  static let pictures = [
    "image", "img", "thumbnail", "picture", "photo", "avatar", "poster", "cover", "logo", "icon",
  ]

  /// Whether a name is that of a name in one of several languages: `name_de`, `titleFr`, `en`.
  static func isInLanguage(_ name: String) -> Bool {
    let words = words(of: name)
    if words.count == 1 { return commonLanguages.contains(words[0]) }
    guard words.count == 2, let last = words.last, last.utf8.count == 2,
      LanguageCode.isCode(last), last != "id", last != "no"
    else { return false }
    return titles.contains(words[0])
  }

  /// Whether a name is one that people give to columns.
  static func isKnown(_ name: String) -> Bool {
    let lists = [
      identifiers, titles, descriptions, bodies, aliases, keywords, addresses, ranks,
      ["year", "date", "country", "city", "state", "type", "family", "price", "email", "phone"],
    ]
    return lists.contains { fit(name, $0) > 1 }
  }

  /// A name that an attribute may have; the fields of a query are left to queries.
  static func attribute(_ name: String) -> String {
    let letters = words(of: name).joined(separator: "_")
    if letters.isEmpty { return "value" }
    return AttributeDefinition.reservedNames.contains(letters)
      ? letters + "_value" : String(letters.prefix(60))
  }
}

/// The codes by which data calls languages.
///
/// Two letters: all of ISO 639-1. Three letters: those of ISO 639-2 and 639-3 that are met as keys;
/// all of them would make languages of words such as "lat" and "lon".
enum LanguageCode {
  /// Whether a key names a language: `en`, `jpn`, `zh-Hans`, `pt_BR`.
  static func isCode(_ key: String) -> Bool {
    let parts = key.split(whereSeparator: { $0 == "-" || $0 == "_" })
    guard let first = parts.first, parts.count <= 3, known.contains(first.lowercased()) else {
      return false
    }
    return parts.dropFirst().allSatisfy { (2...8).contains($0.utf8.count) }
  }

  /// Whether keys are languages, some of which may be rare.
  static func areCodes(_ keys: some Collection<String>) -> Bool {
    guard keys.count > 1 else { return false }
    let known = keys.filter(isCode).count
    return known * 10 >= keys.count * 8
      && keys.allSatisfy { key in
        isCode(key) || key.utf8.count == 3 && key.utf8.allSatisfy { $0 &- 0x61 < 26 }
      }
  }

  private static let known = Set(codes.split(separator: " ").map(String.init))

  private static let codes = """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy \
    da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu \
    hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb \
    lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om \
    or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw \
    ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu \
    afr aka alb amh ara arc arm asm ast aym aze bam baq bel ben ber bih bis bod bos bre bul bur \
    cat ces cha che chi chv ckb cor cos cym cze dan deu div dut dzo ell eng epo est eus ewe fao \
    fas fij fil fin fra fre fry ful gae geo ger gla gle glg glv gre grn gsw guj hat hau haw heb \
    her hin hmo hrv hun hye ibo ice ind isl ita jam jav jpn kal kan kas kat kaz khm kik kin kir \
    kon kor kur lao lav lim lin lit ltz lua lub lug mac mah mal mao mar may mfe mkd mlg mlt mon \
    mri msa mya nau nbl nde ndo nep nld nno nob nor nrf nso nya oci ori orm oss pan pap pau per \
    pih pol por pov prs pus que roh ron rum run rus sag san scc scr sin slk slo slv smi smo sna \
    snd som sot spa sqi srd srp ssw sun swa swe tam tat tel tet tgk tgl tha tib tir tkl ton tpi \
    tsn tso tuk tur tvl ukr urd uzb ven vie wel wol xho yid yor yue zdj zha zho zul
    """
}
