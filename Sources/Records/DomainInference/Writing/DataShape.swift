package import DeclaredRecords

/// How a data file is to be read: a kind of source, its settings, and what is not certain of it.
package struct DataShape: Sendable {
  /// The kind of source.
  package var kind: String
  /// Its settings but the path, in the order in which they are written.
  package var settings: [(name: String, value: SettingValue)] = []
  /// The columns, when the kind has some.
  package var columns: [String] = []
  /// Whether each file is a record, which its name may call.
  package var isOneAFile = false
  /// The vocabulary of its fields, where it is one whose fields mean the same in every file.
  package var vocabulary: String?
  /// The column that is known to tell rows apart.
  package var key: String?
  /// The columns that tell rows apart together, as the data declares.
  package var keys: [String] = []
  /// Doubts that the reader of the declaration should look at.
  package var doubts: [String] = []

  /// Where the records are, as far as a setting says it.
  var records: String { settings.first { $0.name == "records" }?.value.text ?? "" }

  /// How it is read, in words.
  var place: String {
    settings.filter { ["records", "layout"].contains($0.name) }.map { name, value in
      let shown = value.text ?? value.list?.joined(separator: ", ") ?? ""
      return name == "records" ? shown : "\(name): \(shown)"
    }.joined(separator: ", ")
  }
}

extension DataShape {
  package init(kind: String) { self.init(kind: kind, settings: []) }
}
