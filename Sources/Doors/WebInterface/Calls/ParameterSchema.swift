import Footlight
import FootlightPlatform
import JSONAnswers

/// The schemas of parameters.
///
/// Those that name attributes are told by the attributes that there are, so that what the
/// schema allows is answered, and what is refused can be read from it.
struct ParameterSchema: Sendable {
  /// Where there are more attributes than that, the description names none of them and stays short.
  private static let mostNames = 400
  /// A value without quotation marks, and one within.
  private static let texts = #"(?:[0-9A-Za-z]+(?:[.-][0-9A-Za-z]+)*|"[0-9A-Za-z][0-9A-Za-z .,-]*")"#

  /// Latitude and longitude in degrees.
  private static let place =
    #"-?(?:90|[1-8]?[0-9](?:\.[0-9]{1,6})?),-?(?:180|(?:1[0-7][0-9]|[1-9]?[0-9])(?:\.[0-9]{1,6})?)"#

  /// The names of attributes by the type of their values; empty where they are not told.
  private let names: [String: [String]]
  private let orders: [String]

  init(_ domains: [Snapshot.Facts]) {
    var names: [String: [String]] = [:]
    for attribute in domains.flatMap(\.attributes)
    where !names[attribute.type, default: []].contains(attribute.name) {
      names[attribute.type, default: []].append(attribute.name)
    }
    // A name of several types is one of texts, as any value will do for one of them.
    let isText = Set((names["text"] ?? []) + (names["list"] ?? []))
    for type in ["number", "date", "boolean", "place"] {
      names[type]?.removeAll(where: isText.contains)
    }
    if names["place"]?.isEmpty == false {
      for name in [AttributeOrder.placeName, AttributeOrder.areaName] where !isText.contains(name) {
        names["place"]?.append(name)
      }
    }
    let all = Set(names.values.joined()).sorted()
    self.names = all.count > ParameterSchema.mostNames ? [:] : names
    let places = Set(names["place"] ?? [])
    orders =
      self.names.isEmpty ? [] : [AttributeOrder.titleName] + all.filter { !places.contains($0) }
  }

  /// The schema of a parameter.
  ///
  /// - Parameter isMember: whether it is a member of a body, in which null counts as absent.
  func schema(_ parameter: Parameter, isMember: Bool = false) -> RecordValue {
    func type(_ names: String...) -> RecordValue {
      isMember ? .texts(names + ["null"]) : .text(names[0])
    }
    switch parameter.kind {
    case .text: return ["type": type("string")]
    case .flag: return ["type": type("boolean")]
    case .number(let range):
      return [
        "type": type("integer"), "minimum": RecordValue(range.lowerBound),
        "maximum": RecordValue(range.upperBound),
      ]
    case .choice(let words):
      let choices = words.map { RecordValue.text($0) }
      return ["type": type("string"), "enum": .list(isMember ? choices + [.null] : choices)]
    case .pattern(let pattern): return ["type": type("string"), "pattern": .text(pattern)]
    case .attributes(.grouped):
      let names = (orders.dropFirst() + ["domain", "none"]).map(ParameterSchema.escaped)
      let pattern = orders.isEmpty ? nil : "^(?:\(names.joined(separator: "|")))?$"
      return .members(["type": type("string"), "pattern": pattern.map { .text($0) }])
    // A body may hold a single value in the place of a list.
    case .list, .listOf, .attributes:
      return ["type": type("array", "string"), "items": items(parameter.kind)]
    }
  }

  private func items(_ kind: Parameter.Kind) -> RecordValue {
    let pattern: String? =
      switch kind {
      case .attributes(.filtered): filterPattern
      case .attributes(.counted): facetPattern
      case .attributes(.ordered): orderPattern
      case .attributes(.within): areaPattern
      case .text, .number, .flag, .choice, .list, .listOf, .pattern, .attributes(.grouped): nil
      }
    // An empty element counts as absent.
    let words: [String]? = if case .listOf(let words) = kind { words + [""] } else { nil }
    return .members([
      "type": "string", "enum": words.map { .texts($0) }, "pattern": pattern.map { .text($0) },
    ])
  }

  /// The form of an order (ECMA-262): attributes with commas between, and distances from places.
  private var orderPattern: String? {
    guard !orders.isEmpty else { return nil }
    let names = orders.map(ParameterSchema.escaped).joined(separator: "|")
    let distance = form(["place"], ":\(ParameterSchema.place)").map { "|\($0)" } ?? ""
    let name = "-?(?:\(names)\(distance))"
    return "^(?:\(name)(?:,\(name))*)?$"
  }

  /// The form of a filter (ECMA-262): each attribute with values that its type can have.
  private var filterPattern: String? {
    let number = #"[0-9]{1,9}(?:\.[0-9]{1,4})?"#
    let date = #"[0-9]{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|1[0-9]|2[0-8]))?)?"#
    let forms = [
      form(["text", "list"], ":\(some(ParameterSchema.texts))"),
      form(["number"], "(?::\(some(number))|:\(number)\\.\\.|:\\.\\.\(number)|[<>]=?\(number))"),
      form(["date"], "(?::\(some(date))|:\(date)\\.\\.|:\\.\\.\(date)|[<>]=?\(date))"),
      form(["boolean"], ":(?:true|false)"),
      form(["place"], ":\(ParameterSchema.place),[0-9]{1,4}(?:\\.[0-9])?(?:km|m|mi)"),
    ].compactMap { $0 }
    return forms.isEmpty ? nil : "^(?:-?(?:\(forms.joined(separator: "|"))))?$"
  }

  /// The form of an area (ECMA-262): a circle, the corners of a polygon, or a polygon of GeoJSON.
  private var areaPattern: String {
    guard names["place"]?.isEmpty == false else { return "^$" }
    let place = ParameterSchema.place
    let position = "\\[-?1?[0-9]{1,2}(?:\\.[0-9]{1,6})?,-?[1-8]?[0-9](?:\\.[0-9]{1,6})?\\]"
    let forms = [
      "\(place),[0-9]{1,4}(?:\\.[0-9])?(?:km|m|mi)", "\(place)(?:;\(place)){2,99}",
      #"\{"type":"Polygon","coordinates":\[\[\#(position)(?:,\#(position)){3,99}\]\]\}"#,
    ]
    return "^(?:\(forms.joined(separator: "|")))?$"
  }

  /// The form of a facet (ECMA-262): each attribute, and the steps that its type has.
  private var facetPattern: String? {
    let forms = [
      form(["text", "list", "number", "date", "boolean"], "(?:~[a-z0-9]{0,9})?"),
      form(["number"], "/[1-9][0-9]{0,5}"), form(["date"], "/(?:year|month|day)"),
    ].compactMap { $0 }
    return forms.isEmpty ? nil : "^(?:\(forms.joined(separator: "|")))?$"
  }

  private func form(_ types: [String], _ value: String) -> String? {
    let found = types.flatMap { names[$0] ?? [] }
    guard !found.isEmpty else { return nil }
    return "(?:\(found.map(ParameterSchema.escaped).joined(separator: "|")))\(value)"
  }

  private func some(_ value: String) -> String { "\(value)(?:,\(value))*" }

  private static func escaped(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
      if !letter.isLetter, !letter.isNumber, letter != "_", letter != "-" { text += "\\" }
      text.append(letter)
    }
  }
}

/// A parameter of a route: what it is called, what may stand in it, and what it does.
struct Parameter: Sendable {
  typealias Kind = SearchParameter.Kind

  let name: String
  let kind: Kind
  /// One line without a full stop.
  let summary: String

  /// Whether it may be there any number of times.
  var isList: Bool { kind.isList }

  init(_ name: String, _ kind: Kind, _ summary: String) {
    self.name = name
    self.kind = kind
    self.summary = summary
  }

  /// A parameter of searches.
  init(_ searched: SearchParameter) {
    self.init(searched.name, searched.kind, searched.summary)
  }
}

extension SourceLocation {
  /// The place of a parameter of a request.
  init(parameter: String) { self.init(file: parameter) }
}
