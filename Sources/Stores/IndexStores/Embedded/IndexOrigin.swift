package import FootlightPlatform
package import SearchEngine

/// The shared store that the index of a folder is a copy of: every change is published there before it is made here.
///
/// All that an index knows of it; the target `SharedStore` has the rest.
package protocol IndexOrigin: CatalogOrigin {
  /// Opens the catalog, and brings the folder up to what is published; the lock is held.
  func catalog(
    of folder: IndexFolder, _ open: () throws(Failure) -> Catalog
  ) throws(Failure) -> Catalog

  /// Takes the right to change a domain in the state that is here; once, until it is let go.
  ///
  /// A domain may be built anew even where its published state cannot be used.
  ///
  /// - Throws: `store.claimed`; `store.moved` when another machine has changed the domain since.
  func claim(_ domain: String, for indexer: EmbeddedIndexer, toBuild: Bool) throws(Failure)

  /// Gives the right to change a domain back, or that to change all.
  func letGo(_ domain: String?)

  /// Whether the published state of a domain could not be brought here.
  func isBroken(_ domain: String) -> Bool

  /// Whether what has come of a file is kept for the next pull.
  func isAway(_ file: GenerationFile) -> Bool

  /// Sends the file of a generation, for the commit that follows.
  func upload(_ file: GenerationFile, at path: String) throws(Failure)

  /// Whether others can be given a published file, so that it need not be sent anew.
  func canGive(_ generation: Int, of domain: String) throws(Failure) -> Bool

  /// Begins a build that several machines do together, or goes on with it; nil where they have published it meanwhile.
  func jointBuild(
    _ domain: String, for indexer: EmbeddedIndexer, settings: IndexSettings, fingerprint: String,
    memory: Int, builders: Int, key: String, _ cancellation: Cancellation
  ) throws(Failure) -> (any StoreBuild)?
}
