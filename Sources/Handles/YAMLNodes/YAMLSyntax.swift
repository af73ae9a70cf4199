import CSystemYAML
import FootlightPlatform

/// The message of libyaml, at the place where it stopped.
func syntaxFailure(
  _ parser: yaml_parser_t, _ bytes: borrowing Span<UInt8>, _ places: inout YAMLPlaces,
  _ tree: YAMLTree
) -> Failure {
  let place = places.location(ofCharacter: unsafe Int(parser.problem_mark.index), in: bytes)
  let line = places.lineSoFar(in: bytes)
  let problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "no valid YAML"
  var message = problem
  if let context = unsafe parser.context {
    let began = places.location(ofCharacter: unsafe Int(parser.context_mark.index), in: bytes)
    message += unsafe ", \(String(cString: context))"
    if let first = began.line, first != place.line { message += " that begins on line \(first)" }
  }
  return tree.stopped(
    Diagnostic(.yamlSyntax, message, at: place, remedy: remedy(problem, line)))
}

/// The remedies for the slips that declarations invite: templates have braces, titles have colons.
private func remedy(_ problem: String, _ line: String) -> String {
  let before = line.dropLast()
  if line.last == "\t" || before.allSatisfy({ $0 == "\t" || $0 == " " }) && before.contains("\t") {
    return "indent with spaces, not with tabs"
  }
  if problem.contains("cannot start any token") || problem.contains("expected alphabetic") {
    return "put the text in quotes"
  }
  if problem.contains("mapping values are not allowed") {
    return "put text that holds “: ” in quotes"
  }
  // `id: {set} {rule}` begins a mapping that the next word then breaks.
  if line.contains(": {") || line.contains("- {") {
    return "put text that begins with { in quotes"
  }
  return "check indentation, quotes and brackets up to this place"
}
