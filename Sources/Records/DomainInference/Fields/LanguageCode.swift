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

  private static let known = Set(
    (twoLetters + " " + threeLetters).split(separator: " ").map(String.init))

  private static let twoLetters = """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy \
    da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu \
    hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb \
    lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om \
    or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw \
    ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
    """

  private static let threeLetters = """
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
