package import FootlightPlatform

/// Records of another source that belong to those of a domain: `{lecture.title}`.
package struct LookupDefinition: Sendable, Hashable {
  /// The name by which templates call them.
  package var name: String
  /// Where they are.
  package var source: SourceDefinition
  /// Yields what each of them is found by.
  package var key: Template
  /// Yields, of a record of the domain, what is looked for.
  package var by: Template
  /// Whether there may be several for one record.
  package var isMany: Bool
  /// The fields that are read of its records.
  package var plan: FieldPlan
  /// For each field that is used: its slot in the plan of the mapping, and in ``plan``.
  package var fields: [Field]
  /// Where it stands.
  package var location: SourceLocation

  /// A field of a lookup that the mapping uses.
  package struct Field: Sendable, Hashable {
    /// The slot in the plan of the mapping.
    package var slot: Int
    /// The slot in the plan of the lookup.
    package var own: Int

    /// Names the two.
    package init(slot: Int, own: Int) {
      self.slot = slot
      self.own = own
    }
  }
}
