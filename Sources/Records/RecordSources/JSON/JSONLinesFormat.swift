/// JSON lines: an object a line.
package struct JSONLinesFormat: BlockFormat {
  let trie: FieldTrie

  package init(trie: FieldTrie) {
    self.trie = trie
  }

  package var identity: RecordIdentity { trie.identity }

  func cutter() -> LineCutter { LineCutter() }

  package func decode(_ batch: inout RecordBatch, file: String) {
    var decoder = JSONDecoder(trie)
    swap(&decoder.decoded, &batch.decoded)
    batch.decode(with: &decoder, file: file)
    swap(&decoder.decoded, &batch.decoded)
    identity.complete(&batch)
  }
}
