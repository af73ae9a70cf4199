import Footlight

extension Command {
  static let schema = Command(
    name: "schema", operands: .none,
    summary: "print the JSON Schema of declarations, for editors",
    detail: """
      'init' writes it into domains/schema.json, and the first line of its example names it, so that \
      an editor with the YAML language server completes and checks keys without a network. After a \
      new version of the tool write it again.
      """,
    options: [],
    examples: [
      "footlight schema > domains/schema.json": "what an editor reads"
    ]
  ) { (_, console) throws(Failure) in
    try console.output.text(DeclarationSchema.text(kinds: SourceKind.builtIn.map(\.keys)))
    return .done
  }
}
