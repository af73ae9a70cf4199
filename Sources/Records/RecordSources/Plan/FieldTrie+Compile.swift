package import FootlightPlatform

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
    _ = try add(everything, plan.paths)
  }

  /// A path that is still followed, and its next step.
  private struct Cursor {
    var slot: Int
    var step: Int

    var next: Cursor { Cursor(slot: slot, step: step + 1) }
  }

  /// Adds the state in which all these paths are followed; returns its number.
  private mutating func add(
    _ cursors: [Cursor], _ paths: [FieldPath]
  ) throws(Failure) -> Int32 {
    guard states.count < FieldTrie.limit else {
      throw Failure(
        .sourcePaths, "the paths of the mapping combine in more than \(FieldTrie.limit) ways",
        remedy: "use fewer paths with `*` or `[]` beside paths with names")
    }
    let number = states.count
    var state = State()
    states.append(state)
    state.firstSlot = Int32(slots.count)
    for cursor in cursors where cursor.step == paths[cursor.slot].steps.count {
      slots.append(UInt16(truncatingIfNeeded: cursor.slot))
    }
    state.slotCount = Int32(slots.count) - state.firstSlot
    let open = cursors.filter { $0.step < paths[$0.slot].steps.count }
    try addMembers(open, paths, &state)
    try addElements(open, paths, &state)
    states[number] = state
    return Int32(number)
  }

  private mutating func addMembers(
    _ open: [Cursor], _ paths: [FieldPath], _ state: inout State
  ) throws(Failure) {
    var names: [String] = []
    var every: [Cursor] = []
    for cursor in open {
      switch paths[cursor.slot].steps[cursor.step] {
      case .key(let name):
        if !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { names.append(name) }
      case .everyValue: every.append(cursor.next)
      case .index, .everyElement: break
      }
    }
    var found: [Child] = []
    for name in names {
      let bytes = Array(name.utf8)
      let following = open.filter {
        switch paths[$0.slot].steps[$0.step] {
        case .key(let other): other.utf8.elementsEqual(bytes)
        case .everyValue: true
        case .index, .everyElement: false
        }
      }
      var head: UInt64 = 0
      for (place, byte) in bytes.prefix(8).enumerated() { head |= UInt64(byte) << (place * 8) }
      let start = keyBytes.count
      keyBytes += bytes
      let next = try add(following.map(\.next), paths)
      found.append(
        Child(head: head, start: Int32(start), length: Int32(bytes.count), state: next))
      state.signatures |= FieldTrie.signature(head, bytes.count)
    }
    state.firstChild = Int32(children.count)
    state.childCount = Int32(found.count)
    children += found
    if !every.isEmpty { state.otherMember = try add(every, paths) }
  }

  private mutating func addElements(
    _ open: [Cursor], _ paths: [FieldPath], _ state: inout State
  ) throws(Failure) {
    var indexes: Set<Int> = []
    var every: [Cursor] = []
    for cursor in open {
      switch paths[cursor.slot].steps[cursor.step] {
      case .index(let index): indexes.insert(index)
      case .everyElement: every.append(cursor.next)
      case .key, .everyValue: break
      }
    }
    var found: [Element] = []
    for index in indexes.sorted() {
      let following = open.filter {
        switch paths[$0.slot].steps[$0.step] {
        case .index(let other): other == index
        case .everyElement: true
        case .key, .everyValue: false
        }
      }
      found.append(Element(index: index, state: try add(following.map(\.next), paths)))
    }
    state.firstElement = Int32(elements.count)
    state.elementCount = Int32(found.count)
    elements += found
    if !every.isEmpty { state.otherElement = try add(every, paths) }
  }
}
