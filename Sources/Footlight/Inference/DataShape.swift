import DomainDeclarations

/// How a data file is to be read: a kind of source, its settings, and what is not certain of it.
struct DataShape: Sendable, Hashable {
  /// The kind of source.
  var kind: String
  /// Its settings but the path, in the order in which they are written.
  var settings: [(name: String, value: SettingValue)] = []
  /// The columns, when the kind has some.
  var columns: [String] = []
  /// The column that is known to tell rows apart.
  var key: String?
  /// What the reader of the declaration should look at.
  var doubts: [String] = []

  static func == (one: DataShape, other: DataShape) -> Bool {
    one.kind == other.kind && one.columns == other.columns && one.key == other.key
      && one.doubts == other.doubts
      && one.settings.elementsEqual(other.settings) { $0.name == $1.name && $0.value == $1.value }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(columns)
  }
}
