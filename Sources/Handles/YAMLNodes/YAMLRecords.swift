import CSystemYAML
package import FootlightPlatform

/// The records of a YAML file, one after the other: the elements of a list, the values of a mapping
/// under their keys, and every document that is a mapping.
///
/// Only the bytes of the file and one record are in memory at a time. What a declaration refuses –
/// anchors, aliases, tags, doubled keys, depth – makes a record bad; what is no YAML ends the file.
@safe
package struct YAMLRecords: ~Copyable {
  /// A record and what is wrong with it.
  package struct Element: Sendable {
    /// Its key, when it is the value of a mapping.
    package var key: String?
    /// The record.
    package var node: YAMLNode
    /// Why it cannot be used; empty for a good one.
    package var problems: [Diagnostic]
  }

  private enum Phase {
    /// Between two documents.
    case outside
    /// At the value that so many keys of the path lead to.
    case value(Int)
    /// In the mapping that holds this key of the path.
    case mapping(Int)
    /// In the list of records.
    case list
    /// In the mapping of records.
    case members
    /// After the records, up to the end of the document.
    case behind
  }

  // Never changed, so that the parser may keep the address of its bytes.
  private let contents: ByteArena
  // The parser keeps its own address: it must not move.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var places: YAMLPlaces
  private let path: [String]
  private let takesMappings: Bool
  private let limits: YAMLLimits
  private var phase = Phase.outside
  /// The hashes of the keys of records in this document.
  private var keys: Set<Int> = []
  /// Whether there are no records where they were looked for.
  package private(set) var isLost = false

  /// Begins with the bytes of a file; `path` are the keys that lead to the records in each document.
  ///
  /// With `takesMappings` the values of a mapping there are records, too; without it a document that
  /// is a mapping is one.
  ///
  /// The limits hold for each record.
  package init(
    _ contents: consuming ByteArena, file: String, path: [String] = [],
    takesMappings: Bool = false, limits: YAMLLimits = YAMLLimits()
  ) throws(Failure) {
    let start = contents.withSpan(contents.all) { hasByteOrderMark($0) ? 3 : 0 }
    var places = YAMLPlaces(file: file, firstLine: 1, start: start)
    try contents.withSpan(contents.all) { span throws(Failure) in
      try checkText(span, from: start, &places)
    }
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.deallocate()
      throw Failure(
        .yamlTooLarge, "no memory to read YAML", at: SourceLocation(file: file),
        remedy: "close other programs")
    }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe contents.withUnsafeBytes { bytes in
      if let address = bytes.baseAddress {
        unsafe yaml_parser_set_input_string(parser, address + start, bytes.count - start)
      }
    }
    unsafe self.parser = parser
    self.contents = contents
    self.places = YAMLPlaces(file: file, firstLine: 1, start: start)
    self.path = path
    self.takesMappings = takesMappings || !path.isEmpty
    self.limits = limits
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  /// The next record; nil at the end of the file.
  package mutating func next() throws(Failure) -> Element? {
    while true {
      var event = unsafe yaml_event_t()
      let place = try unsafe parse(&event)
      defer { unsafe yaml_event_delete(&event) }
      let type = unsafe event.type
      switch phase {
      case .outside:
        if type == YAML_STREAM_END_EVENT { return nil }
        if type == YAML_DOCUMENT_START_EVENT {
          try unsafe refuseProperties(event, place)
          phase = .value(0)
        }
      case .behind:
        if type == YAML_DOCUMENT_END_EVENT { phase = .outside }
      case .value(let level) where level < path.count:
        guard type == YAML_MAPPING_START_EVENT else {
          throw wrongPlace("`\(path[level])` is not in the document", place)
        }
        try unsafe refuseProperties(event, place)
        phase = .mapping(level)
      case .mapping(let level):
        guard type == YAML_SCALAR_EVENT else {
          throw wrongPlace("`\(path[level])` is not in the document", place)
        }
        let key = unsafe String(
          decoding: UnsafeBufferPointer(
            start: event.data.scalar.value, count: event.data.scalar.length), as: UTF8.self)
        if key.utf8.elementsEqual(path[level].utf8) {
          phase = .value(level + 1)
        } else {
          // A value that nobody wants is checked like one that is.
          try skipValue()
        }
      case .value:
        if type == YAML_SEQUENCE_START_EVENT {
          try unsafe refuseProperties(event, place)
          phase = .list
          continue
        }
        if type == YAML_MAPPING_START_EVENT, takesMappings {
          try unsafe refuseProperties(event, place)
          keys.removeAll(keepingCapacity: true)
          phase = .members
          continue
        }
        phase = .behind
        let element = try unsafe record((event, place))
        if element.node.isNull, element.problems.isEmpty { continue }
        guard path.isEmpty else {
          throw wrongPlace("at `\(path.joined(separator: "."))` there are no records", place)
        }
        return element
      case .list:
        if type == YAML_SEQUENCE_END_EVENT {
          phase = .behind
          continue
        }
        return try unsafe record((event, place))
      case .members:
        if type == YAML_MAPPING_END_EVENT {
          phase = .behind
          continue
        }
        return try unsafe member((event, place))
      }
    }
  }

  /// Reads a key whose event has been read, and its value.
  private mutating func member(
    _ first: (event: yaml_event_t, place: SourceLocation)
  ) throws(Failure) -> Element {
    let key = try unsafe record(first)
    var element = try unsafe record(nil)
    element.problems = key.problems + element.problems
    element.node.location = key.node.location
    if let text = key.node.text {
      element.key = text
      if !keys.insert(text.hashValue).inserted {
        element.problems.append(
          Diagnostic(
            .yamlDuplicateKey, "the key “\(text)” stands here for the second time",
            at: key.node.location, remedy: "remove one of the two"))
      }
    } else {
      element.problems.append(
        Diagnostic(
          .yamlKeyNotScalar, "\(key.node.kindName) cannot be a key", at: key.node.location,
          remedy: "put text that begins with { or [ in quotes"))
    }
    return element
  }

  /// Passes by a value of any size; what is refused in records is refused in it, too.
  private mutating func skipValue() throws(Failure) {
    var depth = 0
    repeat {
      var event = unsafe yaml_event_t()
      let place = try unsafe parse(&event)
      defer { unsafe yaml_event_delete(&event) }
      switch unsafe event.type {
      case YAML_MAPPING_START_EVENT, YAML_SEQUENCE_START_EVENT:
        try unsafe refuseProperties(event, place)
        depth += 1
        if depth > limits.depth {
          throw Failure(
            .yamlTooLarge, "nested deeper than \(limits.depth) levels", at: place,
            remedy: "make it flatter")
        }
      case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: depth -= 1
      default: try unsafe refuseProperties(event, place)
      }
    } while depth > 0
  }

  private mutating func wrongPlace(_ message: String, _ place: SourceLocation) -> Failure {
    isLost = true
    return Failure(
      .yamlSyntax, message, at: place,
      remedy: "say with `records:` which keys lead to the records")
  }

  /// Reads one event; the caller deletes it.
  ///
  /// C: yaml_parser_parse.
  private mutating func parse(_ event: inout yaml_event_t) throws(Failure) -> SourceLocation {
    var places = places
    defer { self.places = places }
    let isRead = unsafe yaml_parser_parse(parser, &event) == 1
    return try contents.withSpan(contents.all) { span throws(Failure) in
      guard isRead else {
        throw unsafe syntaxFailure(parser.pointee, span, &places, YAMLTree(limits: limits))
      }
      return places.location(ofCharacter: unsafe Int(event.start_mark.index), in: span)
    }
  }

  /// Reads one value whose first event may have been read already.
  private mutating func record(
    _ first: (event: yaml_event_t, place: SourceLocation)?
  ) throws(Failure) -> Element {
    var tree = YAMLTree(limits: limits)
    if let first = unsafe first { try unsafe hand(first.event, first.place, to: &tree) }
    while tree.documents.isEmpty {
      var event = unsafe yaml_event_t()
      let place = try unsafe parse(&event)
      defer { unsafe yaml_event_delete(&event) }
      try unsafe hand(event, place, to: &tree)
    }
    return Element(node: tree.documents[0], problems: tree.problems)
  }

  /// Fails when anchors, tags or directives stand around the records.
  private func refuseProperties(_ event: yaml_event_t, _ place: SourceLocation) throws(Failure) {
    var tree = YAMLTree(limits: limits)
    try unsafe hand(event, place, to: &tree)
    if let failure = Failure(tree.problems) { throw failure }
  }
}
