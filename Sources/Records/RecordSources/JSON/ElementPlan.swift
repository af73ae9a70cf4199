/// The wanted parts of the records of a document: elements of a list, or members of an object, each with
/// its key; and of those that are no objects themselves.
struct ElementPlan: Sendable {
  /// The paths into the elements of a list.
  let elements: FieldTrie
  /// The paths into the members of an object: what stands under `key` in them is out of reach.
  let members: FieldTrie
  /// The slots that ask for the key of a member.
  let keySlots: [UInt16]
  /// The state of `{value}`, which a record is that is no object.
  let valueState: Int32

  init(_ trie: FieldTrie) {
    elements = trie
    members = trie.hiding("key")
    valueState = trie.member("value", of: FieldTrie.root)
    let key = trie.member("key", of: FieldTrie.root)
    guard key != FieldTrie.nowhere else {
      keySlots = []
      return
    }
    let state = trie.states[Int(key)]
    keySlots = Array(
      trie.slots[Int(state.firstSlot)..<Int(state.firstSlot &+ state.slotCount)])
  }
}

/// Whether the records of a file are members of an object.
package struct ElementLayout: Sendable, Hashable {
  package var isKeyed: Bool
}
