package import FootlightPlatform

/// A domain as a shared store has it.
package struct StoreDomainStatus: Sendable {
  /// The machine that is at work on a domain.
  package enum Work: Sendable, Hashable {
    case none
    /// The machine has the right to change it.
    case indexed(by: String)
    /// The machine has begun to publish, and has not ended it.
    case changed(by: String)
  }

  /// A machine that builds shards of a domain, together with others.
  package struct Builder: Sendable, Hashable {
    /// How it is called.
    package var machine: String
    /// The shards that it builds, ascending.
    package var shards: [Int]
    /// Since when, in seconds since 1970.
    package var since: Int64
    /// Until when nobody else takes them, in seconds since 1970; it moves while the machine is alive.
    package var until: Int64

    /// Describes a builder.
    package init(machine: String, shards: [Int], since: Int64, until: Int64) {
      self.machine = machine
      self.shards = shards
      self.since = since
      self.until = until
    }
  }

  /// A build that several machines do together.
  package struct Joint: Sendable, Hashable {
    /// How many shards there are.
    package var shards = 0
    /// How many of them are built.
    package var built = 0
    /// The machines that are at work on others.
    package var builders: [Builder] = []

    /// A build that nobody has begun.
    package init() {}
  }

  /// The domain.
  package var name: String
  /// How often it was changed.
  package var version: Int
  /// How large its files are; nil where nothing is published.
  package var bytes: Int?
  /// The machine that is at work on the domain.
  package var work: Work
  /// How many deltas it has.
  package var deltas: Int
  /// How many changes wait to be applied.
  package var pending: Int
  /// The build that several machines do together; nil where no such build is under way.
  package var joint: Joint?
  /// Why nobody can fetch its files.
  package var problem: Failure?

  /// Describes a domain.
  package init(
    name: String, version: Int, bytes: Int?, work: Work, deltas: Int, pending: Int
  ) {
    self.name = name
    self.version = version
    self.bytes = bytes
    self.work = work
    self.deltas = deltas
    self.pending = pending
  }
}
