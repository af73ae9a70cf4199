import DeclaredRecords

extension DataShape {
  /// Records of a document.
  init(_ records: DocumentOutline.Records, kind: String, of outline: DocumentOutline) {
    self.init(kind: kind, key: records.isKeyed ? "key" : nil)
    if case .values = records.kind { columns = ["value"] }
    if case .namedValues = records.kind { columns = ["value"] }
    if let setting = records.setting { settings.append(("records", .text(setting))) }
    let others = outline.records.filter { $0.kind == .objects || $0.kind == .members }
    if others.count > 1 {
      doubts.append("the file holds several lists of records; the largest is taken")
    }
  }
}

extension DocumentOutline.Records {
  /// Whether somebody who has this document would say that these are its records.
  func isReadable(_ outline: DocumentOutline) -> Bool {
    guard let whole = outline.containers.first,
      let own = outline.containers.first(where: { $0.path == path })
    else { return false }
    switch kind {
    case .objects, .members: return true
    case .values:
      // Some texts within a record are one of its fields.
      return own.texts * 2 >= own.count && (path.isEmpty || count >= 3 && size * 2 > whole.size)
    case .namedValues:
      let known = keys.filter { FieldNames.isKnown($0) }.count
      return known < 3 && known * 4 < keys.count && (path.isEmpty || size * 2 > whole.size)
    }
  }
}
