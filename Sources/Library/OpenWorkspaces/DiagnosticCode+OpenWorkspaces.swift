public import FootlightPlatform

extension DiagnosticCode {
  /// `footlight.yaml` of a workspace holds what it cannot.
  ///
  /// Remedy: correct the file as the message says.
  public static let workspaceSettings = DiagnosticCode("workspace.settings", .caller)
  /// No folder upward holds `domains/`.
  ///
  /// Remedy: run `footlight init`, or name a workspace with `--workspace`.
  public static let workspaceMissing = DiagnosticCode("workspace.missing", .caller)
  /// A domain that is neither declared nor stored.
  ///
  /// Remedy: `footlight domains` lists the names; a group is what stands before a dot.
  public static let unknownDomain = DiagnosticCode("domain.unknown", .caller)
  /// A domain is registered in code and declared too, or registered twice.
  ///
  /// Remedy: give one of the two domains another name.
  public static let registeredTwice = DiagnosticCode("domain.registered-twice", .caller)
  /// There is no folder in which a permission could be kept.
  ///
  /// Remedy: set HOME, or XDG_STATE_HOME to the absolute path of a folder.
  public static let noStateFolder = DiagnosticCode("permission.no-folder", .caller)
  /// The folder of the index lies where locks may not hold.
  ///
  /// Remedy: let one machine index at a time, or name a local folder with `--index`.
  public static let networkFolder = DiagnosticCode("index.network-folder", .machine)
}
