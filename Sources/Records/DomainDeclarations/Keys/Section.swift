package import FileHandles
package import FootlightPlatform

/// A mapping of a declaration together with its table of keys: yields what is written or else the
/// key's default.
package struct Section {
  let keys: [Key]
  /// The mapping; nil when it is not written, so that everything has its default.
  let written: YAMLNode?
  let location: SourceLocation

  package init(_ keys: [Key], _ written: YAMLNode?, at location: SourceLocation) {
    self.keys = keys
    self.written = written
    self.location = written?.location ?? location
  }

  /// The value that is written under a key; nil when there is none.
  package func value(_ name: String) -> YAMLNode? {
    guard let value = written?.entries.first(where: { $0.name == name })?.value, !value.isNull
    else { return nil }
    return value
  }

  /// The text under a key, or the key's default.
  package func text(_ name: String) -> String? {
    value(name)?.scalarText ?? keys.first { $0.name == name }?.defaultText
  }

  /// The texts under a key: a list of them, or one.
  package func texts(_ name: String) -> [String] {
    value(name)?.values.compactMap(\.scalarText) ?? []
  }

  /// Where a key's value stands; where the section stands when it is not written.
  package func location(of name: String) -> SourceLocation {
    value(name)?.location ?? location
  }

  /// The number under a key, or the key's default; the shape is checked elsewhere.
  func number(_ name: String) -> Double {
    text(name).flatMap(Double.init) ?? 0
  }

  /// The whole number under a key, or the key's default.
  func wholeNumber(_ name: String) -> Int {
    text(name).flatMap { Int($0) } ?? 0
  }

  /// The sections of the list under a key.
  func sections(_ name: String) -> [Section] {
    guard case .sections(let inner)? = keys.first(where: { $0.name == name })?.type else {
      return []
    }
    return (value(name)?.values ?? []).map { Section(inner, $0, at: location) }
  }

  /// The section under a key.
  func section(_ name: String) -> Section {
    var keys: [Key] = []
    if case .section(let inner)? = self.keys.first(where: { $0.name == name })?.type {
      keys = inner
    }
    return Section(keys, value(name), at: location)
  }
}
