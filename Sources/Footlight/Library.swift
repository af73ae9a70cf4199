public import FootlightDiagnostics

/// A workspace opened for searching and indexing.
///
/// Every call blocks and may come from any thread. Opening takes no lock and needs no permission
/// to write.
///
/// ```swift
/// let library = try Library(workspace: path)
/// try library.sync()
/// for hit in try library.search("rule 12").hits { print(hit.tier, hit.title) }
/// ```
public final class Library: Sendable {
  /// Where declarations and index lie.
  public let workspace: Workspace

  /// Opens a workspace: a folder that holds `domains/`.
  public convenience init(workspace: String, index: String? = nil) throws(Failure) {
    try self.init(Workspace(folder: workspace, index: index))
  }

  /// Opens a workspace.
  public init(_ workspace: Workspace) throws(Failure) {
    self.workspace = workspace
  }
}
