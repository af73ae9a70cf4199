import DeclaredRecords

extension RoleChoice {
  /// Makes the year findable as a word where it tells records with one title apart, such as remakes: people type it
  /// beside the title.
  mutating func chooseYear() {
    guard let title = profile.fields.first(where: { mapping.title.hasPrefix("{\($0.path)") }),
      let year = profile.fields.first(where: isYear)
    else { return }
    var years: [String: String] = [:]
    for record in records {
      guard let name = text(record, title), let there = text(record, year) else { continue }
      guard let known = years[name.lowercased()] else {
        years[name.lowercased()] = there
        continue
      }
      guard known != there else { continue }
      mapping.keywords.append(expression(year))
      return
    }
  }

  private func isYear(_ field: FieldProfile) -> Bool {
    !field.isList && field.steps.count == 1
      && FieldNames.words(of: field.name).contains("year")
      && profile.presence(field) > 0.5
  }

  /// The text of a field at the top of a record.
  private func text(_ record: Record, _ field: FieldProfile) -> String? {
    guard field.steps.count == 1, case .key(let name) = field.steps[0] else { return nil }
    let value = record.fields.first { $0.name == name }?.value
    switch value {
    case .text(let text)?: return text
    case .number(let number)?: return number
    default: return nil
    }
  }
}
