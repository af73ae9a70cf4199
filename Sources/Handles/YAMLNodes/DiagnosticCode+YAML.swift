package import FootlightPlatform

extension DiagnosticCode {
  /// Text that is not YAML.
  ///
  /// Remedy: look at the place that is named, and at the indentation of the lines before it.
  package static let yamlSyntax = DiagnosticCode("yaml.syntax", .caller)
  /// Bytes that are no valid UTF-8, or a control character.
  ///
  /// Remedy: save the file as UTF-8.
  package static let yamlCharacter = DiagnosticCode("yaml.character", .caller)
  /// A key that its mapping holds already.
  ///
  /// Remedy: remove one of the two.
  package static let yamlDuplicateKey = DiagnosticCode("yaml.duplicate-key", .caller)
  /// A list or a mapping in the place of a key.
  ///
  /// Remedy: put text that begins with `{` or `[` in quotes.
  package static let yamlKeyNotScalar = DiagnosticCode("yaml.key-not-scalar", .caller)
  /// An anchor (`&name`) or an alias (`*name`).
  ///
  /// Remedy: write the value out, or put the text in quotes.
  package static let yamlAnchor = DiagnosticCode("yaml.anchor", .caller)
  /// A tag (`!name`).
  ///
  /// Remedy: remove it, or put the text in quotes.
  package static let yamlTag = DiagnosticCode("yaml.tag", .caller)
  /// A `%YAML` or `%TAG` directive that asks for something else than plain YAML.
  ///
  /// Remedy: remove the directive.
  package static let yamlDirective = DiagnosticCode("yaml.directive", .caller)
  /// Deeper, longer or with more nodes than the limits allow.
  ///
  /// Remedy: split the file.
  package static let yamlTooLarge = DiagnosticCode("yaml.too-large", .caller)
}
