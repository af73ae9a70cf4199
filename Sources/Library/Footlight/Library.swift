public import FootlightPlatform
package import IndexStores
public import SourceKinds
import Synchronization

/// A workspace opened for searching and indexing.
///
/// Every call blocks and may come from any thread. Opening takes no lock and needs no permission
/// to write.
///
/// ```swift
/// let library = try Library(workspace: path)
/// try library.sync()
/// for hit in try library.search("rule 12").hits { print(hit.tier, hit.title) }
/// ```
public final class Library: Detaching {
  /// The open workspace that it is the face of.
  let open: OpenWorkspace
  /// The last look at the workspace from outside.
  let lastLook = Mutex<WorkspaceLook?>(nil)
  /// The activity that was read last.
  let activityMemory = ActivityMemory()
  /// Whether queries are counted on this machine.
  package let logsQueries: Bool
  /// What is wrong with `footlight.yaml`; nothing is indexed as long as there is something.
  public var settingsMistakes: [Diagnostic] { open.settingsMistakes }
  /// The searches that have names.
  let searches: [SavedSearch]
  /// The program that is told when hits of these searches come, change or go, and its arguments.
  package let onMatch: [String]
  /// The counts of queries that are not written yet.
  let queryLog = QueryLog()

  deinit { try? writeQueries() }

  /// Opens a workspace: a folder that holds `domains/`.
  ///
  /// - Parameters:
  ///   - workspace: The folder; a relative name begins where the process stands.
  ///   - index: The folder of the index; `.footlight/` in the workspace when nil.
  ///   - kinds: The kinds of sources that declarations may name.
  /// What is wrong with `footlight.yaml` stands in ``settingsMistakes``, and keeps it from indexing alone; which domains
  /// cannot be read on this machine ``lackedPrograms()`` tells.
  ///
  /// - Throws: what the machine refuses.
  public convenience init(
    workspace: String, index: String? = nil, kinds: [SourceKind] = SourceKind.builtIn
  ) throws(Failure) {
    try self.init(Workspace(folder: workspace, index: index), kinds: kinds)
  }

  /// Opens a workspace.
  public convenience init(
    _ workspace: Workspace, kinds: [SourceKind] = SourceKind.builtIn
  ) throws(Failure) {
    try self.init(workspace, kinds: kinds, system: .system)
  }

  /// Opens a workspace on a machine of one's own.
  package convenience init(
    workspace: String, index: String? = nil, kinds: [SourceKind] = SourceKind.builtIn,
    system: SystemServices
  ) throws(Failure) {
    try self.init(Workspace(folder: workspace, index: index), kinds: kinds, system: system)
  }

  package convenience init(
    _ workspace: Workspace, kinds: [SourceKind] = SourceKind.builtIn, system: SystemServices
  ) throws(Failure) {
    let index = try Path.absolute(workspace.index)
    let settings = try WorkspaceSettings.read(in: workspace.folder)
    let rules = settings.searches.map { search in
      AlertRule(
        name: search.name, text: search.text, filters: search.filters, domains: search.domains)
    }
    // A copy of a shared store is answered from as ever; only footlight-store changes it.
    let store =
      settings.store != nil
      ? EmbeddedStore(path: index, files: system.files, isFollowing: true)
      : EmbeddedStore(path: index, files: system.files, alertRules: rules)
    try self.init(
      workspace, kinds: kinds, system: system, store: store, settings: settings)
  }

  /// Opens a workspace whose index is kept in another store.
  package init(
    _ workspace: Workspace, kinds: [SourceKind], system: SystemServices, store: any IndexStore,
    settings: WorkspaceSettings = WorkspaceSettings()
  ) throws(Failure) {
    logsQueries = settings.logsQueries
    searches = settings.searches
    onMatch = settings.onMatch
    let index = try Path.absolute(workspace.index)
    open = OpenWorkspace(
      workspace: Workspace(folder: try Path.absolute(workspace.folder), index: index),
      kinds: kinds, system: system, store: store, settingsMistakes: settings.mistakes,
      userData: UserDatabase(inIndex: index, files: system.files) { () throws(Failure) in
        do throws(Failure) {
          return try IndexPlace(system).makeToken(of: index)
        } catch {
          // Without a folder for places no key is accepted anyway, and all else must go on.
          guard error.concerns([.noStateFolder]) else { throw error }
          return nil
        }
      })
  }

  /// Where declarations and index lie.
  public var workspace: Workspace { open.workspace }

  var system: SystemServices { open.system }
  var store: any IndexStore { open.store }
  var userData: UserDatabase { open.userData }

  /// Whether the index is a copy of a shared store.
  package var isCopy: Bool { open.isCopy }

  /// The command that brings the index up to date, as readers are told it.
  package var updateCommand: String { isCopy ? "footlight store pull" : "footlight sync" }
}
