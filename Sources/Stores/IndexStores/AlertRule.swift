/// A search of whose hits somebody wants to hear when items come, change or go.
package struct AlertRule: Sendable, Hashable {
  /// Its name.
  package var name: String
  /// The text of the query; empty for everything that the filters leave.
  package var text: String
  /// Conditions beside the text.
  package var filters: [String]
  /// The domains or groups; all when empty.
  package var domains: [String]

  /// Names a search.
  package init(name: String, text: String, filters: [String] = [], domains: [String] = []) {
    self.name = name
    self.text = text
    self.filters = filters
    self.domains = domains
  }
}
