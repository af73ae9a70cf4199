import CSystemYAML
import FootlightPlatform

/// Hands the events of libyaml to a tree.
///
/// C: yaml_parser_parse.
func readEvents(
  _ bytes: borrowing Span<UInt8>, from start: Int, places: inout YAMLPlaces,
  into tree: inout YAMLTree
) throws(Failure) {
  // The parser keeps its own address: it must not move.
  let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  defer { unsafe parser.deallocate() }
  guard unsafe yaml_parser_initialize(parser) == 1 else {
    throw Failure(
      .yamlTooLarge, "no memory to read YAML", at: SourceLocation(file: places.file),
      remedy: "close other programs")
  }
  defer { unsafe yaml_parser_delete(parser) }
  unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
  try unsafe bytes.withUnsafeBufferPointer { buffer throws(Failure) in
    guard let address = buffer.baseAddress else { return }
    unsafe yaml_parser_set_input_string(parser, address + start, buffer.count - start)
    var isOver = false
    while !isOver {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(parser, &event) == 1 else {
        throw unsafe syntaxFailure(parser.pointee, bytes, &places, tree)
      }
      defer { unsafe yaml_event_delete(&event) }
      isOver = unsafe event.type == YAML_STREAM_END_EVENT
      let place = places.location(ofCharacter: unsafe Int(event.start_mark.index), in: bytes)
      try unsafe hand(event, place, to: &tree)
    }
  }
}

/// Hands one event to a tree.
func hand(_ event: yaml_event_t, _ place: SourceLocation, to tree: inout YAMLTree)
  throws(Failure)
{
  switch unsafe event.type {
  case YAML_DOCUMENT_START_EVENT:
    if unsafe event.data.document_start.tag_directives.start
      != event.data.document_start.tag_directives.end
    {
      tree.note(
        Diagnostic(
          .yamlDirective, "%TAG is not supported", at: place, remedy: "remove the directive"))
    }
  case YAML_ALIAS_EVENT:
    tree.note(
      Diagnostic(
        .yamlAnchor, "an alias (*\(unsafe name(event.data.alias.anchor))) is not allowed",
        at: place, remedy: "write the value out, or put the text in quotes"))
    try tree.scalar(YAMLScalar(""), at: place)
  case YAML_SCALAR_EVENT:
    let scalar = unsafe event.data.scalar
    unsafe noteProperties(scalar.anchor, scalar.tag, place, &tree)
    let text = unsafe String(
      decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    try tree.scalar(unsafe YAMLScalar(text, style: style(scalar.style)), at: place)
  case YAML_SEQUENCE_START_EVENT:
    let start = unsafe event.data.sequence_start
    unsafe noteProperties(start.anchor, start.tag, place, &tree)
    try tree.beginSequence(at: place)
  case YAML_MAPPING_START_EVENT:
    let start = unsafe event.data.mapping_start
    unsafe noteProperties(start.anchor, start.tag, place, &tree)
    try tree.beginMapping(at: place)
  case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
    tree.end()
  default: break
  }
}

private func noteProperties(
  _ anchor: UnsafeMutablePointer<yaml_char_t>?, _ tag: UnsafeMutablePointer<yaml_char_t>?,
  _ place: SourceLocation, _ tree: inout YAMLTree
) {
  if let anchor = unsafe anchor {
    tree.note(
      Diagnostic(
        .yamlAnchor, "an anchor (&\(unsafe name(anchor))) is not allowed", at: place,
        remedy: "write the value out, or put the text in quotes"))
  }
  if let tag = unsafe tag {
    tree.note(
      Diagnostic(
        .yamlTag, "a tag (\(unsafe name(tag))) is not allowed", at: place,
        remedy: "remove it, or put the text in quotes"))
  }
}

private func name(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String {
  guard let text = unsafe text else { return "" }
  return unsafe String(cString: text)
}

private func style(_ style: yaml_scalar_style_t) -> YAMLScalar.Style {
  switch style {
  case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
  case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
  case YAML_LITERAL_SCALAR_STYLE: .literal
  case YAML_FOLDED_SCALAR_STYLE: .folded
  default: .plain
  }
}

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
