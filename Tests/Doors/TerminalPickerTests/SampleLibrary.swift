import Footlight
import FootlightPlatform
import TestSupport

/// A small workspace of rules, shows and places, built once for all tests.
final class SampleLibrary: Sendable {
  let library: Library
  private let folder: TemporaryFolder

  static func shared() throws -> SampleLibrary { try made.get() }
  private static let made = Result { try SampleLibrary() }

  var path: String { folder.path }

  init() throws {
    folder = try TemporaryFolder()
    try SampleLibrary.fill(folder)
    library = try Library(workspace: folder.path)
    try library.sync()
  }

  /// Writes declarations and records.
  static func fill(_ folder: borrowing TemporaryFolder) throws {
    let headings = [
      "Scope", "Defenses", "Counterclaim", "Notices", "Records", "Costs", "Pleadings", "Parties",
    ]
    var rules = "set,number,heading,year,body\n"
    for set in ["FRCP", "FRE", "FRAP"] {
      for number in 1...40 {
        rules += "\(set),\(number),\(headings[number % 8]),\(1938 + number % 7),"
        rules +=
          "\"A party may file within \(number) days. The court decides what \(headings[number % 8].lowercased()) mean.\"\n"
      }
    }
    try folder.write("domains/data/rules.csv", rules)
    try folder.write(
      "domains/rules.yaml",
      """
      domain: law.rules
      label: Federal Rules
      version: 1
      source: { kind: csv, path: data/rules.csv }
      item:
        id: "{set} {number}"
        title: "{set} {number}: {heading}"
        description: "About {heading | lower}"
        body: "{body}"
        aliases: ["{set} {number}", "Rule {number}"]
        url: "https://rules.example/{set | lower}/{number}"
        attributes:
          set: "{set}"
          year: { value: "{year}", type: number }
      """)
    try folder.write(
      "domains/data/shows.csv",
      """
      id,name,about,kind,url
      s1,Stranger Things,"Four friends, a lab, and a door that should have stayed shut.",Series,https://shows.example/1
      s2,東京物語,An old couple visits its children in Tokyo.,Movie,https://shows.example/2
      s3,Élan vital,"A dance film, with no words at all.",Movie,https://shows.example/3
      s4,\u{1B}[31mRed alarm\u{7},"Bells \u{1B}]0;title\u{7} ring.",Movie,https://shows.example/4
      s5,The 👩‍👩‍👧 family,Three of them and a dog.,Series,https://shows.example/5
      s6,한국의 봄,A spring in Korea.,Movie,
      """)
    try folder.write(
      "domains/shows.yaml",
      """
      domain: shows
      label: Shows
      version: 1
      source: { kind: csv, path: data/shows.csv }
      item:
        id: "{id}"
        title: "{name}"
        description: "{about}"
        url: "{url}"
        attributes: { kind: "{kind}" }
      """)
  }
}
