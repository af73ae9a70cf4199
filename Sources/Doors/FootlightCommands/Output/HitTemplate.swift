import Footlight
import FootlightPlatform

/// The form that a person wants for each hit: text with `{names}`.
struct HitTemplate: Sendable, Equatable {
  /// The value that a name yields.
  enum Field: Sendable, Equatable, CaseIterable {
    case address, domain, label, id, title, description, url, tier, score, matched, field, distance,
      more

    /// The name as a template writes it.
    var name: String { String(describing: self) }

    /// A description for help and the reference.
    var summary: String {
      switch self {
      case .address: "domain:id, as --ids prints it"
      case .domain: "the domain"
      case .label: "the domain's name for people"
      case .id: "the id within the domain"
      case .title: "the title"
      case .description: "the description"
      case .url: "the address"
      case .tier: "1 exact, 2 starts, 3 named, 4 found, 5 close, 6 part"
      case .score: "the score within the tier"
      case .matched: "the text that matched"
      case .field: "the field that matched"
      case .distance: "metres from the place that the query or the order names"
      case .more: "how many more items have the value that --distinct puts together"
      }
    }
  }

  /// A piece of the template.
  enum Piece: Sendable, Equatable {
    case text(String)
    case field(Field)
    case attribute(String)
  }

  private(set) var pieces: [Piece] = []

  /// Reads a template: `\t`, `\n`, `\0` and `\\` are what they are elsewhere, `{{` and `}}` are braces.
  init(_ text: String) throws(Failure) {
    var literal = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        guard let letter = rest.popFirst(), let sign = HitTemplate.escapes[letter] else {
          throw HitTemplate.mistake(
            "a '\\' in the format stands before none of t, n, 0 and \\",
            "write '\\\\' for a backslash")
        }
        literal += sign
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        literal.append(character)
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw HitTemplate.mistake("a '{' in the format is never closed", "write '{{' for a brace")
        }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = ""
        pieces.append(try HitTemplate.piece(String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      case "}":
        throw HitTemplate.mistake("a '}' in the format closes nothing", "write '}}' for a brace")
      default: literal.append(character)
      }
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
  }

  private static let escapes: [Character: String] = [
    "t": "\t", "n": "\n", "0": "\0", "\\": "\\",
  ]

  private static func piece(_ name: String) throws(Failure) -> Piece {
    if let field = Field.allCases.first(where: { $0.name == name }) { return .field(field) }
    let prefix = "attributes."
    if name.hasPrefix(prefix), name.count > prefix.count {
      return .attribute(String(name.dropFirst(prefix.count)))
    }
    let names = Field.allCases.map(\.name)
    throw mistake(
      "the format names '{\(visible(name))}', which a hit does not have",
      nearest(to: name, among: names).map { "did you mean '{\($0)}'?" }
        ?? "there are \(names.joined(separator: ", ")) and attributes.NAME")
  }

  private static func mistake(_ message: String, _ remedy: String) -> Failure {
    Failure(.badFormat, message, remedy: remedy)
  }

  /// A hit as the template wants it.
  func written(_ hit: Hit, label: String) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      // A control character of the data is none of the template's: a pipe may end at a terminal.
      case .field(let field): visible(value(field, hit, label))
      case .attribute(let name):
        visible(hit.attributes.first { $0.name == name }?.value.text ?? "")
      }
    }.joined()
  }

  private func value(_ field: Field, _ hit: Hit, _ label: String) -> String {
    switch field {
    case .address: hit.address
    case .domain: hit.domain
    case .label: label
    case .id: hit.id
    case .title: hit.title
    case .description: hit.description
    case .url: hit.url
    case .tier: String(hit.tier.rawValue)
    case .score: String(hit.score ?? 0)
    case .matched: hit.matched?.text ?? ""
    case .field: hit.matched?.field.rawValue ?? ""
    case .distance: hit.distance.map { String($0) } ?? ""
    case .more: hit.group.map { String($0.more) } ?? ""
    }
  }
}

extension AttributeValue {
  /// The value as one text.
  var text: String {
    switch self {
    case .text(let text), .date(let text, _), .number(_, let text): text
    case .boolean(let flag): flag ? "true" : "false"
    case .list(let texts): texts.joined(separator: "; ")
    case .place(let place): place.text
    }
  }
}
