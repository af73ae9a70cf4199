package import FootlightPlatform

extension DiagnosticCode {
  /// The index was written by a newer version of this program.
  ///
  /// Remedy: use the newer program, or name another folder with `--index`.
  package static let indexNewer = DiagnosticCode("index.newer", .machine)
  /// `user.sqlite`, which holds what cannot be derived again, is damaged.
  ///
  /// Remedy: put a copy of the file in its place; without one delete it, and allow again what was
  /// allowed.
  package static let userDataDamaged = DiagnosticCode("index.user-data-damaged", .machine)
  /// `user.sqlite` cannot be written by this user.
  ///
  /// Remedy: check the permissions of the file and of its folder.
  package static let userDataReadOnly = DiagnosticCode("index.user-data-read-only", .machine)
  /// `user.sqlite` was written by an earlier version of this program, and this user may not write it.
  ///
  /// Remedy: let somebody who may write there run `footlight status` once.
  package static let userDataOld = DiagnosticCode("index.user-data-old", .machine)
  /// `user.sqlite` is missing or empty, although programs have pushed records or something else was
  /// stored in it.
  ///
  /// Remedy: `footlight history restore-copy` brings the last copy back; without one, put a copy of your own
  /// in its place, or accept the loss with `footlight sync --forget-pushed`.
  package static let userDataMissing = DiagnosticCode("index.user-data-missing", .machine)
  /// The state that a program stores with a batch is longer than 250 bytes.
  ///
  /// Remedy: store a token or a hash instead of the whole.
  package static let clientStateTooLong = DiagnosticCode("index.state-too-long", .caller)
  /// Another state is stored for a batch than the program expected.
  ///
  /// Remedy: ask for the last state, and push again what follows it.
  package static let clientStateConflict = DiagnosticCode("index.state-conflict", .caller)
}

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
  /// Remedy: give more room with `footlight store pull --disk SIZE`, or keep less with `--domain` and `--shards`.
  package static let storeRoom = DiagnosticCode("store.room", .machine)
  /// The index of this workspace is a copy of a shared store's, and is not changed by itself.
  ///
  /// Remedy: change it through `footlight-store`, which `footlight sync` calls by itself.
  package static let storeCopy = DiagnosticCode("store.copy", .caller)
}

extension DiagnosticCode {
  /// The right to change the index was given back already.
  ///
  /// Remedy: ask the store for an indexer again; this is a mistake of the calling program.
  package static let indexerClosed = DiagnosticCode("index.closed", .caller)
  /// The folder that is named for an index, or a database in it, is somebody else's.
  ///
  /// Remedy: name a folder that is empty, is not there yet, or is an index, with `--index`.
  package static let indexForeign = DiagnosticCode("index.foreign", .caller)
  /// The catalog of the index cannot be read.
  ///
  /// Remedy: run `footlight sync`, which builds the index anew.
  package static let catalogDamaged = DiagnosticCode("index.catalog-damaged", .machine)
  /// The index was written by an earlier version of this program.
  ///
  /// Remedy: run `footlight sync`, which builds the index anew; what cannot be built again is kept.
  package static let indexOlder = DiagnosticCode("index.older", .machine)
  /// The codes of a catalog that the next sync begins anew.
  package static let ofUnusableCatalogs: Set<DiagnosticCode> = [.catalogDamaged, .indexOlder]
  /// A generation file is gone although the catalog names it.
  ///
  /// Remedy: run `footlight sync`, which builds the domain anew.
  package static let generationMissing = DiagnosticCode("index.generation-missing", .machine)
  /// A file does not read back as it was written.
  ///
  /// Remedy: look at the disk and the memory of the machine, then run it again.
  package static let generationUnfaithful = DiagnosticCode("index.unfaithful", .machine)
  /// The folder of the index, or a file in it, cannot be written.
  ///
  /// Remedy: check the permissions of the folder, or name another one with `--index`.
  package static let indexReadOnly = DiagnosticCode("index.read-only", .machine)
  /// Files lie in the folder of the index that belong to no live generation.
  ///
  /// Remedy: `footlight compact` deletes them, and so does the next build.
  package static let indexLeftovers = DiagnosticCode("index.leftovers", .machine)
}
