import DeclaredRecords
import FootlightPlatform

extension DataShape {
  /// The shape of a JSON document that holds columns, or rows whose values have no names; nil when it is neither, or
  /// not certainly so.
  init?(transposed beginning: borrowing FileBeginning) {
    guard let document = DataShape.document(beginning) else {
      guard DataShape.beginsWithColumn(beginning) else { return nil }
      self.init(kind: "json", settings: [("layout", .text("columns"))], key: "key")
      return
    }
    if let shape = DataShape(transposed: document, at: []) {
      self = shape
      return
    }
    // The only member that holds more than one value may hold them.
    guard case .object(let object) = document else { return nil }
    let members = object.fields.filter { field in
      if case .list = field.value { true } else { field.value.record != nil }
    }
    guard members.count == 1, let member = members.first,
      let shape = DataShape(transposed: member.value, at: [member.name])
    else { return nil }
    self = shape
  }

  /// The shape of a value of a document, and the keys that lead to it.
  private init?(transposed value: RecordValue, at path: [String]) {
    self.init(kind: "json")
    if !path.isEmpty {
      settings.append(("records", .text(FieldPath(path.map { .key($0) }).description)))
    }
    switch value {
    case .list(let rows):
      guard let names = nameRows(rows) else { return nil }
      settings += [("layout", .text("rows"))] + names
    case .object(let object):
      if path.isEmpty, let (rows, names) = DataShape.split(object) {
        settings = [
          ("records", .text(rows)), ("layout", .text("rows")), ("columns", .list(names)),
        ]
        return
      }
      guard let hasKeys = DataShape.areColumns(object) else { return nil }
      settings.append(("layout", .text("columns")))
      if hasKeys {
        key = "key"
      } else {
        doubts.append("lists of one length are taken for columns, the first values for one record")
      }
    default: return nil
    }
  }

  /// The setting that names the values of rows, which is empty where the first row names them; nil where the data are no rows.
  private mutating func nameRows(
    _ rows: [RecordValue]
  ) -> [(name: String, value: SettingValue)]? {
    guard rows.count > 1, case .list(let first)? = rows.first, first.count > 1 else { return nil }
    var table: [[String]] = []
    for row in rows.prefix(200) {
      guard case .list(let values) = row, values.count == first.count else { return nil }
      table.append(values.map(\.written))
    }
    let sniffer = HeaderSniffer(rows: table, width: first.count)
    let names = DataShape.texts(.list(first)) ?? []
    if sniffer.verdict().isHeader, Set(names).count == first.count {
      doubts.append("the records are lists; the first one is taken for their names")
      return []
    }
    doubts.append("the records are lists without names, so these are invented")
    return [("columns", .list(sniffer.inventedNames()))]
  }

  /// The document, or as much of its rows as the look holds, closed after the last whole one.
  private static func document(_ beginning: borrowing FileBeginning) -> RecordValue? {
    guard !beginning.isWhole else { return RecordValue(document: beginning.text) }
    var rest = beginning.text[...]
    while let open = rest.lastIndex(of: "[") {
      rest = rest[..<open]
      var before = rest.trimmedEnd
      guard before.popLast() == "," else { continue }
      before = before.trimmedEnd
      guard before.last == "]" else { continue }
      return RecordValue(document: before + "]") ?? RecordValue(document: before + "]}")
    }
    return nil
  }

  /// Whether a document that goes on after the look begins with a column whose values have numbers from 0 on, as
  /// pandas writes them.
  private static func beginsWithColumn(_ beginning: borrowing FileBeginning) -> Bool {
    guard !beginning.isWhole else { return false }
    let outline = DocumentOutline(json: beginning.bytes)
    guard outline.containers.first?.isObject == true, outline.containers.count > 1 else {
      return false
    }
    let column = outline.containers[1]
    return column.isObject && column.path.count == 1 && column.keys.count > 20
      && column.keys.enumerated().allSatisfy { $0.element == String($0.offset) }
  }

  /// Where the rows of a document are that names their values apart from them, as pandas writes with
  /// `orient="split"`, and these names.
  private static func split(_ object: Record) -> (path: String, names: [String])? {
    for key in ["columns", "fields", "header", "headers", "names"] {
      guard case .list(let list)? = object[key], let names = texts(.list(list)), names.count > 1,
        Set(names).count == names.count
      else { continue }
      for field in object.fields where field.name != key {
        guard case .list(let rows) = field.value, !rows.isEmpty else { continue }
        let isTable = rows.allSatisfy { row in
          if case .list(let values) = row { values.count == names.count } else { false }
        }
        if isTable { return (FieldPath([.key(field.name)]).description, names) }
      }
    }
    return nil
  }

  private static func texts(_ value: RecordValue) -> [String]? {
    guard case .list(let values) = value else { return nil }
    let texts = values.map(\.written)
    return values.allSatisfy { $0.text != nil } && !texts.contains("") ? texts : nil
  }

  /// Whether the columns of a table hold their values by keys; nil when an object holds no columns.
  private static func areColumns(_ object: Record) -> Bool? {
    guard object.fields.count > 1 else { return nil }
    var keys: [String]?
    var length: Int?
    var hasNumbers = false
    for field in object.fields {
      switch field.value {
      case .object(let column):
        let own = column.fields.map(\.name)
        guard own.count > 1, keys == nil || keys == own, length == nil else { return nil }
        keys = own
      case .list(let values):
        let nested = values.contains { if case .list = $0 { true } else { $0.record != nil } }
        guard values.count > 2, length == nil || length == values.count, keys == nil, !nested
        else { return nil }
        length = values.count
        if values.allSatisfy({ if case .number = $0 { true } else { false } }) { hasNumbers = true }
      case .null, .boolean, .number, .text: return nil
      }
    }
    // Columns have one kind of values each, and records of one kind the same keys: only numbers of rows tell.
    if let keys { return keys.allSatisfy { Int($0) != nil } ? true : nil }
    // A record may have some words in one field and as many in another; it has a list of numbers beside them, or many
    // of both, far less often.
    guard let length, hasNumbers || length >= 20 else { return nil }
    return false
  }
}
