/// The attributes of an element, those that mean something here.
struct HTMLAttributes {
  private var values: [(name: String, value: String)] = []

  /// The names that mean something.
  static let known: Set<String> = [
    "id", "name", "lang", "rel", "href", "type", "content", "property", "itemprop", "datetime",
    "hidden", "aria-hidden", "role",
  ]

  subscript(name: String) -> String? {
    values.first { $0.name == name }?.value
  }

  /// Notes an attribute, if it means something; the first of a name counts.
  mutating func add(_ name: String, _ value: @autoclosure () -> String) {
    guard HTMLAttributes.known.contains(name), self[name] == nil else { return }
    values.append((name, String(value().prefix(4096))))
  }
}
