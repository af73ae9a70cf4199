import DeclaredRecords
import FootlightPlatform
import Testing

@Suite struct FieldMappingTests {
  private func attribute(_ declared: String, _ value: RecordValue, source: String = "") throws
    -> Mapped
  {
    try map(
      "item: { id: x, title: x, attributes: { a: \(declared) } }", [["v": value]], source: source)[
        0]
  }

  @Test(arguments: [
    ("1815", 1815.0), ("-3.50", -3.5), ("1e3", 1000), (" 12 ", 12), ("0.1", 0.1),
    ("123456789012345678", 123_456_789_012_345_680), ("3.141592653589793238", 3.141592653589793),
    ("+5", 5), ("007", 7), ("1.", 1), (".5", 0.5), ("-0", 0),
  ])
  func `a number attribute has a worth and keeps its text`(text: String, worth: Double) throws {
    let mapped = try attribute("{ value: '{v}', type: number }", .text(text))
    #expect(mapped.item?.attributes == [ItemAttribute("a", .number(worth, written: text))])
  }

  @Test(arguments: ["", "x", "12x", "1,000", "0x10", "inf", "nan", "1e999", "--1", "1 2", "٣"])
  func `what is no number makes a bad record, nothing no attribute`(text: String) throws {
    let mapped = try attribute("{ value: '{v}', type: number }", .text(text))
    if text.isEmpty {
      #expect(mapped.item?.attributes == [])
    } else {
      #expect(mapped.code == .recordValue)
      #expect(mapped.message.contains("'a'"))
    }
  }

  @Test func `a hemisphere that is east or west makes a bad record that says so`() throws {
    let ambiguous = try attribute("{ value: '{v}', type: place }", "40.4 N, 3.7 O")
    #expect(ambiguous.code == .recordValue)
    #expect(ambiguous.message.contains("'O' is east"))
    let other = try attribute("{ value: '{v}', type: place }", "somewhere")
    #expect(other.code == .recordValue)
    #expect(!other.message.contains("'O'"))
    #expect(try attribute("{ value: '{v}', type: place }", "40.4 N, 3.7 W").code == nil)
  }

  @Test func `a value that is no place is told the forms that are read`() throws {
    let declared = "{ value: '{v}', type: place }"
    let bad = try attribute(declared, "4 8 N 1 1 E")
    #expect(bad.code == .recordValue)
    for form in ["48.14,11.58", "48°8′24″N 11°34′48″E", "POINT (11.58 48.14)"] {
      #expect(bad.remedy?.contains(form) == true)
      #expect(try attribute(declared, .text(form)).code == nil)
    }
    #expect(bad.remedy?.contains("GeoJSON") == true)
  }

  @Test func `booleans, dates and lists are typed`() throws {
    for (value, wanted): (RecordValue, Bool) in [
      (true, true), ("yes", true), (1, true), ("False", false), ("no", false), (0, false),
    ] {
      let mapped = try attribute("{ value: '{v}', type: boolean }", value)
      #expect(mapped.item?.attributes == [ItemAttribute("a", .boolean(wanted))])
    }
    #expect(try attribute("{ value: '{v}', type: boolean }", "maybe").code == .recordValue)
    #expect(
      try attribute("{ value: '{v}', type: date }", "2021-09").item?.attributes
        == [ItemAttribute("a", .date("2021-09", seconds: 1_630_454_400))])
    #expect(
      try attribute("{ value: '{v}', type: date }", "2021-09-05T09:00", source: "time_zone: +09:00")
        .item?.attributes
        == [ItemAttribute("a", .date("2021-09-05T00:00:00Z", seconds: 1_630_800_000))])
    #expect(
      try attribute(#"{ value: "{v | date: 'MMMM d, yyyy'}", type: date }"#, "December 1, 2024")
        .item?.attributes
        == [ItemAttribute("a", .date("2024-12-01", seconds: 1_733_011_200))])
    #expect(try attribute("{ value: '{v}', type: date }", "December 1").code == .recordValue)
    #expect(
      try attribute("{ value: '{v}', type: list }", ["x", "y"]).item?.attributes
        == [ItemAttribute("a", .list(["x", "y"]))])
    #expect(
      try attribute(#"{ value: ["{v | split: ','}", more], type: list }"#, "x,y").item?.attributes
        == [ItemAttribute("a", .list(["x", "y", "more"]))])
    #expect(try attribute("'{v}'", ["x", "y"]).code == .recordNotText)
    #expect(try attribute("'{v}'", 1984).item?.attributes == [ItemAttribute("a", .text("1984"))])
  }

  @Test func `several attributes keep the order of the declaration`() throws {
    let mapped = try map(
      """
      item:
        id: x
        title: x
        attributes:
          b: { value: "{l}", type: list }
          a: { value: "{l}", type: list }
          c: "{absent}"
          d: "{n}"
      """, [["l": ["1", "2"], "n": 3]])
    #expect(
      mapped[0].item?.attributes == [
        ItemAttribute("b", .list(["1", "2"])), ItemAttribute("a", .list(["1", "2"])),
        ItemAttribute("d", .text("3")),
      ])
  }

  @Test func `a rank is a number from 0 to 1000, 500 when it is missing`() throws {
    let records: [Record] = [
      ["r": 0], ["r": 1000], ["r": "12.5"], [:], ["r": 1001], ["r": -1], ["r": "high"],
    ]
    let mapped = try map("item: { id: x, title: x, rank: '{r}' }", records)
    #expect(mapped.map { $0.item?.rank } == [0, 1000, 13, 500, nil, nil, nil])
    #expect(mapped.suffix(3).map(\.code) == [.recordValue, .recordValue, .recordValue])
    #expect(try map("item: { id: x, title: x, rank: 700 }", [[:]])[0].item?.rank == 700)
    let scaled = try map(
      "item: { id: x, title: x, rank: '{r | number | scale: 1000, 10000000}' }",
      [["r": "100,000"], ["r": 5], [:]])
    #expect(scaled.map { $0.item?.rank } == [500, 0, 500])
  }

  @Test(
    arguments: [
      ("never", nil), ("''", nil), ("~", nil), ("2001-01-01", 978_393_600),
      ("2021-09", 1_633_046_400),
      ("2001-01-01T00:00:00Z", 978_307_200), ("P30D", 1_614_686_400), ("P1M", 1_614_513_600),
      ("PT1H", 1_612_098_000), ("'{absent}'", nil), ("'{day}'", 978_393_600),
      ("'{never}'", nil), ("'{period}'", 1_614_686_400), ("'{day}T10:00'", 978_343_200),
    ] as [(String, Int64?)])
  func `an expiry is never, the end of a day, an instant or a period`(
    declared: String, wanted: Int64?
  ) throws {
    let record: Record = ["day": "2001-01-01", "never": "never", "period": "P30D"]
    let mapped = try map("item: { id: x, title: x, expires: \(declared) }", [record])
    #expect(mapped[0].item != nil)
    #expect(mapped[0].item?.expires == wanted)
  }

  @Test func `all values of a record that cannot be converted are told together, each once`() throws
  {
    let found = try map(
      """
      let: { kind: { value: "{k}", map: { a: b } } }
      item:
        id: "{id}"
        title: "{id}"
        attributes:
          size: { value: "{size}", type: number }
          kind: "{kind}"
          other: "{kind}"
          day: { value: "{day}", type: date }
        expires: "{day}"
      """,
      [["id": "1", "size": "large", "k": "z", "day": "soon"], ["id": "2", "size": "3", "k": "a"]])
    let message = found[0].message
    for name in ["size", "kind", "day", "expiry"] { #expect(message.contains(name), "\(message)") }
    #expect(message.split(separator: "; ").count == 4 + 1, "\(message)")
    #expect(found[1].item?.attributes.count == 3)
  }

  @Test func `an expiry that cannot be read makes a bad record`() throws {
    let mapped = try map("item: { id: x, title: x, expires: '{e}' }", [["e": "tomorrow"]])
    #expect(mapped[0].code == .recordValue)
  }

  // CS-4: with `expires: P1M` an item is found 29 days later and not found 32 days later.
  @Test func `CS-4 an item that expires after a month outlives 29 days and not 32`() throws {
    let text = """
      domain: a
      version: 1
      source: { kind: json, path: x }
      item: { id: x, title: x, expires: P1M }
      """
    _ = text
    let mapped = try map("item: { id: x, title: x, expires: P1M }", [[:]])
    let expires = try #require(mapped[0].item?.expires)
    // The month after 31 January is February: the shortest there is.
    #expect(expires == momentOfIndexing + 28 * 86_400)
    #expect(expires < momentOfIndexing + 32 * 86_400)
  }
}
