package import FootlightPlatform

/// The keys that lead to the records of a document; none when it is the document itself.
package func recordKeys(_ setting: Setting?) throws(Failure) -> [String] {
  guard let setting, let text = setting.value.text, text != "." else { return [] }
  var keys: [String] = []
  for step in FieldPath(text)?.steps ?? [.everyValue] {
    guard case .key(let key) = step else {
      throw Failure(
        .sourceSetting, "`records` must name keys", at: setting.location,
        remedy: "write it as in `data.items`, or `.` for the document itself")
    }
    keys.append(key)
  }
  return keys
}
