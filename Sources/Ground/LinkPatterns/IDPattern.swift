/// A regular expression that a whole id must fit, in time that grows with the id alone.
///
/// Characters, `.`, `[a-z]`, `[^…]`, `\d`, `\w`, groups, `|`, and the quantifiers `*`, `+`, `?`, `{m}`,
/// `{m,}` and `{m,n}`; `^` and `$` at the ends say nothing more. Every state is followed at once (Thompson,
/// "Regular expression search algorithm", 1968), so that no id takes long, whatever the expression.
package struct IDPattern: Sendable, Hashable {
  /// A step of the machine.
  enum Step: Sendable, Hashable {
    /// One character of these, or not of these.
    case one(Characters)
    /// Goes on at both places.
    case split(Int, Int)
    case jump(Int)
    case accept
  }

  /// Some characters.
  struct Characters: Sendable, Hashable {
    var ranges: [ClosedRange<UInt32>]
    var isNegated = false

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      ranges.contains { $0.contains(scalar.value) } != isNegated
    }
  }

  /// An expression that makes more steps than this is a mistake.
  static let mostSteps = 2_000

  private let steps: [Step]

  /// Reads an expression.
  package init(_ text: String) throws(LinkPatternError) {
    var parser = IDPatternParser(text)
    let node = try parser.parse()
    var steps: [Step] = []
    try node.append(to: &steps)
    steps.append(.accept)
    self.steps = steps
  }

  /// Whether the expression fits a whole text.
  ///
  /// - Complexity: O(characters · steps).
  package func matches(_ text: String) -> Bool {
    var present: Set<Int> = []
    add(0, to: &present)
    for scalar in text.unicodeScalars {
      var next: Set<Int> = []
      for index in present {
        if case .one(let characters) = steps[index], characters.contains(scalar) {
          add(index + 1, to: &next)
        }
      }
      guard !next.isEmpty else { return false }
      present = next
    }
    return present.contains(steps.count - 1)
  }

  /// Adds a place and all that is reached from it without a character.
  private func add(_ place: Int, to places: inout Set<Int>) {
    var waiting = [place]
    while let place = waiting.popLast() {
      guard places.insert(place).inserted else { continue }
      switch steps[place] {
      case .split(let one, let other): waiting += [one, other]
      case .jump(let other): waiting.append(other)
      case .one, .accept: break
      }
    }
  }
}

/// A part of an expression.
indirect enum IDPatternNode {
  case one(IDPattern.Characters)
  case sequence([IDPatternNode])
  case either([IDPatternNode])
  case repeated(IDPatternNode, least: Int, most: Int?)

  /// Appends the steps of the part.
  func append(to steps: inout [IDPattern.Step]) throws(LinkPatternError) {
    guard steps.count <= IDPattern.mostSteps else {
      throw LinkPatternError("too large an expression", remedy: "repeat less")
    }
    switch self {
    case .one(let characters): steps.append(.one(characters))
    case .sequence(let nodes): for node in nodes { try node.append(to: &steps) }
    case .either(let nodes):
      var jumps: [Int] = []
      for (index, node) in nodes.enumerated() {
        guard index < nodes.count - 1 else {
          try node.append(to: &steps)
          break
        }
        let split = steps.count
        steps.append(.jump(0))
        try node.append(to: &steps)
        jumps.append(steps.count)
        steps.append(.jump(0))
        steps[split] = .split(split + 1, steps.count)
      }
      for jump in jumps { steps[jump] = .jump(steps.count) }
    case .repeated(let node, let least, let most):
      for _ in 0..<least {
        let before = steps.count
        try node.append(to: &steps)
        // A part that asks for nothing does so however often it stands there.
        if steps.count == before { return }
      }
      guard let most else {
        let split = steps.count
        steps.append(.jump(0))
        try node.append(to: &steps)
        steps.append(.jump(split))
        steps[split] = .split(split + 1, steps.count)
        return
      }
      var splits: [Int] = []
      for _ in 0..<(most - least) {
        splits.append(steps.count)
        steps.append(.jump(0))
        try node.append(to: &steps)
      }
      for split in splits { steps[split] = .split(split + 1, steps.count) }
    }
  }
}
