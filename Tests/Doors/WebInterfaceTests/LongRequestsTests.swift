import Footlight
import FootlightPlatform
import JSONAnswers
import TestSupport
import Testing

@testable import WebInterface

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// No parameter of a search keeps a server longer than `timeout_ms` says, however long it is and however often it is there.
///
/// What is measured is the time of the processor, so that other programs do not matter. With `FOOTLIGHT_TORTURE` set over a
/// million values and bodies as long as they may be.
@Suite(.serialized) struct LongRequestsTests {
  private static let isLong = SystemServices.system.environment("FOOTLIGHT_TORTURE") != nil
  private static let timeout = 100
  /// How many milliseconds more a request may take; builds for debugging are many times slower.
  #if DEBUG
    private static let grace = 1_200
  #else
    private static let grace = 50
  #endif
  private static let items = isLong ? 1_000_000 : 4_000
  private static let bytes = isLong ? 1_000_000 : 100_000

  private func served() throws -> ServedWorkspace {
    try ServedWorkspace(now: 1_800_000_000, isTimed: true) { folder in
      try folder.write(
        "domains/d.yaml",
        """
        domain: d
        version: 1
        source: { kind: jsonl, path: data/d.jsonl }
        item:
          id: "{id}"
          title: "{title}"
          attributes:
            u: "{u}"
            g: "{g}"
            n: { value: "{n}", type: number }
            day: { value: "{day}", type: date }
            at: { value: "{at}", type: place }

        """)
      var lines = ""
      for number in 0..<LongRequestsTests.items {
        lines += "{\"id\":\"\(number)\",\"title\":\"Item w\(number % 997) w\(number % 31)\","
        lines +=
          "\"u\":\"9\(number)99999999999999999999x\",\"g\":\"\(number % 3)\",\"n\":\(number),"
        lines += "\"day\":\"\(1900 + number % 120)-0\(1 + number % 9)-11\","
        lines += "\"at\":\"\(number % 80).5,\(number % 170).25\"}\n"
      }
      try folder.write("domains/data/d.jsonl", lines)
    }
  }

  /// What a list may hold that the search takes, so that it is not refused at once.
  private static func good(_ name: String, _ place: Int) -> String {
    switch name {
    case "filter": ["n>=\(place)", "u>=9\(place)", "day>=1900", "-g:\(place % 3)"][place % 4]
    case "within": "\(place % 80),20,\(1_000 + place)km"
    case "facet": ["u~\(place)", "n/\(1 + place)", "u", "day/month", "g~\(place)"][place % 5]
    case "sort": ["n", "u", "-day", "title", "at:\(place % 80),3"][place % 5]
    case "fields": "id"
    case "domain": "d"
    case "q": "w\(place % 997)"
    default: "9"
    }
  }

  /// The values of one parameter that are worth trying.
  private static func values(of parameter: Parameter) -> [JSONText] {
    let long = String(repeating: "9", count: bytes)
    let repeated = (0..<bytes / 24).map { good(parameter.name, $0) }
    let some = (0..<900).map { good(parameter.name, $0) }
    var found: [JSONText] = []
    switch parameter.kind {
    case .number(let range):
      found += [.number(range.upperBound), .number(range.lowerBound), .number(Int.max)]
    case .flag: found += [.flag]
    case .choice(let words): found += words.map { .text($0) } + [.text(long)]
    case .listOf, .list, .attributes, .text, .pattern: found += [.text(long)]
    }
    if parameter.isList { found += [.list(repeated), .list(some), .list([long, long])] }
    switch parameter.name {
    case "q":
      for mark in [
        "(", ")", "\"", ":", "-", "*", "@", "OR ", "NOT ", "n:1 ", "\"a\" ", "title:", "a~ ",
        "u:9,",
      ] {
        found.append(.text(String(repeating: mark, count: 30_000 / mark.utf8.count)))
      }
      found.append(.text(some.joined(separator: " OR ")))
      found.append(.text("\"\(some.joined(separator: " "))\""))
    case "facet":
      found += [
        .list(["u~" + String(repeating: "9", count: 250)]), .list((0..<50).map { "u~\($0)" }),
      ]
    case "filter": found.append(.list(["u:" + (0..<4_000).map { "9\($0)" }.joined(separator: ",")]))
    case "within":
      let corners = (0..<10_000).map { "\(30 + $0 % 100).\($0),\(10 + $0 / 100).5" }
      found.append(.list([corners.joined(separator: ";")]))
    case "distinct": found += ["u", "n", "day"].map { .text($0) }
    default: break
    }
    return found
  }

  /// A value in a body.
  private enum JSONText {
    case text(String)
    case list([String])
    case number(Int)
    case flag

    var json: String {
      func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
      }
      switch self {
      case .text(let text): return quoted(text)
      case .list(let texts): return "[" + texts.map(quoted).joined(separator: ",") + "]"
      case .number(let number): return "\(number)"
      case .flag: return "true"
      }
    }
  }

  /// Milliseconds of the processor that this thread has had.
  private static func spent() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }

  @Test func `no parameter overstays the time that was given`() throws {
    let served = try served()
    _ = served.get("/api/v1/search?q=item&facet=u&facet=n&sort=n")
    let beside = [
      "\"q\":\"item\"", "\"facet\":[\"u\",\"n\",\"day\"]",
      "\"distinct\":\"u\",\"count\":\"groups\",\"facet\":[\"n\"]",
      "\"siblings\":true,\"facet\":[\"u\"],\"filter\":[\"u>=1\"],\"count\":\"exact\"",
    ]
    var turn = 0
    for parameter in SearchRoutes.parameters where parameter.name != "timeout_ms" {
      for value in LongRequestsTests.values(of: parameter) {
        let others = beside.filter { !$0.contains("\"\(parameter.name)\"") }
        turn += 1
        for other in LongRequestsTests.isLong ? others : [others[turn % others.count]] {
          let query =
            "{\"timeout_ms\":\(LongRequestsTests.timeout),\(other),\"\(parameter.name)\":\(value.json)}"
          guard query.utf8.count < 1 << 20 - 100 else { continue }
          let body = "{\"queries\":[\(query)]}"
          let began = LongRequestsTests.spent()
          let answer = served.ask("POST", "/api/v1/search", body: body)
          let took = LongRequestsTests.spent() - began
          // Explanations have as long as the search had, and a second at least.
          let most =
            LongRequestsTests.timeout + LongRequestsTests.grace
            + (parameter.name == "explain" ? 1_000 : 0)
          #expect(
            took <= most,
            "\(parameter.name): \(value.json.prefix(60)) beside \(other): \(took) ms, \(answer.status)"
          )
        }
      }
    }
  }

  @Test func `a text of a facet has a length`() throws {
    let served = try ServedWorkspace()
    let long = String(repeating: "9", count: 257)
    for target in [
      "/api/v1/search?facet=kind~\(long)", "/api/v1/domains/shelf/facets?value=\(long)",
    ] {
      #expect(served.get(target).code == "query.facet", "\(target.prefix(40))")
      #expect(served.get(String(target.dropLast())).status == 200)
    }
  }
}
