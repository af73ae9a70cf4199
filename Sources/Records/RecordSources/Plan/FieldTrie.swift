package import FootlightPlatform

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
    /// The state of the value where it is no list, and paths lead to every element: it is then a list of one.
    var single = FieldTrie.nowhere
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
    var index = hint
    for _ in 0..<state.childCount {
      if index >= state.childCount { index = 0 }
      let child = children[Int(state.firstChild &+ index)]
      if child.head == head, Int(child.length) == length,
        length <= 8 || matches(child, bytes, start)
      {
        hint = index &+ 1
        return Int(state.firstChild &+ index)
      }
      index &+= 1
    }
    return nil
  }

  private func children(of state: Int32) -> Range<Int> {
    let state = states[Int(state)]
    return Int(state.firstChild)..<Int(state.firstChild &+ state.childCount)
  }

  private func key(of child: Int) -> ArraySlice<UInt8> {
    let child = children[child]
    return keyBytes[Int(child.start)..<Int(child.start &+ child.length)]
  }

  /// The state of a member of an object; ``nowhere`` when no path names it.
  package func member(_ name: String, of state: Int32) -> Int32 {
    children(of: state).first { key(of: $0).elementsEqual(name.utf8) }.map { children[$0].state }
      ?? FieldTrie.nowhere
  }

  /// The slots that a value in a state answers.
  func slots(of state: Int32) -> [UInt16] {
    guard state != FieldTrie.nowhere else { return [] }
    let state = states[Int(state)]
    return Array(slots[Int(state.firstSlot)..<Int(state.firstSlot &+ state.slotCount)])
  }

  /// The names that are asked of records and that nothing but themselves can have; none where any name is.
  var ownNames: [[UInt8]] {
    guard states[Int(FieldTrie.root)].otherMember == FieldTrie.nowhere else { return [] }
    return children(of: FieldTrie.root).map { Array(key(of: $0)) }.filter {
      !FieldPath([.key(String(decoding: $0, as: UTF8.self))]).isGivenToAll
    }
  }

  /// The same paths, none of which leads to a member of this name.
  func hiding(_ name: String) -> FieldTrie {
    var trie = self
    // No key is as long.
    for child in children(of: FieldTrie.root) where key(of: child).elementsEqual(name.utf8) {
      trie.children[child].length = Int32.max
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

extension FieldTrie {
  /// How many states a plan may need; `*` beside names multiplies them.
  private static let limit = 4096

  /// Compiles the paths of a plan.
  package init(_ plan: FieldPlan) throws(Failure) {
    slotCount = plan.paths.count
    identity = RecordIdentity(plan)
    if plan.paths.count > Int(UInt16.max) || plan.paths.contains(where: { $0.steps.count > 64 }) {
      throw Failure(
        .sourcePaths, "the mapping uses more than 65,535 paths, or one of more than 64 steps",
        remedy: "use fewer or shorter paths")
    }
    let everything = plan.paths.indices.map { Cursor(slot: $0, step: 0) }
    var known: [[Cursor]: Int32] = [:]
    _ = try add(everything, plan.paths, &known)
  }

  /// A path that is still followed, and its next step.
  private struct Cursor: Hashable {
    var slot: Int
    var step: Int

    var next: Cursor { Cursor(slot: slot, step: step + 1) }
  }

  /// Adds the state in which all these paths are followed, unless it is known; returns its number.
  private mutating func add(
    _ cursors: [Cursor], _ paths: [FieldPath], _ known: inout [[Cursor]: Int32]
  ) throws(Failure) -> Int32 {
    if let number = known[cursors] { return number }
    guard states.count < FieldTrie.limit else {
      throw Failure(
        .sourcePaths, "the paths of the mapping combine in more than \(FieldTrie.limit) ways",
        remedy: "use fewer paths with `*` or `[]` beside paths with names")
    }
    let number = states.count
    var state = State()
    states.append(state)
    known[cursors] = Int32(number)
    state.firstSlot = Int32(slots.count)
    for cursor in cursors where cursor.step == paths[cursor.slot].steps.count {
      slots.append(UInt16(truncatingIfNeeded: cursor.slot))
    }
    state.slotCount = Int32(slots.count) - state.firstSlot
    let open = cursors.filter { $0.step < paths[$0.slot].steps.count }
    let members = try follow(open, paths, every: .everyValue, &known)
    let elements = try follow(open, paths, every: .everyElement, &known)
    state.otherMember = members.other
    state.otherElement = elements.other
    state.firstChild = Int32(children.count)
    state.firstElement = Int32(self.elements.count)
    for (step, next) in members.named + elements.named {
      switch step {
      case .key(let name):
        let bytes = Array(name.utf8)
        var head: UInt64 = 0
        for (index, byte) in bytes.prefix(8).enumerated() { head |= UInt64(byte) << (index * 8) }
        children.append(
          Child(
            head: head, start: Int32(keyBytes.count), length: Int32(bytes.count), state: next))
        keyBytes += bytes
        state.signatures |= FieldTrie.signature(head, bytes.count)
        state.childCount += 1
      case .index(let index):
        self.elements.append(Element(index: index, state: next))
        state.elementCount += 1
      case .everyElement, .everyValue: break
      }
    }
    let single = cursors.map { cursor in
      let steps = paths[cursor.slot].steps[cursor.step...].prefix { $0 == .everyElement }
      return Cursor(slot: cursor.slot, step: cursor.step + steps.count)
    }
    if single != cursors { state.single = try add(single, paths, &known) }
    states[number] = state
    return Int32(number)
  }

  /// The states behind the keys, or the places in lists, that paths name as their next step, and behind all others, which
  /// `every` means.
  private mutating func follow(
    _ open: [Cursor], _ paths: [FieldPath], every: FieldPath.Step,
    _ known: inout [[Cursor]: Int32]
  ) throws(Failure) -> (named: [(step: FieldPath.Step, state: Int32)], other: Int32) {
    func leads(_ cursor: Cursor, by step: FieldPath.Step) -> Bool {
      switch (paths[cursor.slot].steps[cursor.step], step) {
      // Names are compared byte by byte.
      case (.key(let name), .key(let other)): name.utf8.elementsEqual(other.utf8)
      case (let own, _): own == step
      }
    }
    var named: [(step: FieldPath.Step, state: Int32)] = []
    for cursor in open {
      let step = paths[cursor.slot].steps[cursor.step]
      switch step {
      case .key where every == .everyValue, .index where every == .everyElement: break
      default: continue
      }
      guard !named.contains(where: { leads(cursor, by: $0.step) }) else { continue }
      let following = open.filter { leads($0, by: step) || leads($0, by: every) }
      named.append((step, try add(following.map(\.next), paths, &known)))
    }
    let others = open.filter { leads($0, by: every) }
    let other = others.isEmpty ? FieldTrie.nowhere : try add(others.map(\.next), paths, &known)
    return (named, other)
  }
}
