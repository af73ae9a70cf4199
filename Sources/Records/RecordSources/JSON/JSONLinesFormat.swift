/// JSON lines: an object a line.
struct JSONLinesFormat: BlockFormat {
  let trie: FieldTrie

  var identity: RecordIdentity { trie.identity }

  func cutter() -> LineCutter { LineCutter() }

  func decode(_ batch: inout RecordBatch, file: String) {
    var decoder = JSONDecoder(trie)
    swap(&decoder.decoded, &batch.decoded)
    batch.decode(with: &decoder, file: file)
    swap(&decoder.decoded, &batch.decoded)
    identity.complete(&batch)
  }
}
