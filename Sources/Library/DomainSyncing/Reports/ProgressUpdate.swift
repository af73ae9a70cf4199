/// How far the building of a domain is.
public struct ProgressUpdate: Sendable, Hashable {
  /// The phase of the work.
  public enum Phase: String, Sendable, Hashable {
    /// Another indexer is waited for.
    case waiting
    /// Records are read, mapped and analysed.
    case reading
    /// The index is written.
    case writing
    /// The index is read back and published.
    case publishing
    /// The records are compared with the stored items.
    case comparing
    /// The domain is done.
    case finished
  }

  /// The domain; empty while another indexer is waited for.
  public var domain: String
  /// The phase of the work.
  public var phase: Phase
  /// Records read so far.
  public var records = 0
  /// Bytes of the source read so far.
  public var bytes = 0
  /// Bytes that the source holds, if that is known.
  public var totalBytes: Int?

  /// The share of the source that is read, 0 … 1, if that is known.
  public var fraction: Double? {
    guard let totalBytes, totalBytes > 0 else { return nil }
    return min(1, Double(bytes) / Double(totalBytes))
  }
}
