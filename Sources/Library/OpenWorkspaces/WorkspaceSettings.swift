package import FootlightPlatform

/// The settings of a whole workspace: the file `footlight.yaml` beside `domains/`.
///
/// ```yaml
/// store: postgresql://search.example/team
/// log: true
/// searches:
///   cheap: { query: hotel, filters: [price<100], sort: price }
/// on_match: [notify-send, "Footlight"]
/// ```
package struct WorkspaceSettings: Sendable, Hashable {
  /// The name of the file.
  package static let fileName = "footlight.yaml"
  /// The shared store that the index is a copy of; nil where it is this machine's own.
  package var store: String?
  /// Whether queries are counted on this machine.
  package var logsQueries: Bool
  /// The searches that have names, in the order of the file.
  package var searches: [SavedSearch]
  /// The program that is told when hits of these searches come, change or go, and its arguments; empty for none.
  package var onMatch: [String] = []

  /// Settings of a workspace that has no such file.
  package init(store: String? = nil, logsQueries: Bool = false, searches: [SavedSearch] = []) {
    self.store = store
    self.logsQueries = logsQueries
    self.searches = searches
  }
}

/// A search that has a name: `@cheap` asks it.
package struct SavedSearch: Sendable, Hashable {
  /// The name, without the mark before it.
  package var name: String
  /// Where it stands in the settings.
  package var location: SourceLocation
  /// The text of the query; empty for everything that the filters leave.
  package var text = ""
  /// Conditions beside the text.
  package var filters: [String] = []
  /// The orders of the hits, as on the command line.
  package var sort: [String] = []
  /// The domains or groups that are searched; all when empty.
  package var domains: [String] = []
}
