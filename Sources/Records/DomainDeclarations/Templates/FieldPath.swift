/// A path into a record: `a`, `a.b`, `a[0]`, `a[]` for every element, `a.*` for every value.
public struct FieldPath: Sendable, Hashable {
  /// One step of a path.
  public enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
    case everyElement
    case everyValue
  }

  /// The steps, at least one.
  public var steps: [Step]

  /// Makes a path.
  public init(_ steps: [Step]) {
    self.steps = steps
  }

  /// Whether it can yield more than one value.
  public var isList: Bool {
    steps.contains { $0 == .everyElement || $0 == .everyValue }
  }
}

/// The paths that a mapping uses, each once; a reader fills these slots and skips the rest.
public struct FieldPlan: Sendable, Hashable {
  /// The paths; a slot is an index into them.
  public var paths: [FieldPath]
  /// The slots for which the mapping has a default wherever it uses them: they may well be missing
  /// in every record.
  public var optional: Set<Int>

  /// Makes a plan.
  public init(_ paths: [FieldPath], optional: Set<Int> = []) {
    self.paths = paths
    self.optional = optional
  }
}
