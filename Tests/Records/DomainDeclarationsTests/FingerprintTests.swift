import DeclaredRecords
import Testing

@Suite struct FingerprintTests {
  @Test(arguments: [
    "label: Others", "search: { weight: 3 }", "search: { synonyms: [[film, movie]] }",
    "# a comment", "let: {}", "analysis: ~",
    "analysis: { language: none }", "search: { k1: 1.2, fields: { title: 3 } }",
  ])
  func `what is read at query time, defaults and spelling rebuild nothing`(top: String) throws {
    let plain = try load(declaration())
    let other = try load(declaration(top: top))
    #expect(plain.fingerprint == other.fingerprint)
    #expect(plain.contentHash != other.contentHash)
  }

  @Test(arguments: [
    declaration(title: "{name} "), declaration(item: "body: '{text}'"),
    declaration(item: "aliases: ['{id}']"), declaration(item: "expires: P30D"),
    declaration(source: "delimiter: ';'"), declaration(source: "duplicates: first"),
    declaration(top: "analysis: { language: english }"),
    declaration(top: "analysis: { stop_words: [a] }"),
    declaration(top: "search: { fields: { title: 4 } }"), declaration(top: "search: { k1: 1 }"),
    declaration(top: "search: { reference_lengths: { body: 99 } }"),
    declaration(top: "let: { a: b }"),
  ])
  func `what decides the bytes of an index rebuilds`(text: String) throws {
    #expect(try load(declaration()).fingerprint != load(text).fingerprint)
  }

  @Test func `tolerance and the version rebuild nothing by themselves`() throws {
    let plain = try load(declaration())
    #expect(plain.fingerprint == (try load(declaration(source: "tolerate: 5"))).fingerprint)
    let raised = declaration().replacing("version: 1", with: "version: 2")
    #expect(plain.fingerprint == (try load(raised)).fingerprint)
  }

  @Test func `shards of the same meaning are the same, however they are written`() throws {
    func fingerprints(_ texts: [String]) throws -> Set<String> {
      Set(try texts.map { try load(declaration(top: "shards: \($0)")).fingerprint })
    }
    let none = try load(declaration()).fingerprint
    let many = try fingerprints(["16", "{ count: 16 }", "{}", "{ by: ~ }"])
    let keyed = try fingerprints([
      "{ by: '{name}' }", "{ count: 16, by: '{name}' }", "{ by: '{name}', count: 16 }",
    ])
    #expect(try fingerprints(["1", "{ count: 1 }"]) == [none])
    #expect(many.count == 1 && keyed.count == 1 && many.isDisjoint(with: keyed.union([none])))
    #expect(try fingerprints(["8"]).isDisjoint(with: many))
    #expect(try fingerprints(["{ by: '{text}' }", "{ by: '{name}', count: 8 }"]).count == 2)
  }

  @Test func `the order of keys means nothing`() throws {
    let one = "domain: a\nversion: 1\nsource: { kind: csv, path: x }\nitem: { id: a, title: b }\n"
    let two = "item: { title: b, id: a }\nsource: { path: x, kind: csv }\nversion: 1\ndomain: a\n"
    #expect(try load(one).fingerprint == load(two).fingerprint)
  }

  @Test func `the hash of the text is SHA-256`() throws {
    // printf 'domain: a\nversion: 1\nsource: { kind: csv, path: x }\nitem: { id: a, title: b }\n' | sha256sum
    let text = "domain: a\nversion: 1\nsource: { kind: csv, path: x }\nitem: { id: a, title: b }\n"
    #expect(
      try load(text).contentHash
        == "db299bf76ba8038c306d7f31cd90c5707a5a65c2dd390809014323be49d7d609")
  }
}
