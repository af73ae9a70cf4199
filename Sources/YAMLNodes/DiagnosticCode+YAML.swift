public import FootlightDiagnostics

extension DiagnosticCode {
  /// Text that is not YAML.
  public static let yamlSyntax = DiagnosticCode("yaml.syntax", .caller)
  /// Bytes that are no valid UTF-8, or a control character.
  public static let yamlCharacter = DiagnosticCode("yaml.character", .caller)
  /// A key that its mapping holds already.
  public static let yamlDuplicateKey = DiagnosticCode("yaml.duplicate-key", .caller)
  /// A list or a mapping in the place of a key.
  public static let yamlKeyNotScalar = DiagnosticCode("yaml.key-not-scalar", .caller)
  /// An anchor (`&name`) or an alias (`*name`).
  public static let yamlAnchor = DiagnosticCode("yaml.anchor", .caller)
  /// A tag (`!name`).
  public static let yamlTag = DiagnosticCode("yaml.tag", .caller)
  /// A `%YAML` or `%TAG` directive that asks for something else than plain YAML.
  public static let yamlDirective = DiagnosticCode("yaml.directive", .caller)
  /// Deeper, longer or with more nodes than the limits allow.
  public static let yamlTooLarge = DiagnosticCode("yaml.too-large", .caller)
}
