import FootlightPlatform

/// Puts events together to nodes, with a stack of its own: the depth of a file costs no call stack.
struct YAMLTree {
  /// A list or mapping that has begun; changed in place, so that a long one is never copied.
  private struct Frame {
    let isMapping: Bool
    let place: SourceLocation
    var elements: [YAMLNode] = []
    var pairs: [YAMLPair] = []
    /// The lines on which the keys stand first.
    var lines: [String: Int] = [:]
    var key: YAMLNode?
  }

  private let limits: YAMLLimits
  private var open: [Frame] = []
  private var nodes = 0
  private(set) var documents: [YAMLNode] = []
  private(set) var problems: [Diagnostic] = []

  init(limits: YAMLLimits) {
    self.limits = limits
  }

  /// Notes a mistake and goes on; only so many are worth reading.
  mutating func note(_ problem: Diagnostic) {
    if problems.count < 20 { problems.append(problem) }
  }

  mutating func scalar(_ scalar: YAMLScalar, at place: SourceLocation) throws(Failure) {
    try count(at: place)
    if let bad = scalar.text.unicodeScalars.first(where: isControl) {
      note(
        Diagnostic(
          .yamlCharacter,
          "the text holds the character U+\(hexadecimal(bad.value)), which is not allowed",
          at: place, remedy: "remove it"))
    }
    append(YAMLNode(.scalar(scalar), at: place))
  }

  mutating func beginSequence(at place: SourceLocation) throws(Failure) {
    try count(at: place)
    try deepen(Frame(isMapping: false, place: place))
  }

  mutating func beginMapping(at place: SourceLocation) throws(Failure) {
    try count(at: place)
    try deepen(Frame(isMapping: true, place: place))
  }

  mutating func end() {
    guard let frame = open.popLast() else { return }
    append(
      YAMLNode(
        frame.isMapping ? .mapping(frame.pairs) : .sequence(frame.elements), at: frame.place))
  }

  private mutating func count(at place: SourceLocation) throws(Failure) {
    nodes += 1
    if nodes > limits.nodes {
      throw stopped(
        Diagnostic(.yamlTooLarge, "more than \(limits.nodes) values", at: place, remedy: "split it")
      )
    }
  }

  private mutating func deepen(_ frame: Frame) throws(Failure) {
    guard open.count < limits.depth else {
      throw stopped(
        Diagnostic(
          .yamlTooLarge, "nested deeper than \(limits.depth) levels", at: frame.place,
          remedy: "make it flatter"))
    }
    open.append(frame)
  }

  /// The failure with which reading ends here: what was noted, and the last reason.
  func stopped(_ last: Diagnostic) -> Failure {
    Failure(problems + [last]) ?? Failure(last)
  }

  private mutating func append(_ node: YAMLNode) {
    let last = open.count - 1
    guard last >= 0 else {
      documents.append(node)
      return
    }
    if !open[last].isMapping {
      open[last].elements.append(node)
    } else if let key = open[last].key {
      open[last].key = nil
      open[last].pairs.append(YAMLPair(key: key, value: node))
    } else {
      checkKey(node, of: last)
      open[last].key = node
    }
  }

  private mutating func checkKey(_ key: YAMLNode, of frame: Int) {
    guard let name = key.text else {
      note(
        Diagnostic(
          .yamlKeyNotScalar, "\(key.kindName) cannot be a key", at: key.location,
          remedy: "put text that begins with { or [ in quotes"))
      return
    }
    guard let line = open[frame].lines[name] else {
      open[frame].lines[name] = key.location.line
      return
    }
    note(
      Diagnostic(
        .yamlDuplicateKey,
        "the key “\(name)” stands here for the second time, first on line \(line)",
        at: key.location, remedy: "remove one of the two"))
  }
}

/// The characters that an escape in double quotes can bring in and no text needs.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x09, 0x0A, 0x0D, 0x85: false
  case 0..<0x20, 0x7F..<0xA0: true
  default: false
  }
}
