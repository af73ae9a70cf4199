import DeclaredRecords
package import FootlightPlatform

extension RoleChoice {
  /// Takes what those elements of XML hold that one value of an attribute marks as what the records are called, such as
  /// `datafield[tag=245]` of many a `datafield`.
  mutating func chooseMarkedElement() -> Bool {
    var marked: [FieldPath: FieldProfile] = [:]
    // What marks several elements of a record tells none of them.
    var several: Set<FieldPath> = []
    for record in records {
      var met: Set<FieldPath> = []
      for field in record.fields {
        for element in field.value.parts.compactMap(\.record) {
          for mark in element.fields where mark.value.text.map(ValueShape.isMark) ?? false {
            let key = "\(field.name)[\(mark.name)=\(mark.value.written)]"
            for inner in element.fields where inner.name != mark.name {
              let path = FieldPath([.key(key), .key(inner.name)])
              guard marked.count < 2_000 || marked[path] != nil else { continue }
              if !met.insert(path).inserted { several.insert(path) }
              guard let text = inner.value.parts.first?.text else { continue }
              marked[path, default: FieldProfile(path)].add(text)
              marked[path]?.countRecord()
            }
          }
        }
      }
    }
    let names = marked.filter { path, field in
      field.mean <= 250 && profile.presence(field) >= 0.5 && !several.contains(path)
    }.values.sorted { $0.path < $1.path }.map { (titleScore($0), $0.mean, $0) }
    // Titles are longer than what else is different everywhere.
    guard let (score, _, field) = names.max(by: { ($0.0, $0.1) < ($1.0, $1.1) }), score >= 5 else {
      return false
    }
    mapping.title = title(field, filters: "[] | first")
    mapping.doubts.append("the title is what `\(field.keys[0])` holds")
    return true
  }
}

extension Record {
  /// The record with the elements under a key of their own that a template such as `{datafield[tag=245].subfield}` begins with,
  /// as a reader of XML hands it over.
  package func choosing(for template: String) -> Record {
    let key = String(template.dropFirst().prefix { $0 != "." })
    guard let (name, attribute, value) = FieldPath.selection(key) else { return self }
    let chosen = self[String(name)]?.parts.compactMap(\.record).filter {
      $0[String(attribute)]?.text == String(value)
    }
    var record = self
    record[key] = chosen?.count == 1 ? chosen?.first.map { .object($0) } : nil
    return record
  }
}

extension RecordValue {
  /// The elements of a list; what is none is one.
  fileprivate var parts: [RecordValue] {
    if case .list(let elements) = self { elements } else { [self] }
  }
}
