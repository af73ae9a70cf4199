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
    if field.isNumber || field.numberFilters != nil, !field.isNumber || !isCodeName(field.name) {
      let filters = field.numberFilters ?? ""
      return .init(name: name, template: expression(field, filters: filters), type: "number")
    }
    if field.isAmbiguousNumber {
      mapping.doubts.append(
        "nothing tells whether the commas of \(quoted(field)) part thousands or fractions; it stays text"
      )
    }
    let isCategory = field.variety <= max(30, field.count / 3) && field.longest <= 100
    guard isCategory || isCodeName(field.name) && field.longest <= 40 else { return nil }
    return .init(name: name, template: expression(field))
  }

  /// Whether a number of this name is a code: it is compared, never counted with.
  func isCodeName(_ name: String) -> Bool {
    FieldNames.fit(
      name,
      [
        "id", "code", "key", "zip", "zipcode", "postcode", "postal", "phone", "fax", "isbn",
        "isbn13", "isbn10", "ean", "upc", "gtin", "barcode",
      ]) > 0
  }

  /// Finds other names of the items.
  mutating func chooseAliases() {
    for field in free where canBeAlias(field) {
      let many = field.steps.contains(.everyValue) ? " | unique" : ""
      mapping.aliases.append(expression(field, filters: listFilter(field) + many))
      used.insert(field.path)
    }
    // "Rule 12": a number that people say with its name.
    for field in profile.fields where isSpoken(field) {
      let word = field.name.prefix(1).uppercased() + field.name.dropFirst()
      mapping.aliases.append("\(word) \(expression(field))")
    }
    let numbers = profile.fields.filter {
      $0.codes == $0.count && $0.present == records.count && $0.longest <= 8 && !$0.isList
        && FieldNames.containers.contains($0.name.lowercased())
    }
    for holder in numbers {
      for field in profile.fields where isSpoken(field) && field.path != holder.path {
        mapping.aliases.append("\(expression(holder)) \(expression(field))")
      }
    }
    var seen: Set<String> = [mapping.title]
    mapping.aliases = Array(mapping.aliases.filter { seen.insert($0).inserted }.prefix(12))
  }

  private func canBeAlias(_ field: FieldProfile) -> Bool {
    let isCodeOfNumbers =
      isCodeName(field.name) || FieldNames.fit(field.name, ["citation", "number"]) > 0
    guard field.numbers * 2 <= field.count || isCodeOfNumbers else { return false }
    if isOtherName(field) || field.isTypedCode && profile.presence(field) >= 0.3 { return true }
    if field.isTellingCode, !isOfFile(field), !field.isAddress { return true }
    guard FieldNames.fit(field.name, FieldNames.aliases) > 0, !isOfFile(field),
      !field.isOfLanguages, isCommon(field)
    else { return false }
    return !field.isBoolean && !field.isAddress
      && field.datePattern == nil && field.mean <= 100 && field.share(field.opaque) < 0.2
      && (field.variety > 1 || profile.records < 3)
      // A type or a unit that many share names none of them.
      && (field.isList || field.distinct.count * 10 > field.count)
  }

  /// Whether a field is the name in other languages.
  private func isOtherName(_ field: FieldProfile) -> Bool {
    guard field.mean <= 100, field.share(field.lettered) > 0.5, !field.isAddress else {
      return false
    }
    if FieldNames.isInLanguage(field.name), !field.isList { return isCommon(field) }
    return field.isOfLanguages
      && field.keys.contains { FieldNames.fit($0, FieldNames.translations) > 0 }
  }

  /// Whether so many records have a field that it says something of the data.
  func isCommon(_ field: FieldProfile) -> Bool {
    field.present * 50 >= profile.records || field.steps.contains(.everyValue)
  }

  private func isSpoken(_ field: FieldProfile) -> Bool {
    guard !field.isList, field.steps.count == 1, field.share(field.codes) > 0.8,
      field.longest <= 24, profile.presence(field) > 0.9, field.distinct.count * 10 > field.count
    else { return false }
    let words = FieldNames.words(of: field.name)
    return words.count == 1 && FieldNames.spoken.contains(words[0])
  }

  /// The filter that takes a list written as text apart.
  func listFilter(_ field: FieldProfile) -> String {
    field.separator.map { " | split: '\($0)'" } ?? ""
  }

  /// Makes findable what has no other place: by its words.
  mutating func chooseKeywords() {
    let words = free.filter { field in
      !field.isNumber && !field.isBoolean && !field.isAddress && field.datePattern == nil
        && !field.isUnreadable && field.share(field.digital) <= 0.5
        && field.share(field.opaque) < 0.2 && field.mean <= 600
        && field.numberFilters == nil && field.share(field.lettered) > 0.3
        && (field.variety > 1 || field.present < profile.records || profile.records < 3
          || field.isProse)
        && !(areFiles && ["path", "name", "body"].contains(field.path)) && !isKindOfGeometry(field)
        && (!isInnerDetail(field)
          || field.share(field.lettered) > 0.5 && field.share(field.numbered) < 0.5)
        && (FieldNames.fit(field.name, FieldNames.otherAddresses) == 0 || field.isProse
          || FieldNames.fit(field.name, FieldNames.keywords) > 0)
    }
    func fit(_ field: FieldProfile) -> Double { FieldNames.fit(field.name, FieldNames.keywords) }
    let order = words.enumerated().sorted {
      (fit($0.element), -$0.offset) > (fit($1.element), -$1.offset)
    }
    for (_, field) in order.prefix(40) {
      let limits = field.isList && field.steps.contains(.everyValue) ? " | unique" : ""
      // Of what repeats seldom all is found, not the first alone.
      mapping.keywords.append(
        field.isSeldomList
          ? "{\(field.path)[]}" : expression(field, filters: listFilter(field) + limits))
    }
  }

  /// Whether a field stands in the objects of a list, and says nothing by itself.
  func isInnerDetail(_ field: FieldProfile) -> Bool {
    guard field.isList, field.steps.last != .everyElement, field.steps.last != .everyValue else {
      return false
    }
    return FieldNames.fit(field.name, FieldNames.titles + FieldNames.keywords) == 0
  }
}
