import DomainDeclarations
import RecordSources

/// Chooses what each field is good for.
struct RoleChoice {
  let profile: RecordProfile
  let records: [Record]
  /// Whether each record is a file, which has a path and a name.
  let areFiles: Bool
  /// Whether all records were looked at.
  let isWhole: Bool
  var mapping = ProposedMapping()
  /// The paths that have found their place.
  var used: Set<String> = []

  /// What the fields of the sampled records are good for; nil when no field can be a title.
  static func mapping(
    _ profile: RecordProfile, _ sample: RecordSample, areFiles: Bool
  ) -> ProposedMapping? {
    var choice = RoleChoice(
      profile: profile, records: sample.records, areFiles: areFiles, isWhole: sample.isWhole)
    guard choice.chooseTitle() else { return nil }
    choice.chooseIdentifier()
    choice.chooseTexts()
    choice.chooseAddress()
    choice.chooseRank()
    choice.chooseAliases()
    choice.chooseAttributes()
    choice.chooseKeywords()
    choice.composeDescription()
    return choice.mapping
  }

  private init(
    profile: RecordProfile, records: [Record], areFiles: Bool, isWhole: Bool
  ) {
    self.profile = profile
    self.records = records
    self.areFiles = areFiles
    self.isWhole = isWhole
  }

  /// The fields that have no place yet.
  var free: [FieldProfile] { profile.fields.filter { !used.contains($0.path) } }

  /// Whether a field is one that every file has, and front matter has not.
  func isOfFile(_ field: FieldProfile) -> Bool {
    areFiles && ["path", "folder", "name", "body"].contains(field.path)
  }

  /// The expression for a field, with what its values need.
  func expression(_ field: FieldProfile, filters: String = "") -> String {
    "{\(field.path)\(filters)}"
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
    let best = candidates.map { ($0, titleScore($0)) }.max { $0.1 < $1.1 }
    guard let (field, score) = best else { return false }
    used.insert(field.path)
    let isAlways = field.present == records.count
    mapping.title = expression(field, filters: isAlways ? "" : " | default: 'untitled'")
    if !isAlways {
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

  private func titleScore(_ field: FieldProfile) -> Double {
    var score = FieldNames.fit(field.name, FieldNames.titles) * 2
    score += 3 * Double(field.distinct.count) / Double(max(1, field.count))
    score += 2 * profile.presence(field)
    score += 1.5 * field.share(field.lettered)
    if field.mean >= 3, field.mean <= 100 { score += 1 }
    if field.isNumber { score -= 4 }
    if field.share(field.opaque) > 0.5 { score -= 4 }
    if field.separator != nil { score -= 1 }
    if FieldNames.fit(field.name, FieldNames.identifiers) > 0 { score -= 1.5 }
    if field.steps.count > 1 { score -= 1 }
    return score
  }

  /// A field's path as messages write it.
  func quoted(_ field: FieldProfile) -> String { "`\(field.path)`" }
}
