package import FootlightPlatform

extension DiagnosticCode {
  /// Another machine is indexing a domain of the shared store.
  ///
  /// Remedy: it will be there when that is done; `--wait` waits for it.
  package static let storeClaimed = DiagnosticCode("store.claimed", .machine)
  /// Another machine has changed a domain since this one looked.
  ///
  /// Remedy: run it again: what the other one has published is pulled first.
  package static let storeMoved = DiagnosticCode("store.moved", .machine)
  /// Machines that build a domain together have read different records.
  ///
  /// Remedy: give all of them the same source, and run it again.
  package static let storeDiffers = DiagnosticCode("store.differs", .machine)
  /// Another machine has taken over a domain while this one was building it.
  ///
  /// Remedy: nothing is lost; run it again.
  package static let storeFenced = DiagnosticCode("store.fenced", .machine)
  /// Bytes from the store differ from those that were sent there, or make no sense.
  ///
  /// Remedy: run it again; if it stays so, look at the server's disk, and rebuild the domain.
  package static let storeIncomplete = DiagnosticCode("store.incomplete", .machine)
  /// A file that a state names is no longer in the store: a newer state has replaced it.
  ///
  /// Remedy: run it again.
  package static let storeMissing = DiagnosticCode("store.missing", .machine)
  /// A part of the store that holds a file is away, while the store itself answers: a worker of a cluster, or a disk.
  ///
  /// Remedy: look at the worker and start it again; a worker that is lost for good is replaced as docs/guide/citus.md
  /// says. What was pulled before is searched all the same, and all other domains are brought up to date.
  package static let storeAway = DiagnosticCode("store.away", .machine)
  /// Something that was published does not fit into the room that this machine gives to its copy.
  ///
  /// Remedy: give more room with `footlight pull --disk SIZE`, or keep less with `--domain` and `--shards`.
  package static let storeRoom = DiagnosticCode("store.room", .machine)
  /// The index of this workspace is a copy of a shared store's, and is not changed by itself.
  ///
  /// Remedy: change it through `footlight-store`, which `footlight sync` calls by itself.
  package static let storeCopy = DiagnosticCode("store.copy", .caller)
}
