import Footlight
import FootlightPlatform

extension Command {
  static let schema = Command(
    name: "schema", operands: .optional("footlight.yaml"),
    summary: "print the JSON Schema of declarations, for editors",
    detail: """
      'init' writes it into domains/schema.json, and the first line of its example names it, so that \
      an editor with the YAML language server completes and checks keys without a network. After a \
      new version of the tool write it again.
      """,
    options: [],
    examples: [
      "footlight schema > domains/schema.json": "what an editor reads",
      "footlight schema footlight.yaml > settings.schema.json": "the same of the settings",
    ]
  ) { (settings, console) throws(Failure) in
    let schema =
      switch settings.operands.first {
      case nil: DeclarationSchema.value(kinds: SourceKind.builtIn.map(\.keys))
      case WorkspaceSettings.fileName: DeclarationSchema.settings
      case let word?:
        throw Failure(
          .surplusOperand, "'schema' does not know '\(visible(word))'",
          remedy: "write 'footlight schema' or 'footlight schema footlight.yaml'")
      }
    try console.output.text(DeclarationSchema.text(schema))
    return .done
  }
}
