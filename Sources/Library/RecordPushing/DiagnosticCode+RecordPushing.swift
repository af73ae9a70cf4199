public import FootlightPlatform

extension DiagnosticCode {
  /// Records cannot be pushed into a domain that has records of its own.
  ///
  /// Remedy: change its source and run `footlight sync`, or declare `kind: external`.
  public static let notExternal = DiagnosticCode("domain.not-external", .caller)
  /// Records that were pushed are bad, so that none of them was taken.
  ///
  /// Remedy: mend those that are listed, and push all of them again.
  public static let pushRefused = DiagnosticCode("push.refused", .caller)
  /// A partial record would give the record that it is merged with another id.
  ///
  /// Remedy: delete that record, and index it whole.
  public static let pushChangesID = DiagnosticCode("push.changes-id", .caller)
  /// The pushed records are stored, with the state of their batch, but could not be brought into the index.
  ///
  /// Remedy: do not push it again; mend what is told with it, and run `footlight sync`.
  public static let pushWaits = DiagnosticCode("push.waits", .machine)
  /// A hook of a push has called what waits for that push.
  ///
  /// Remedy: note in the hook what is to be done, and do it when the call has returned.
  public static let pushWithinHook = DiagnosticCode("push.within-hook", .caller)
  /// A batch without a name.
  ///
  /// Remedy: name it for what it goes through; each name has a state of its own.
  public static let batchName = DiagnosticCode("batch.name", .caller)
  /// A batch was begun while another one for its domain is open.
  ///
  /// Remedy: end or abandon the other one first.
  public static let batchOpen = DiagnosticCode("batch.open", .caller)
  /// A batch was used after its end.
  ///
  /// Remedy: begin another one.
  public static let batchOver = DiagnosticCode("batch.over", .caller)
}
