public import FootlightDiagnostics

extension Workspace {
  /// The workspace that a command works on: the named folder, else the nearest folder upward from
  /// `folder` that holds `domains/`.
  public static func find(
    from folder: String, named: String? = nil, index: String? = nil
  ) throws(Failure) -> Workspace {
    Workspace(folder: named ?? folder, index: index)
  }
}
