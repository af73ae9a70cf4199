/// Where declarations lie and where their index is.
public struct Workspace: Sendable, Hashable {
  /// The folder that holds `domains/`.
  public var folder: String
  /// The folder of the index.
  public var index: String

  /// Names a workspace; the index is in `.footlight/` there unless said otherwise.
  public init(folder: String, index: String? = nil) {
    self.folder = folder
    self.index = index ?? (folder.hasSuffix("/") ? "\(folder).footlight" : "\(folder)/.footlight")
  }

  /// The folder of the declarations.
  public var domains: String {
    folder.hasSuffix("/") ? "\(folder)domains" : "\(folder)/domains"
  }
}
