/// One JSON document with an array of objects.
struct JSONArrayFormat: BlockFormat {
  let trie: FieldTrie
  /// The keys that lead to the array.
  let path: [String]

  func cutter() -> ArrayCutter { ArrayCutter(path: path) }

  func decode(_ batch: inout RecordBatch, file: String) {
    JSONLinesFormat(trie: trie).decode(&batch, file: file)
  }
}
