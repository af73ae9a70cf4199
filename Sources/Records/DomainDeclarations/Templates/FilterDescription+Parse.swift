import FootlightPlatform

extension FilterDescription {
  /// Reads a filter with its arguments, after the bar: `replace: "a", "b"`.
  static func parse(_ cursor: inout TextCursor) throws(TemplateError) -> (Filter, Effect) {
    cursor.skipSpaces()
    let name = cursor.take { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    guard let description = all.first(where: { $0.name == name }) else {
      guard !name.isEmpty else {
        throw TemplateError(
          .badTemplate, "the name of a filter is missing after '|'",
          remedy: "write one after it, such as 'trim', or leave the '|' out")
      }
      throw TemplateError(
        .unknownFilter, "unknown filter '\(name.prefix(40))'",
        remedy: suggestion(for: name, among: all.map(\.name)))
    }
    let written: [Word]
    do throws(GrammarError) {
      written = try words(&cursor)
    } catch {
      throw TemplateError(error)
    }
    let most = description.parameters.count
    guard (most - description.optional...most).contains(written.count) else {
      throw TemplateError(
        .badTemplate, "'\(name)' wants \(description.countOfArguments), not \(written.count)",
        remedy: "write it as in {x | \(description.usage)}")
    }
    var arguments: [Argument] = []
    for (word, parameter) in zip(written, description.parameters) {
      do throws(GrammarError) {
        arguments.append(try word.argument(for: parameter))
      } catch {
        throw TemplateError(
          .badTemplate, "'\(name)': \(error.message)",
          remedy: error.remedy ?? "write it as in {x | \(description.usage)}")
      }
    }
    guard let filter = description.make(arguments) else {
      throw TemplateError(
        .badTemplate, "'\(name)': the first limit must be below the second",
        remedy: "write it as in {x | \(description.usage)}")
    }
    return (filter, description.effect)
  }

  private var countOfArguments: String {
    switch parameters.count {
    case 0: "no argument"
    case 1: optional == 1 ? "one argument or none" : "one argument"
    default: "\(parameters.count) arguments"
    }
  }

  /// An example of the filter with its arguments.
  package var usage: String {
    if parameters.isEmpty { return name }
    let examples: [String] = parameters.enumerated().map { index, parameter in
      switch parameter {
      case .visibleText: "\"unknown\""
      case .text, .someText: index == 0 ? "\", \"" : "\"; \""
      case .wholeNumber: "10"
      case .positiveNumber: index == 0 ? "1000" : "10000000"
      case .datePattern: "\"MMMM d, yyyy\""
      case .decimalMark: "\",\""
      }
    }
    return "\(name): " + examples.joined(separator: ", ")
  }

  /// An argument as written.
  private struct Word {
    var text: String
    var isQuoted: Bool

    func argument(for parameter: Parameter) throws(GrammarError) -> Argument {
      switch parameter {
      case .text, .someText, .visibleText:
        guard isQuoted else {
          throw GrammarError("'\(text.prefix(40))' stands in no quotes")
        }
        guard parameter != .visibleText || !text.isEmpty else {
          throw GrammarError(
            "an empty text is a missing value, as without the filter",
            remedy: "leave the filter out, or write the text that stands for a missing value")
        }
        guard parameter == .text || !text.isEmpty else {
          throw GrammarError("an empty text is nowhere to be found")
        }
        return .text(text)
      case .wholeNumber:
        guard let number = Int(text), (0...1_000_000_000).contains(number) else {
          throw GrammarError("'\(text.prefix(40))' is no whole number")
        }
        return .number(Double(number))
      case .positiveNumber:
        guard let number = Double(text), number.isFinite, number > 0 else {
          throw GrammarError("'\(text.prefix(40))' is no number above 0")
        }
        return .number(number)
      case .datePattern:
        return .pattern(try DatePattern.parse(text))
      case .decimalMark:
        guard isQuoted, text == "," || text == "." else {
          throw GrammarError("'\(text.prefix(40))' is neither \",\" nor \".\"")
        }
        return .text(text)
      }
    }
  }

  /// The arguments after a colon; none without one.
  private static func words(_ cursor: inout TextCursor) throws(GrammarError) -> [Word] {
    cursor.skipSpaces()
    guard cursor.skip(":") else { return [] }
    var words: [Word] = []
    repeat {
      cursor.skipSpaces()
      if cursor.peek == "\"" || cursor.peek == "'" {
        words.append(Word(text: try cursor.quoted(), isQuoted: true))
      } else {
        let text = cursor.take { !",|}\"'".contains($0) }.trimmed
        guard !text.isEmpty else { throw GrammarError("an argument is missing") }
        words.append(Word(text: text, isQuoted: false))
      }
      cursor.skipSpaces()
    } while cursor.skip(",")
    return words
  }
}
