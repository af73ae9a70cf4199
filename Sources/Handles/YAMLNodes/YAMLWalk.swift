import CSystemYAML
package import FootlightPlatform

/// One step of a walk through a YAML text; offsets count characters.
package enum YAMLStep: Sendable, Hashable {
  /// A list or a mapping begins.
  case begin(isMapping: Bool, at: Int)
  /// Ends the mapping or list that began last.
  case end(at: Int)
  /// A key or a value.
  case scalar(String, isText: Bool, at: Int)
}

/// Walks through a text as far as it is YAML, or until `visit` returns false; builds nothing.
///
/// For a look at the beginning of a file, which may be cut off anywhere.
package func walkYAML(_ bytes: borrowing ByteArena, _ visit: (YAMLStep) -> Bool) {
  var parser = unsafe yaml_parser_t()
  guard unsafe yaml_parser_initialize(&parser) == 1 else { return }
  defer { unsafe yaml_parser_delete(&parser) }
  unsafe yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
  unsafe bytes.withUnsafeBytes { buffer in
    guard let address = buffer.baseAddress else { return }
    unsafe yaml_parser_set_input_string(&parser, address, buffer.count)
    var goesOn = true
    while goesOn {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(&parser, &event) == 1 else { return }
      defer { unsafe yaml_event_delete(&event) }
      let place = unsafe Int(event.start_mark.index)
      switch unsafe event.type {
      case YAML_STREAM_END_EVENT: return
      case YAML_MAPPING_START_EVENT: goesOn = visit(.begin(isMapping: true, at: place))
      case YAML_SEQUENCE_START_EVENT: goesOn = visit(.begin(isMapping: false, at: place))
      case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: goesOn = visit(.end(at: place))
      case YAML_SCALAR_EVENT:
        let scalar = unsafe event.data.scalar
        let text = unsafe String(
          decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
        let meaning = YAMLScalar(text, style: isPlain ? .plain : .doubleQuoted).meaning
        goesOn = visit(.scalar(text, isText: meaning == .text, at: place))
      default: break
      }
    }
  }
}
