import Footlight
import FootlightPlatform
import JSONAnswers

/// The parameters of a request, checked against those of its route.
///
/// An empty one counts as absent, but for `q`, whose empty text finds nothing. The API refuses unknown ones where a
/// route has any; a page leaves them alone, since links carry the marks of whoever made them.
struct Arguments: Sendable {
  private var texts: [String: [String]] = [:]

  /// Reads the query of an address.
  ///
  /// - Throws: `request.parameter` for each mistake.
  init(
    query: Substring?, _ parameters: [Parameter], isStrict: Bool = false
  ) throws(Failure) {
    var mistakes: [Diagnostic] = []
    for pair in (query ?? "").split(separator: "&", maxSplits: 4096) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentText.decoded(parts[0], isForm: true),
        let value = PercentText.decoded(parts.count > 1 ? parts[1] : "", isForm: true)
      else {
        mistakes.append(
          Diagnostic(
            .requestParameter, "a parameter is no text", remedy: "encode it as UTF-8 with %XX"))
        continue
      }
      if let parameter = parameters.first(where: { $0.name == name }) {
        mistakes += add(parameter, value)
      } else if isStrict, !parameters.isEmpty {
        mistakes.append(Arguments.unknown(name, parameters))
      }
    }
    if let failure = Failure(mistakes) { throw failure }
  }

  /// Reads an object of a body.
  init(object: JSONValue, _ parameters: [Parameter]) throws(Failure) {
    guard case .object(let members) = object else {
      throw Failure(.requestBody, "a query is no object", remedy: "write {\"q\": \"…\"}")
    }
    var mistakes: [Diagnostic] = []
    for member in members.fields {
      guard let parameter = parameters.first(where: { $0.name == member.name }) else {
        mistakes.append(Arguments.unknown(member.name, parameters))
        continue
      }
      switch member.value {
      // As in a form a member without a value counts as absent.
      case .null: break
      case .list(let values) where parameter.isList:
        for value in values { mistakes += add(parameter, value) }
      case .text, .number, .boolean, .list, .object: mistakes += add(parameter, member.value)
      }
    }
    if let failure = Failure(mistakes) { throw failure }
  }

  /// Takes a value that has the type of its parameter.
  private mutating func add(_ parameter: Parameter, _ value: JSONValue) -> [Diagnostic] {
    switch (parameter.kind, value) {
    case (.number, .number(let text)): add(parameter, Arguments.whole(text))
    case (.flag, .boolean(let flag)): add(parameter, flag ? "true" : "false")
    case (.number, _): [Arguments.wrong(parameter, "a value is no number")]
    case (.flag, _): [Arguments.wrong(parameter, "a value is neither true nor false")]
    case (_, .text(let text)): add(parameter, text)
    default: [Arguments.wrong(parameter, "a value is no text")]
    }
  }

  /// A number of JSON without a fraction of zeros: `10.0` is a whole number (JSON Schema, "integer").
  private static func whole(_ text: String) -> String {
    guard let point = text.firstIndex(of: "."), point != text.startIndex,
      text[text.index(after: point)...].allSatisfy({ $0 == "0" })
    else { return text }
    return String(text[..<point])
  }

  private mutating func add(_ parameter: Parameter, _ value: String) -> [Diagnostic] {
    guard !value.isEmpty || parameter.name == "q" else { return [] }
    switch parameter.kind {
    case .text, .list, .attributes, .pattern: break
    case .number(let range):
      guard value.utf8.count < 19, value.utf8.allSatisfy({ $0.isDigit }),
        let number = Int(value), range.contains(number)
      else {
        return [
          Arguments.wrong(
            parameter, "it is no whole number from \(range.lowerBound) to \(range.upperBound)")
        ]
      }
    case .flag:
      guard SearchParameter.flagWords.contains(value) else {
        return [Arguments.wrong(parameter, "it is neither true nor false")]
      }
    case .choice(let words), .listOf(let words):
      guard words.contains(value) else {
        let near = nearest(to: value, among: words).map { "; did you mean '\($0)'?" } ?? ""
        return [
          Arguments.wrong(parameter, "it is none of: \(words.joined(separator: ", "))\(near)")
        ]
      }
    }
    if parameter.isList {
      texts[parameter.name, default: []].append(value)
    } else {
      texts[parameter.name] = [value]
    }
    return []
  }

  private static func wrong(_ parameter: Parameter, _ why: String) -> Diagnostic {
    Diagnostic(
      .requestParameter, "the parameter '\(parameter.name)' cannot be read: \(why)",
      at: SourceLocation(parameter: parameter.name), remedy: parameter.summary)
  }

  /// A parameter that the route does not have, with the one that was probably meant.
  private static func unknown(_ name: String, _ parameters: [Parameter]) -> Diagnostic {
    let names = parameters.map(\.name)
    let shown = String(name.prefix(40))
    let remedy: String
    if let near = nearest(to: name, among: names) {
      remedy = "did you mean '\(near)'?"
    } else {
      remedy = names.isEmpty ? "leave it out" : "it knows \(names.joined(separator: ", "))"
    }
    return Diagnostic(
      .requestParameter, "there is no parameter '\(shown)' here",
      at: SourceLocation(parameter: shown), remedy: remedy)
  }

  /// The text of a parameter; nil when it is absent.
  subscript(name: String) -> String? { texts[name]?.last }

  /// All texts of a parameter.
  func list(_ name: String) -> [String] { texts[name] ?? [] }

  /// The number of a parameter.
  func number(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

  /// Whether a flag is up.
  func flag(_ name: String) -> Bool { SearchParameter.isOn(self[name] ?? "") }
}

/// Text of addresses and of forms, where a plus is a space.
enum PercentText {
  /// The text that was encoded; nil when an escape is broken or it is not UTF-8.
  static func decoded(_ text: some StringProtocol, isForm: Bool = false) -> String? {
    PercentEncoding.decoded(text.utf8, isForm: isForm, isStrict: true)
      .flatMap { String(validating: $0, as: UTF8.self) }
  }
}
