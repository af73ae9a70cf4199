import DeclaredRecords
import FootlightPlatform

/// Chooses what each field is good for.
package struct RoleChoice {
  let profile: RecordProfile
  let records: [Record]
  /// Whether each record is a file, which has a path and a name.
  let areFiles: Bool
  /// Whether each is an element of XML.
  let areElements: Bool
  /// Whether all records were looked at.
  let isWhole: Bool
  /// How many records are the same as an earlier one in everything.
  let repeated: Int
  /// What the file is called; empty where it is unknown.
  let fileName: String
  var mapping = ProposedMapping()
  /// The paths that have found their place.
  var used: Set<String> = []

  /// Chooses a role for each field of the sampled records; nil when no field can be a title.
  package static func mapping(
    _ profile: RecordProfile, _ sample: RecordSample, areFiles: Bool, areElements: Bool = false,
    keys: [String] = [], fileName: String = ""
  ) -> ProposedMapping? {
    var choice = RoleChoice(
      profile: profile.ofTexts, records: sample.records, areFiles: areFiles,
      areElements: areElements,
      isWhole: sample.isWhole,
      repeated: sample.records.count - Set(sample.identities.map(\.hash)).count,
      fileName: fileName)
    guard choice.chooseTitle() else { return nil }
    if !choice.identify(byKeys: keys) { choice.chooseIdentifier() }
    choice.choosePlaces()
    choice.chooseTexts()
    choice.chooseAddress()
    choice.chooseRank()
    choice.chooseAliases()
    choice.chooseAttributes()
    choice.chooseKeywords()
    choice.chooseYear()
    choice.composeDescription()
    for field in profile.fields where !field.nothings.isEmpty {
      let marks = field.nothings.keys.sorted().map { "`\($0)`" }.joined(separator: " and ")
      choice.mapping.doubts.append("no number is read where \(choice.quoted(field)) holds \(marks)")
    }
    return choice.mapping
  }

  /// The fields that have no place yet.
  var free: [FieldProfile] { profile.fields.filter { !used.contains($0.path) } }

  /// Whether a field is one that every file has, and front matter has not.
  func isOfFile(_ field: FieldProfile) -> Bool {
    areFiles && ["path", "folder", "name", "body"].contains(field.path)
  }

  /// The expression for a field, with what its values need.
  func expression(_ field: FieldProfile, filters: String = "") -> String {
    // Entities become characters, and tags go, before anything else is done with them.
    let isMarked = field.entities > 0 || field.share(field.tagged) > 0.2
    let decoded = isMarked && !filters.contains("| plain") ? " | plain" : ""
    // A code stays as it is written: one of the next may have a letter.
    let isRead =
      field.nothings.isEmpty || filters.contains("number") || isCodeName(field.name)
    let read = isRead ? "" : field.numberFilters ?? ""
    return "{\(field.path)\(field.isSeldomList ? "[] | first" : "")\(decoded)\(read)\(filters)}"
  }

  // MARK: The title

  private mutating func chooseTitle() -> Bool {
    // Where every file has a title of its own, its name is none.
    let hasTitles =
      areFiles
      && profile.fields.contains { field in
        !isOfFile(field) && !field.isList && field.present == records.count
          && FieldNames.fit(field.name, FieldNames.titles) > 2
      }
    let candidates = profile.fields.filter { field in
      !field.isList && !field.isAddress && !field.isBoolean && field.datePattern == nil
        && field.mean <= 250 && profile.presence(field) >= 0.3
        && !(areFiles && ["path", "folder", "body"].contains(field.path))
        && !(hasTitles && field.path == "name")
    }
    if chooseNameOfPerson() || chooseKey(candidates) || !hasTitles && chooseHeading() {
      return true
    }
    let best = candidates.map { ($0, titleScore($0)) }.max { $0.1 < $1.1 }
    if best.map({ $0.1 < 5 }) ?? true,
      chooseFirstOfList() || chooseFirstLine() || areElements && chooseMarkedElement()
    {
      return true
    }
    guard let (field, score) = best else { return false }
    used.insert(field.path)
    mapping.title = title(field)
    if field.present < records.count {
      mapping.doubts.append("some records have no \(quoted(field)); they are called 'untitled'")
    }
    let rivals = candidates.filter {
      $0.path != field.path && !isOfFile($0) && $0.steps.count == 1
        && titleScore($0) > score - 1
    }
    if !rivals.isEmpty {
      let names = rivals.prefix(3).map { quoted($0) }.joined(separator: ", ")
      mapping.doubts.append("the title is \(quoted(field)); it could also be \(names)")
    }
    return true
  }

  /// Files of Markdown whose names tell them hardly apart, or are made for addresses, are called by the headings with
  /// which they begin.
  private mutating func chooseHeading() -> Bool {
    guard areFiles, let name = profile["name"],
      name.distinct.count < records.count || name.share(name.codes) > 0.5
    else { return false }
    let headings = records.compactMap { record -> Substring? in
      let line = record.text(at: [.key("body")]).prefix { !$0.isNewline }
      return line.hasPrefix("# ") && line.utf8.count < 200 ? line : nil
    }
    guard headings.count == records.count, Set(headings).count * 10 >= headings.count * 9 else {
      return false
    }
    mapping.title = "{body | split: '\n' | first | plain | default: 'untitled'}"
    mapping.aliases.append("{name}")
    used.insert("name")
    return true
  }

  /// People are called by two names together.
  private mutating func chooseNameOfPerson() -> Bool {
    func field(_ names: Set<String>) -> FieldProfile? {
      profile.fields.first { field in
        !field.isList && field.present == records.count
          && names.contains(FieldNames.words(of: field.fullName).joined(separator: " "))
      }
    }
    let hasWhole = profile.fields.contains { ["name", "full name"].contains($0.name.lowercased()) }
    guard !hasWhole, let given = field(FieldNames.givenNames),
      let family = field(FieldNames.familyNames)
    else { return false }
    mapping.title = "\(expression(given)) \(expression(family))"
    used.formUnion([given.path, family.path])
    return true
  }

  /// Takes the key of each record where it is a word and nothing else is called a title.
  private mutating func chooseKey(_ candidates: [FieldProfile]) -> Bool {
    guard let key = profile["key"], key.isKey, key.present == records.count,
      key.share(key.lettered) > 0.9, !key.isUnreadable, key.share(key.digital) < 0.5,
      !key.isTypedCode,
      !candidates.contains(where: { field in
        field.path != "key" && field.path != "value"
          && max(
            FieldNames.fit(field.name, FieldNames.titles),
            FieldNames.fit(field.fullName, FieldNames.titles)) > 1
      })
    else { return false }
    mapping.title = expression(key)
    used.insert(key.path)
    if let value = profile["value"], value.isProse, value.mean > 20 {
      mapping.description = expression(value)
      mapping.isEnglish = value.isEnglish
      used.insert(value.path)
    }
    return true
  }

  /// Takes the first of a list of names, such as the words of a meaning.
  private mutating func chooseFirstOfList() -> Bool {
    let lists = profile.fields.filter { field in
      field.isPlainList && profile.presence(field) >= 0.9 && field.mean <= 80
        && field.share(field.lettered) > 0.8
        && !field.isUnreadable && FieldNames.fit(field.name, FieldNames.titleLists) > 2
    }
    func fit(_ field: FieldProfile) -> Double { FieldNames.fit(field.name, FieldNames.titleLists) }
    guard let field = lists.max(by: { fit($0) < fit($1) }) else { return false }
    mapping.title = title(field, filters: " | first")
    mapping.aliases.append(expression(field))
    used.insert(field.path)
    mapping.doubts.append("the title is the first of \(quoted(field)), the others are aliases")
    return true
  }

  /// Takes the first line of a text that is a list of lines.
  private mutating func chooseFirstLine() -> Bool {
    guard let field = profile.fields.first(where: { $0.isOfLines && profile.presence($0) >= 0.9 })
    else { return false }
    mapping.title = title(field, filters: " | first | plain")
    return true
  }

  /// The title that a field makes; one of records that lack it is 'untitled'.
  func title(_ field: FieldProfile, filters: String = "") -> String {
    expression(
      field, filters: filters + (field.present < records.count ? " | default: 'untitled'" : ""))
  }

  func titleScore(_ field: FieldProfile) -> Double {
    var score =
      max(
        FieldNames.fit(field.name, FieldNames.titles),
        FieldNames.fit(field.fullName, FieldNames.titles)) * 2
    // A name that many records lack is hardly what they are called.
    if profile.presence(field) < 0.8 { score = score * profile.presence(field) - 2 }
    score += 3 * Double(field.distinct.count) / Double(max(1, field.count))
    score += 2 * profile.presence(field)
    score += 1.5 * field.share(field.lettered)
    if field.mean >= 3, field.mean <= 100 { score += 1 }
    if field.isNumber { score -= 4 }
    if field.share(field.opaque) > 0.5 {
      score -= 4
    } else if field.isUnreadable || field.share(field.digital) > 0.5 {
      score -= 3
    }
    // The same everywhere: a kind of record rather than the name of one.
    if field.distinct.count == 1, field.count > 2 { score -= 4 }
    if FieldNames.isInLanguage(field.name) { score -= 0.5 }
    if field.separator != nil { score -= 1 }
    if FieldNames.fit(field.name, FieldNames.identifiers) > 0 { score -= 1.5 }
    if field.steps.count > 1 { score -= 1 }
    return score
  }

  /// A field's path as messages write it.
  func quoted(_ field: FieldProfile) -> String { "`\(field.path)`" }

  /// Makes the year findable as a word where it tells records with one title apart, such as remakes: people type it
  /// beside the title.
  mutating func chooseYear() {
    // A title or year within another field may be that of something else than the record.
    guard
      let title = profile.fields.first(where: {
        $0.steps.count == 1 && mapping.title.hasPrefix("{\($0.path)")
      }),
      let year = profile.fields.first(where: isYear), year.steps.count == 1
    else { return }
    let named = records.map { record in
      (title: record.text(at: title.steps).lowercased(), year: record.text(at: year.steps))
    }.filter { !$0.title.isEmpty && !$0.year.isEmpty }
    let years = Dictionary(grouping: named, by: \.title).values.map { Set($0.map(\.year)) }
    if years.contains(where: { $0.count > 1 }) { mapping.keywords.append(expression(year)) }
  }

  private func isYear(_ field: FieldProfile) -> Bool {
    !field.isList && field.steps.count == 1
      && FieldNames.words(of: field.name).contains("year")
      && profile.presence(field) > 0.5
  }
}
