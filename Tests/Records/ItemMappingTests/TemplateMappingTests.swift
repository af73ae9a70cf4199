import DeclaredRecords
import FootlightPlatform
import Testing

@Suite struct TemplateMappingTests {
  @Test func `a record becomes an item as the declaration says`() throws {
    let declaration = """
      let:
        who: { value: "{kind}", map: { p: Person, m: Machine } }
      item:
        id: "{who | lower}-{id}"
        title: "{name.first} {name.last}"
        description: "of {nothing} and {name.first}"
        aliases: ["{names.*[]}", "{works[0].title}", "Nr. {nothing}"]
        keywords: ["{tags | split: ', '}", "about {works[].title | upper}"]
        attributes: { who: "{who}", born: { value: "{born}", type: number }, tags: "{tags | split: ', ' | join: '; '}", other: "{nothing | default: 'none'}" }
        skip_when: "{draft}"
      """
    let ada: Record = [
      "id": 7, "kind": "p", "name": ["first": "Ada", "last": "Lovelace"],
      "names": ["de": ["Adele", "Adda"], "en": ["Countess"]],
      "works": [["title": "Notes"], ["title": "Letters"]], "tags": "math, poetry", "born": "1815",
    ]
    let kept: [RecordValue?] = [nil, .null, false, "no", 0, "", "No", " FALSE "]
    let skipped: [RecordValue] = [true, "yes", 1, "later", "00"]
    let others = (kept + skipped).enumerated().map { place, draft in
      var record: Record = [
        "id": RecordValue(place), "kind": "m", "name": ["first": "Engine", "last": "x"],
      ]
      if let draft { record["draft"] = draft }
      return record
    }
    let mapped = try map(declaration, [ada] + others)
    #expect(
      mapped[0].item
        == Item(
          id: "person-7", title: "Ada Lovelace",
          keywords: ["math", "poetry", "about NOTES", "about LETTERS"],
          aliases: ["Adele", "Adda", "Countess", "Notes"],
          attributes: [
            ItemAttribute("who", .text("Person")),
            ItemAttribute("born", .number(1815, written: "1815")),
            ItemAttribute("tags", .text("math; poetry")), ItemAttribute("other", .text("none")),
          ]))
    #expect(
      mapped.dropFirst().map { $0 == .skipped } == kept.map { _ in false }
        + skipped.map { _ in true })
    #expect(mapped[1].item?.id == "machine-0")
  }

  @Test(arguments: [
    ("{a}", "12.50"), ("{b}", "true"), ("{c}", "false"), ("{d} {a}!", "text 12.50!"),
    ("{{{d}}}", "{text}"), ("{o.x}", "1"), ("{l[1]}", "zwei"), ("{d}{d}", "texttext"),
    ("{o.x} § {d | upper}", "1 § TEXT"),
  ])
  func `a value prints as the record holds it`(template: String, wanted: String) throws {
    let record: Record = [
      "a": .number("12.50"), "b": true, "c": false, "d": "text", "o": ["x": 1],
      "l": ["eins", "zwei"],
    ]
    #expect(try title(template, record) == wanted)
  }

  @Test func `what is missing makes the whole template empty`() throws {
    let record: Record = ["a": "x", "empty": "", "null": nil, "none": []]
    for field in ["empty", "null", "none", "absent", "a.b", "none[0]"] {
      let mapped = try map(
        "item: { id: x, title: x, description: 'a {a} {\(field)}', body: 'b {\(field) | upper}' }",
        [record])
      #expect(mapped[0].item?.description == "", "\(field)")
      #expect(mapped[0].item?.body == "", "\(field)")
      #expect(try title("{\(field) | default: 'y'}", record) == "y")
    }
  }

  @Test func `an empty id or title is a bad record that names the field`() throws {
    let mapped = try map(
      "item: { id: '{a}-{b}', title: '{c | trim}' }",
      [
        ["a": 1, "b": 2, "c": "x"], ["a": 1, "c": "x"], ["a": 1, "b": 2],
        ["a": 1, "b": 2, "c": "  "],
      ])
    #expect(mapped[0].item?.id == "1-2")
    #expect(mapped[1].code == .missingID)
    #expect(mapped[1].message == "no id: 'b' is missing")
    #expect(mapped[2].code == .missingTitle)
    #expect(mapped[2].message == "no title: 'c' is missing")
    #expect(mapped[3].code == .missingTitle)
  }

  @Test func `every bad record is told with a remedy`() throws {
    let item = "item: { id: '{a}', title: '{t}', rank: '{r}', attributes: { n: "
    let declaration = "let: { m: { value: '{b}', map: { x: y } } }\n" + item
    let records: [Record] = [
      [:], ["a": 1], ["a": [1], "t": "x"], ["a": 1, "t": "x", "r": 2000],
      ["a": 1, "t": "x", "n": "y"],
      ["a": 1, "t": "x", "b": "z"], ["a": 1, "t": "x", "d": "soon"],
    ]
    let mapped =
      try map(
        declaration + "{ value: '{n}', type: number }, m: '{m}', d: \"{d | date: 'yyyy'}\" } }",
        records)
    #expect(mapped.map { $0.remedy?.isEmpty } == records.map { _ in false })
  }

  @Test func `lists and objects where text is wanted are bad records`() throws {
    for value: RecordValue in [["a"], ["a", "b"], [["x": 1]], ["x": 1]] {
      for template in ["{v}", "{v | upper}", "x{v}"] {
        #expect(try text(template, ["v": value]).code == .recordNotText, "\(value) \(template)")
      }
    }
    // The elements of a list are text where lists are wanted, objects never are.
    #expect(try keywords("{v}", ["v": ["a", "b"]]) == ["a", "b"])
    #expect(
      try map("item: { id: x, title: x, keywords: '{v}' }", [["v": [["x": 1]]]])[0].code
        == .recordNotText)
    #expect(try text("{v} is secret", ["v": ["x": "secret"]]).message.contains("secret") == false)
  }

  @Test(arguments: [
    ("{tags}", ["a", "b\"c", "12", "true", "ü"]), ("{tags[]}", ["a", "b\"c", "12", "true", "ü"]),
    ("#{tags}", ["#a", "#b\"c", "#12", "#true", "#ü"]), ("{tags | first}", ["a"]),
    ("{tags | last}", ["ü"]), ("{tags | join: '+'}", ["a+b\"c+12+true+ü"]),
    ("{tags | limit: 2}", ["a", "b\"c"]), ("{tags | upper | limit: 1}", ["A"]),
    ("{nested}", ["1", "2", "3"]), ("{nested[]}", ["1", "2", "3"]), ("{o.*}", ["x", "y", "z"]),
    ("{absent}", []), ("{tags | limit: 0}", []), ("{one[]} {name}", ["single Ada"]),
    ("{name}", ["Ada"]), ("{empty}", []),
  ])
  func `a list yields a keyword an element`(template: String, wanted: [String]) throws {
    let record: Record = [
      "tags": ["a", "b\"c", 12, true, nil, "", "ü"], "nested": [[1, 2], [3]],
      "o": ["p": "x", "q": ["y", "z"]], "one": ["single"], "name": "Ada", "empty": [],
    ]
    #expect(try keywords(template, record) == wanted)
  }

  @Test func `escapes in lists are decoded`() throws {
    let text = "tab\t, quote\", back\\, line\n, \u{1}, 🦊, é"
    #expect(try keywords("{l}", ["l": [.text(text)]]) == [text])
  }

  @Test func `two lists that only the record knows are a bad record`() throws {
    let mapped = try map(
      "item: { id: x, title: x, keywords: ['{a} {b}'] }",
      [["a": ["1"], "b": ["2"]], ["a": ["1", "2"], "b": "x"]])
    #expect(mapped[0].code == .recordNotText)
    #expect(mapped[1].item?.keywords == ["1 x", "2 x"])
  }

  @Test func `a map that does not hold a value makes a bad record unless there is an else`() throws
  {
    let records: [Record] = [["k": "p"], ["k": "x"], [:], ["k": 1]]
    let strict = try map(
      """
      let: { who: { value: "{k}", map: { p: Person, 1: One } } }
      item: { id: x, title: "t", description: "{who}" }
      """, records)
    #expect(strict[0].item?.description == "Person")
    #expect(strict[1].code == .recordNotMapped)
    #expect(strict[1].message.contains("'who'"))
    #expect(strict[2].item?.description == "")
    #expect(strict[3].item?.description == "One")
    let lenient = try map(
      """
      let: { who: { value: "{k}", map: { p: Person, x: ~ }, else: "other {k | default: 'none'}" } }
      item: { id: x, title: "t", description: "{who}" }
      """, records)
    #expect(lenient.map { $0.item?.description } == ["Person", "", "other none", "other 1"])
  }

  @Test func `names build on names, and each is found out once a record`() throws {
    let mapped = try map(
      """
      let:
        a: "{x}"
        b: "{a}{a}"
        title: "{title | trim}"
        tags: { value: "{tags | split: ','}", map: { p: Person, m: Machine }, else: "{a}" }
      item: { id: "{b}", title: "{title}", keywords: ["{tags}", "{tags | first} {b}"] }
      """,
      [["x": "1", "title": " T ", "tags": "p,q,m"], ["x": "2", "title": "U"]])
    #expect(
      mapped.map(\.item) == [
        Item(id: "11", title: "T", keywords: ["Person", "1", "Machine", "Person 11"]),
        Item(id: "22", title: "U", keywords: ["2", "2 22"]),
      ])
  }

  @Test func `only_when is the opposite of skip_when`() throws {
    let mapped = try map(
      "item: { id: x, title: x, only_when: '{a}' }", [["a": 1], ["a": 0], [:], ["a": "yes"]])
    #expect(mapped.map { $0 == .skipped } == [false, true, true, false])
  }

  @Test func `a skipped record is not bad, whatever it lacks`() throws {
    let mapped = try map(
      """
      let: { k: { value: "{kind}", map: { a: b } } }
      item: { id: "{id}", title: "{k}", skip_when: "{draft}" }
      """, [["draft": true, "kind": "z"]])
    #expect(mapped == [.skipped])
  }
}
