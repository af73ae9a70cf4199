/// The paths of a plan as one decision table: a reader walks a record and the table together, and
/// what leads nowhere is skipped without being decoded.
package struct FieldTrie: Sendable {
  /// The state of a value that nobody wants.
  package static let nowhere: Int32 = -1

  /// The slots and members that are wanted of a value.
  struct State: Sendable {
    /// Its slots in ``slots``: the value itself answers these paths.
    var firstSlot: Int32 = 0
    var slotCount: Int32 = 0
    /// Its named children in ``children``.
    var firstChild: Int32 = 0
    var childCount: Int32 = 0
    /// Its numbered children in ``elements``.
    var firstElement: Int32 = 0
    var elementCount: Int32 = 0
    /// The state of every other member of an object.
    var otherMember = FieldTrie.nowhere
    /// The state of every other element of a list.
    var otherElement = FieldTrie.nowhere
    /// A bit for the length and first byte of each child's key: most keys are told apart by it.
    var signatures: UInt64 = 0

    /// Whether something within an object or a list is wanted.
    var wantsMembers: Bool { childCount > 0 || otherMember >= 0 }
    var wantsElements: Bool { elementCount > 0 || otherElement >= 0 }
  }

  /// A key and the state of the value that it names.
  struct Child: Sendable {
    /// The first eight bytes of the key, the first one least significant, zeros after them.
    var head: UInt64
    /// The key in ``keyBytes``.
    var start: Int32
    var length: Int32
    var state: Int32
  }

  /// A place in a list and the state of the value there.
  struct Element: Sendable {
    var index: Int
    var state: Int32
  }

  var states: [State] = []
  var slots: [UInt16] = []
  var children: [Child] = []
  var elements: [Element] = []
  var keyBytes: [UInt8] = []
  /// The number of slots in the plan.
  var slotCount = 0
  /// The fields that the plan asks for and that records do not hold themselves.
  var identity = RecordIdentity()

  /// A table in which nothing is wanted.
  package init() {}

  /// The state of a whole record.
  package static let root: Int32 = 0

  /// A bit that is the same for equal keys.
  @inline(__always)
  static func signature(_ head: UInt64, _ length: Int) -> UInt64 {
    1 &<< (((head &>> 1) ^ UInt64(truncatingIfNeeded: length &<< 3) ^ (head &>> 13)) & 63)
  }

  /// The place in ``children`` of the key that stands in `bytes`; nil when no path names it.
  ///
  /// `hint` is where the search begins: members mostly come in the same order in every record.
  @inline(__always)
  func child(
    of state: State, key bytes: Span<UInt8>, from start: Int, length: Int, hint: inout Int32
  ) -> Int? {
    guard state.childCount > 0 else { return nil }
    var head = bytes.word(start)
    if length < 8 { head &= (1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1 }
    guard state.signatures & FieldTrie.signature(head, length) != 0 else { return nil }
    var place = hint
    for _ in 0..<state.childCount {
      if place >= state.childCount { place = 0 }
      let child = children[Int(state.firstChild &+ place)]
      if child.head == head, Int(child.length) == length,
        length <= 8 || matches(child, bytes, start)
      {
        hint = place &+ 1
        return Int(state.firstChild &+ place)
      }
      place &+= 1
    }
    return nil
  }

  /// The state of a member of an object; ``nowhere`` when no path names it.
  package func member(_ name: String, of state: Int32) -> Int32 {
    let state = states[Int(state)]
    for child in children[Int(state.firstChild)..<Int(state.firstChild &+ state.childCount)]
    where keyBytes[Int(child.start)..<Int(child.start &+ child.length)].elementsEqual(name.utf8) {
      return child.state
    }
    return FieldTrie.nowhere
  }

  /// The same paths, none of which leads to a member of this name.
  func hiding(_ name: String) -> FieldTrie {
    var trie = self
    let root = states[Int(FieldTrie.root)]
    for place in Int(root.firstChild)..<Int(root.firstChild &+ root.childCount) {
      let child = children[place]
      let key = keyBytes[Int(child.start)..<Int(child.start &+ child.length)]
      // No key is as long.
      if key.elementsEqual(name.utf8) { trie.children[place].length = Int32.max }
    }
    return trie
  }

  private func matches(_ child: Child, _ bytes: Span<UInt8>, _ start: Int) -> Bool {
    for i in 8..<Int(child.length) where keyBytes[Int(child.start) &+ i] != bytes[start &+ i] {
      return false
    }
    return true
  }

  /// The state of an element of a list.
  @inline(__always)
  func element(of state: State, at index: Int) -> Int32 {
    for place in Int(state.firstElement)..<Int(state.firstElement &+ state.elementCount)
    where elements[place].index == index {
      return elements[place].state
    }
    return state.otherElement
  }
}
