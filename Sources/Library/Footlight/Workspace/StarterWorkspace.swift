import FootlightPlatform
import SourceKinds

/// The files of a workspace that has just been started: one example that works at once.
///
/// People read and copy it, so it is written for them.
enum StarterWorkspace {
  /// One file: its path below the workspace, and what it holds.
  struct File: Sendable {
    let path: String
    let text: String
  }

  static let files = [
    File(path: "domains/books.yaml", text: EmbeddedText.starterDeclaration.text),
    File(path: "domains/data/books.csv", text: EmbeddedText.starterRecords.text),
    // Beside the declarations, so that editors find it without a network and wherever the folder
    // goes; in the folder of the index it would go with the index.
    File(
      path: "domains/schema.json",
      text: DeclarationSchema.text(DeclarationSchema.value(kinds: SourceKind.builtIn.map(\.keys)))),
  ]
}
