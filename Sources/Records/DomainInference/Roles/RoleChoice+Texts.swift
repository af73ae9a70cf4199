import DeclaredRecords

extension RoleChoice {
  /// Finds the line for people and the long text.
  mutating func chooseTexts() {
    if areFiles {
      mapping.body = "{body}"
      mapping.isEnglish = profile["body"]?.isEnglish ?? false
      used.insert("body")
    }
    chooseBodyOfLines()
    // A text that few records have is no text of all of them.
    let texts = free.filter { field in
      !field.isList && profile.presence(field) >= 0.1 && !field.isNumber && !field.isAddress
        && !field.isBoolean
        && field.datePattern == nil && field.share(field.lettered) > 0.5 && !isOfFile(field)
        && !isKindOfGeometry(field)
    }
    func best(_ names: [String], least: Int) -> FieldProfile? {
      texts.filter {
        FieldNames.fit($0.name, names) > 1 && $0.mean >= least
          && (least > 3 || profile.presence($0) >= 0.5)
      }
      .max { FieldNames.fit($0.name, names) < FieldNames.fit($1.name, names) }
    }
    if mapping.body == nil {
      let long = texts.filter { $0.mean > 400 && $0.isProse }.max { $0.mean < $1.mean }
      if let field = best(FieldNames.bodies, least: 40) ?? long {
        mapping.body = expression(field)
        take(field)
      }
    }
    let prose = texts.filter {
      !used.contains($0.path) && $0.mean > 60 && $0.isProse && $0.separator == nil
        && profile.presence($0) >= 0.5
    }.max { $0.mean < $1.mean }
    guard mapping.description == nil else { return }
    let named = best(FieldNames.descriptions, least: 3)
    if let field = named.flatMap({ used.contains($0.path) ? nil : $0 }) ?? prose {
      mapping.description = expression(field)
      take(field)
    } else if let list = describingList {
      mapping.description = expression(list, filters: " | join: '; '")
      take(list)
    }
  }

  /// A list of which each element says what the item is.
  private var describingList: FieldProfile? {
    free.first { field in
      field.isPlainList && profile.presence(field) >= 0.5 && field.isProse
        && FieldNames.fit(field.name, FieldNames.descriptions) > 1
    }
  }

  /// Lines and paragraphs in a list are the text.
  private mutating func chooseBodyOfLines() {
    guard mapping.body == nil else { return }
    let lists = free.filter { field in
      // Elements of a list, or one field of the objects in it.
      guard field.isList, field.steps.count == 2 || field.steps.count == 3,
        field.steps[1] == .everyElement, profile.presence(field) >= 0.3, field.addresses == 0
      else { return false }
      if field.isOfLines { return true }
      guard field.isProse else { return false }
      let isNamed = FieldNames.fit(field.name, FieldNames.bodyLists) > 1
      let isKeyword = FieldNames.fit(field.name, FieldNames.keywords) > 0
      return isNamed
        ? field.meanInAll >= 30 : !isKeyword && field.mean > 50 && field.meanInAll > 200
    }
    guard let field = lists.max(by: { $0.meanInAll < $1.meanInAll }) else { return }
    mapping.body = expression(field, filters: field.arePieces ? " | join: ''" : " | join: '\n'")
    take(field)
  }

  private mutating func take(_ field: FieldProfile) {
    used.insert(field.path)
    if field.isEnglish { mapping.isEnglish = true }
  }

  /// Puts a line for people together where no field is one.
  mutating func composeDescription() {
    guard mapping.description == nil else { return }
    let wanted = [
      "type", "kind", "category", "genre", "author", "authors", "artist", "director", "family",
      "year", "community", "city", "state", "province", "region", "country",
    ]
    let list = profile.fields.first { field in
      (field.isList || field.separator != nil) && profile.presence(field) >= 0.8
        && FieldNames.fit(field.name, ["tags", "genre", "genres", "categories", "topics"]) > 1
        && field.lettered > 0
    }
    if let list {
      mapping.description = expression(list, filters: listFilter(list) + " | join: ', '")
      return
    }
    let fields = profile.fields.filter { field in
      !field.isList && profile.presence(field) >= 0.9 && !field.isBoolean && !field.isAddress
        && field.mean <= 60 && field.share(field.opaque) < 0.1 && !isOfFile(field)
        && !isKindOfGeometry(field)
        && (field.variety > 1 || profile.records < 3)
        && "{\(field.path)}" != mapping.title && "{\(field.path)}" != mapping.id
        && FieldNames.fit(field.name, wanted) > 0
        && FieldNames.fit(field.name, FieldNames.otherAddresses) == 0
    }
    var subjects: Set<String> = []
    let chosen =
      fields
      .sorted { FieldNames.fit($0.name, wanted) > FieldNames.fit($1.name, wanted) }
      // `state` and `state_code` are one subject.
      .filter { subjects.insert(FieldNames.words(of: $0.name).first ?? "").inserted }
      .prefix(2)
      .sorted { place($0) < place($1) }
    guard !chosen.isEmpty else { return }
    mapping.description = chosen.map { expression($0) }.joined(separator: ", ")
  }

  /// Finds the address that opens the item.
  mutating func chooseAddress() {
    choosePicture()
    // An address may tell records apart and lead to them.
    let addresses = profile.fields.filter { field in
      field.isAddress && !field.isList && !field.name.contains("xmlns")
        && (!used.contains(field.path) || mapping.id == "{\(field.path)}")
    }
    func score(_ field: FieldProfile) -> Double {
      FieldNames.fit(field.name, FieldNames.addresses) + profile.presence(field)
        - 2 * FieldNames.fit(field.name, FieldNames.otherAddresses)
    }
    guard let best = addresses.max(by: { score($0) < score($1) }), score(best) > 0.5 else { return }
    used.insert(best.path)
    mapping.url = expression(best)
    // Every other address is of no use to a search.
    for field in addresses { used.insert(field.path) }
  }

  /// Finds the picture of the item.
  private mutating func choosePicture() {
    let pictures = free.filter { field in
      field.isAddress && !field.isList && FieldNames.fit(field.fullName, FieldNames.pictures) > 0
    }
    guard let best = pictures.max(by: { profile.presence($0) < profile.presence($1) }) else {
      return
    }
    mapping.image = expression(best)
    for field in pictures { used.insert(field.path) }
  }

  /// Finds a number that tells which items matter more.
  mutating func chooseRank() {
    let numbers = free.filter {
      $0.isNumber && !$0.isList && $0.least >= 0 && FieldNames.fit($0.name, FieldNames.ranks) > 1
    }
    let best = numbers.max {
      FieldNames.fit($0.name, FieldNames.ranks) < FieldNames.fit($1.name, FieldNames.ranks)
    }
    guard let field = best else { return }
    if field.name.lowercased() == "rank", field.most <= 1000 {
      mapping.rank = expression(field)
      used.insert(field.path)
      return
    }
    guard field.most >= 100, field.most / max(1, field.least) >= 50 else { return }
    var top = 1000.0
    while top < field.most, top < 1e15 { top *= 10 }
    mapping.rank = expression(
      field, filters: " | default: '1' | number | scale: 1, \(Int(top))")
    mapping.doubts.append("\(quoted(field)) decides the order among equals")
  }
}
