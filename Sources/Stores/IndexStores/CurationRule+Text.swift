import DeclaredRecords

/// As the catalog keeps it.
extension CurationRule {
  /// As a text of named values.
  var text: String {
    var text = ""
    for query in queries { NamedValues.append("query", query, to: &text) }
    for id in ids { NamedValues.append("id", id, to: &text) }
    if let from { NamedValues.append("from", String(from), to: &text) }
    if let to { NamedValues.append("to", String(to), to: &text) }
    for filter in filters { NamedValues.append("when", filter, to: &text) }
    return text
  }

  /// Reads what ``text`` wrote; what it does not know it passes over.
  init(text: String) {
    self.init(queries: [], ids: [])
    for (name, value) in NamedValues.read(text) {
      switch name {
      case "query": queries.append(value)
      case "id": ids.append(value)
      case "from": from = Int64(value)
      case "to": to = Int64(value)
      case "when": filters.append(value)
      default: break
      }
    }
  }
}
