public import FootlightDiagnostics

/// Records of another source that belong to those of a domain: `{lecture.title}`.
public struct LookupDefinition: Sendable, Hashable {
  /// The name by which templates call them.
  public var name: String
  /// Where they are.
  public var source: SourceDefinition
  /// Yields what each of them is found by.
  public var key: Template
  /// Yields, of a record of the domain, what is looked for.
  public var by: Template
  /// Whether there may be several for one record.
  public var isMany: Bool
  /// What is read of them.
  public var plan: FieldPlan
  /// For each field that is used: its slot in the plan of the mapping, and in ``plan``.
  public var fields: [Field]
  /// Where it stands.
  public var location: SourceLocation

  /// A field of a lookup that the mapping uses.
  public struct Field: Sendable, Hashable {
    /// The slot in the plan of the mapping.
    public var slot: Int
    /// The slot in the plan of the lookup.
    public var own: Int

    /// Names the two.
    public init(slot: Int, own: Int) {
      self.slot = slot
      self.own = own
    }
  }
}
