import FileHandles
package import FootlightPlatform

/// JSON lines: an object a line.
package struct JSONLinesFormat: BlockFormat {
  let trie: FieldTrie
  /// The document that the lines are made of; nil where the files hold them.
  private let transposed: TransposedJSON?

  /// Prepares a plan, if need be for many reads.
  package init(_ plan: FieldPlan, _ transposed: TransposedJSON? = nil) throws(Failure) {
    trie = try FieldTrie(plan)
    self.transposed = transposed
  }

  var rewriting: UnpackedFiles.Rewriting? {
    guard let transposed else { return nil }
    return { (file, scratch) throws(Failure) in try transposed.write(file, to: &scratch) }
  }

  package var identity: RecordIdentity { trie.identity }

  func cutter() -> LineCutter { LineCutter() }

  package func decode(_ batch: inout RecordBatch, file: String) {
    var decoder = JSONDecoder(trie)
    batch.decode(with: &decoder, file: file, identity)
  }
}
