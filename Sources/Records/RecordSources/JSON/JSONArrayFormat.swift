/// One JSON document with the records in a list, or in an object under keys of their own.
struct JSONArrayFormat: BlockFormat {
  let plan: ElementPlan
  /// The keys that lead to the list or object.
  let path: [String]
  /// Whether the records may be the members of an object.
  let takesObjects: Bool
  /// The key under which records hold further ones; empty for none.
  let nested: String

  init(trie: FieldTrie, path: [String], takesObjects: Bool = false, nested: String = "") {
    plan = ElementPlan(trie)
    self.path = path
    self.nested = nested
    self.takesObjects = takesObjects || !path.isEmpty
  }

  var identity: RecordIdentity { plan.elements.identity }

  func cutter() -> ArrayCutter {
    ArrayCutter(
      path: path, takesObjects: takesObjects, nested: nested, asked: plan.elements.ownNames)
  }

  func decode(_ batch: inout RecordBatch, file: String) {
    let isKeyed = (batch.layout as? ElementLayout)?.isKeyed ?? false
    var decoder = JSONDecoder(
      isKeyed ? plan.members : plan.elements, keySlots: isKeyed ? plan.keySlots : nil,
      valueState: plan.valueState)
    batch.decode(with: &decoder, file: file, identity)
  }
}
