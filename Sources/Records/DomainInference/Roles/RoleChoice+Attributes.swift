import DeclaredRecords

extension RoleChoice {
  /// Chooses what is kept beside the text, for filters and sorting.
  mutating func chooseAttributes() {
    for field in free where !isInnerDetail(field) && mapping.attributes.count < 32 {
      guard let attribute = attribute(field) else { continue }
      mapping.attributes.append(attribute)
    }
    if let field = free.first(where: {
      ["expires", "expiry", "expiration", "valid_until"].contains($0.name.lowercased())
        && $0.datePattern == ""
    }) {
      mapping.expires = expression(field)
      mapping.attributes.removeAll { $0.template == mapping.expires }
      used.insert(field.path)
    }
  }

  private mutating func attribute(_ field: FieldProfile) -> ProposedMapping.Attribute? {
    let isAddress = field.isAddress || field.share(field.opaque) > 0.2
    guard !isAddress, field.count > 0, !field.isOfLanguages, isCommon(field),
      !(areFiles && ["path", "name"].contains(field.path))
    else {
      return nil
    }
    // A field that is the same everywhere tells nothing.
    guard field.variety > 1 || profile.records < 3 else { return nil }
    var name = FieldNames.attribute(field.fullName)
    if name == "domain_value" { return nil }
    if field.isNumber, name == "title_value" { name = "title_number" }
    while mapping.attributes.contains(where: { $0.name == name }) { name += "_2" }
    if field.isList || field.separator != nil {
      guard field.mean <= 200, !field.isNumber, !field.isUnreadable else { return nil }
      return .init(
        name: name, template: expression(field, filters: listFilter(field)), type: "list")
    }
    if field.isBoolean { return .init(name: name, template: expression(field), type: "boolean") }
    if let pattern = field.datePattern {
      if field.isDateAmbiguous {
        mapping.doubts.append("day and month of \(quoted(field)) may be the other way round")
      }
      let filters = pattern.isEmpty ? "" : " | trim | date: '\(pattern)'"
      return .init(name: name, template: expression(field, filters: filters), type: "date")
    }
    if let filters = field.numberFilters {
      return .init(name: name, template: expression(field, filters: filters), type: "number")
    }
    if field.isAmbiguousNumber {
      mapping.doubts.append(
        "nothing tells whether the commas of \(quoted(field)) part thousands or fractions; it stays text"
      )
    }
    if field.isNumber, !isCodeName(field.name) {
      return .init(name: name, template: expression(field), type: "number")
    }
    let isCategory = field.variety <= max(30, field.count / 3) && field.longest <= 100
    guard isCategory || isCodeName(field.name) && field.longest <= 40 else { return nil }
    return .init(name: name, template: expression(field))
  }

  /// Whether a number of this name is a code: it is compared, never counted with.
  private func isCodeName(_ name: String) -> Bool {
    FieldNames.fit(
      name, ["id", "code", "key", "zip", "zipcode", "postcode", "phone", "fax", "isbn", "ean"]) > 0
  }
}
