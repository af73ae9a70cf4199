/// The effect of removing one domain.
public struct RemovedDomain: Sendable, Hashable {
  /// The domain.
  public var domain: String
  /// How many items it held.
  public var items: Int
  /// The declaration that is still there, so that the next sync builds the domain again.
  public var remainingDeclaration: String?
  /// The declaration that was deleted.
  public var deletedDeclaration: String?

  /// Makes a result.
  package init(
    domain: String, items: Int = 0, remainingDeclaration: String? = nil,
    deletedDeclaration: String? = nil
  ) {
    self.domain = domain
    self.items = items
    self.remainingDeclaration = remainingDeclaration
    self.deletedDeclaration = deletedDeclaration
  }
}
