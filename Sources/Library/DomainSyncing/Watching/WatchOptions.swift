public import FootlightPlatform

/// How domains are watched.
public struct WatchOptions: Sendable {
  /// About how much memory a batch may use in all, in bytes; nil for 256 MB.
  public var memory: Int?
  /// How many records a second are taken at most from the programs of `kind: command`, all of them
  /// together; nil for as many as they print.
  public var maxRate: Int?
  /// Looks at nothing while the machine runs on a battery; what happens meanwhile is done afterwards.
  public var pausesOnBattery = false
  /// Ends the watching when it is raised; a batch that is not published by then has not happened.
  public var cancellation: Cancellation?
  /// Is told how far a batch is, several times a second, from any thread.
  public var progress: (@Sendable (ProgressUpdate) -> Void)?
  /// Is told what came of each batch, on the thread of the watching.
  public var report: @Sendable (SyncReport) -> Void

  /// Makes options.
  public init(
    memory: Int? = nil, cancellation: Cancellation? = nil,
    report: @escaping @Sendable (SyncReport) -> Void = { _ in }
  ) {
    self.memory = memory
    self.cancellation = cancellation
    self.report = report
  }
}
