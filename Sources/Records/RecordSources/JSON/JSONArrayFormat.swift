/// One JSON document with the records in a list, or in an object under keys of their own.
struct JSONArrayFormat: BlockFormat {
  /// The paths into the elements of a list.
  private let elements: FieldTrie
  /// The paths into the members of an object: what stands under `key` in them is out of reach.
  private let members: FieldTrie
  /// The slots that ask for the key of a member.
  private let keySlots: [UInt16]
  private let beginning: ArrayCutter

  init(trie: FieldTrie, path: [String], takesObjects: Bool = false, nested: String = "") {
    elements = trie
    members = trie.hiding("key")
    keySlots = trie.slots(of: trie.member("key", of: FieldTrie.root))
    beginning = ArrayCutter(
      path: path, takesObjects: takesObjects || !path.isEmpty, nested: nested,
      asked: trie.ownNames)
  }

  var identity: RecordIdentity { elements.identity }

  func cutter() -> ArrayCutter { beginning }

  func decode(_ batch: inout RecordBatch, file: String) {
    let isKeyed = batch.layout as? Bool ?? false
    var decoder = JSONDecoder(
      isKeyed ? members : elements, keySlots: isKeyed ? keySlots : nil,
      valueState: elements.member("value", of: FieldTrie.root))
    batch.decode(with: &decoder, file: file, identity)
  }
}
