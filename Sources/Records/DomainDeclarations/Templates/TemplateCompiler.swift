import FileHandles
import FootlightPlatform

/// Compiles the templates of one declaration against one plan of fields.
struct TemplateCompiler {
  /// A name of `let`, and the shape of its values.
  struct Name {
    var name: String
    var shape: Template.Shape
  }

  /// More paths than this are a mistake of a program, not of a person.
  static let pathLimit = 1000

  private(set) var paths: [FieldPath] = []
  private var slots: [FieldPath: Int] = [:]
  /// The slots that some expression uses without a default.
  private var needed: Set<Int> = []
  /// The names that can be used by now.
  var names: [Name] = []
  /// The names that are declared further below.
  var laterNames: Set<String> = []

  /// The plan with every path that was used.
  var plan: FieldPlan {
    FieldPlan(paths, optional: Set(paths.indices).subtracting(needed))
  }

  /// Compiles a template; reports what is wrong with it and then returns nil.
  ///
  /// `name` is the dotted name of the key, for messages.
  mutating func compile(
    _ written: YAMLNode, _ name: String, list: Bool, _ findings: inout Findings
  ) -> Template? {
    guard let source = written.scalarText else { return nil }
    do throws(TemplateError) {
      let parts = try parse(source)
      let shape = try shape(of: parts)
      if shape == .list, !list {
        throw TemplateError(
          .listWhereText, "'\(name)' wants text, but this template yields a list",
          remedy: "add '| first' or '| join: \", \"'")
      }
      return Template(
        parts: parts.map(\.part), shape: shape, source: source, location: written.location)
    } catch {
      findings.report(
        error.code, "\(error.message) in '\(excerpt(source))'", at: written.location,
        remedy: error.remedy)
      return nil
    }
  }

  private typealias Piece = (part: Template.Part, shape: Template.Shape)

  private func shape(of parts: [Piece]) throws(TemplateError) -> Template.Shape {
    let lists = parts.count { $0.shape == .list }
    guard lists < 2 else {
      throw TemplateError(
        .badTemplate, "two expressions that yield a list",
        remedy: "make text of one of them with '| first' or '| join: \", \"'")
    }
    if lists == 1 { return .list }
    return parts.contains { $0.shape == .either } ? .either : .text
  }

  private mutating func parse(_ source: String) throws(TemplateError) -> [Piece] {
    var cursor = TextCursor(source)
    var parts: [Piece] = []
    var text = ""
    while let character = cursor.next() {
      switch character {
      case "{" where cursor.skip("{"): text.append("{")
      case "}" where cursor.skip("}"): text.append("}")
      case "}":
        throw TemplateError(
          .badTemplate, "a '}' without a '{' before it", remedy: "write '}}' for a brace itself")
      case "{":
        if !text.isEmpty { parts.append((.text(text), .text)) }
        text = ""
        let (expression, shape) = try expression(&cursor)
        parts.append((.expression(expression), shape))
      default: text.append(character)
      }
    }
    if !text.isEmpty { parts.append((.text(text), .text)) }
    return parts
  }

  private mutating func expression(
    _ cursor: inout TextCursor
  ) throws(TemplateError) -> (Expression, Template.Shape) {
    let path: FieldPath
    do throws(GrammarError) {
      path = try FieldPath.parse(&cursor)
    } catch {
      throw TemplateError(error)
    }
    var (input, shape) = try resolve(path)
    var filters: [Filter] = []
    while true {
      cursor.skipSpaces()
      if cursor.skip("}") { break }
      guard cursor.skip("|") else {
        throw TemplateError(
          .badTemplate,
          cursor.isAtEnd ? "a '{' without a '}' after it" : "an expression that goes on oddly",
          remedy: "an expression is {path | filter: argument}; write '{{' for a brace itself")
      }
      let (filter, effect) = try FilterDescription.parse(&cursor)
      switch effect {
      case .keeps: break
      case .makesList: shape = .list
      case .makesText: shape = .text
      case .wantsList:
        if shape == .text {
          throw TemplateError(
            .badTemplate, "a filter for lists after one that yields text",
            remedy: "'truncate' keeps a number of characters")
        }
      }
      filters.append(filter)
    }
    if case .slot(let slot) = input, !filters.contains(where: \.isDefault) {
      needed.insert(slot)
    }
    return (Expression(input: input, filters: filters, path: path.description), shape)
  }

  private mutating func resolve(
    _ path: FieldPath
  ) throws(TemplateError) -> (Expression.Input, Template.Shape) {
    if case .key(let first) = path.steps[0] {
      if let index = names.lastIndex(where: { $0.name == first }) {
        guard path.steps.count == 1 else {
          throw TemplateError(
            .badTemplate, "'\(first)' is a name of 'let', which has no parts",
            remedy: "give the name another spelling, or use {\(first)} alone")
        }
        return (.name(index), names[index].shape)
      }
      if laterNames.contains(first) {
        throw TemplateError(
          .badTemplate, "'\(first)' is declared further below", remedy: "move it above this name")
      }
    }
    if let slot = slots[path] { return (.slot(slot), path.isList ? .list : .either) }
    guard paths.count < TemplateCompiler.pathLimit else {
      throw TemplateError(
        .badTemplate, "more than \(TemplateCompiler.pathLimit) different paths",
        remedy: "let the templates use fewer fields, or make two domains")
    }
    slots[path] = paths.count
    paths.append(path)
    return (.slot(paths.count - 1), path.isList ? .list : .either)
  }

  private func excerpt(_ source: String) -> String {
    let line = source.map { $0.isNewline ? " " : String($0) }.joined()
    return line.count > 60 ? String(line.prefix(57)) + "…" : line
  }
}

/// Why a template cannot be compiled.
struct TemplateError: Error {
  var code: DiagnosticCode
  var message: String
  var remedy: String?

  init(_ code: DiagnosticCode, _ message: String, remedy: String?) {
    self.code = code
    self.message = message
    self.remedy = remedy
  }

  init(_ error: GrammarError) {
    self.init(.badTemplate, error.message, remedy: error.remedy)
  }
}
