public import DeclaredRecords

/// A domain that could be added to a workspace: its declaration, its data, and what would come of it.
///
/// ```swift
/// let proposal = try library.propose(for: data, name: "plants")
/// try library.add(proposal)
/// try library.sync([proposal.domain])
/// ```
public struct DomainProposal: Sendable, Hashable {
  /// A file that belongs to the domain.
  public struct DataFile: Sendable, Hashable {
    /// Where it is now, an absolute path.
    public var path: String
    /// Where it goes, below `domains/`.
    public var destination: String
    /// Its size in bytes.
    public var bytes: Int
  }

  /// The name of the domain.
  public var domain: String
  /// The text of the declaration.
  public var declaration: String
  /// Where the declaration goes, an absolute path.
  public var file: String
  /// Whether the declaration was inferred from data; otherwise it was there.
  public var isInferred = false
  /// The files that are copied into `domains/`; none when the data lies there already.
  public var data: [DataFile] = []
  /// The first items, as the declaration maps them; none for a declaration that was there.
  public var samples: [Item] = []
  /// How many records were looked at.
  public var records = 0
  /// Whether these are all records.
  public var isWhole = true
  /// The guesses that were not certain, as sentences without a full stop.
  public var doubts: [String] = []
  /// Queries that should find something, the best first; what of them does is known when it is built.
  public var queries: [String] = []
  /// Whether a declaration that is there would be replaced.
  public var replaces = false
  /// Whether nothing of it is read before the domain is allowed to ask other machines.
  public var needsPermission = false
  /// The access that a ready declaration has to be allowed, as the end of "allow it to"; empty for others.
  public var permission = ""
  /// Whether a ready declaration makes items private, so that the command line alone shows them.
  public var isPrivate = false

  /// How many bytes are copied.
  public var bytes: Int { data.reduce(0) { $0 + $1.bytes } }
}
