extension PickerState {
  /// Does what a key says; returns what only the program can do.
  mutating func press(_ key: PressedKey) -> Request? {
    if showsKeys {
      showsKeys = false
      // Whatever is pressed closes the list of keys; what leaves the picker does nothing else first.
      if key.name == .escape || key.name == .function(1) { return nil }
    }
    keepLooking()
    let request =
      key.modifiers.contains(.control) || key.modifiers.contains(.alt)
      ? pressHeld(key) : pressPlain(key)
    ask(after: key)
    return request
  }

  private mutating func ask(after key: PressedKey) {
    if line.text != question.text || narrowing.domains != question.domains
      || narrowing.values != question.filters
    {
      ask()
    } else if focus == .values, question.facets == nil {
      ask()
    } else {
      askForMore()
    }
  }

  private mutating func pressPlain(_ key: PressedKey) -> Request? {
    let isShifted = key.modifiers.contains(.shift)
    switch key.name {
    case .text(let text): line.insert(text)
    case .enter:
      if focus == .values { narrowing.toggle() } else { return pick() }
    case .tab: focus = focus == .values || isShifted ? .hits : .values
    case .escape:
      if focus == .values { focus = .hits } else { return .leave }
    case .backspace:
      if line.isEmpty { narrowing.removeLast() } else { line.deleteBackward() }
    case .delete: line.deleteForward()
    case .left: line.moveLeft()
    case .right: line.moveRight()
    case .home: line.moveToStart()
    case .end: line.moveToEnd()
    case .up: if isShifted { scrollPreview(by: -1) } else { move(by: -1) }
    case .down: if isShifted { scrollPreview(by: 1) } else { move(by: 1) }
    case .pageUp: if isShifted { scrollPreview(by: -previewPage) } else { move(by: -listPage) }
    case .pageDown: if isShifted { scrollPreview(by: previewPage) } else { move(by: listPage) }
    case .function(1): showsKeys = true
    case .function: break
    }
    return nil
  }

  private mutating func pressHeld(_ key: PressedKey) -> Request? {
    let isAlt = key.modifiers.contains(.alt)
    switch key.name {
    case .text(let text):
      return isAlt ? pressAlt(text) : pressControl(text)
    case .left: line.moveWordLeft()
    case .right: line.moveWordRight()
    case .up: scrollPreview(by: -1)
    case .down: scrollPreview(by: 1)
    case .pageUp: scrollPreview(by: -previewPage)
    case .pageDown: scrollPreview(by: previewPage)
    case .backspace: line.deleteWordBackward()
    case .delete: line.deleteWordForward()
    case .home: move(by: -hits.count)
    case .end: move(by: hits.count)
    case .enter: return pressPlain(PressedKey(.enter))
    default: break
    }
    return nil
  }

  /// The keys of readline and Emacs.
  private mutating func pressControl(_ text: String) -> Request? {
    switch text {
    case "a": line.moveToStart()
    case "b": line.moveLeft()
    case "c", "g": return .leave
    case "d":
      if line.isEmpty, narrowing.isEmpty { return .leave }
      line.deleteForward()
    case "e": line.moveToEnd()
    case "f": line.moveRight()
    case "k": line.deleteToEnd()
    case "l": return .redraw
    case "n": move(by: 1)
    case "p": move(by: -1)
    case "r": narrowing.removeAll()
    case "t": showsPreview.toggle()
    case "u": line.deleteToStart()
    case "v": move(by: listPage)
    case "w": line.deleteWordBackward()
    // Within $( ) there is no shell that could have it go on.
    case "z": return purpose == .open ? .pause : nil
    default: break
    }
    return nil
  }

  private mutating func pressAlt(_ text: String) -> Request? {
    switch text {
    case "b": line.moveWordLeft()
    case "d": line.deleteWordForward()
    case "f": line.moveWordRight()
    case "v": move(by: -listPage)
    case "<": move(by: -hits.count)
    case ">": move(by: hits.count)
    default: break
    }
    return nil
  }

  // MARK: Moving

  private mutating func move(by step: Int) {
    if focus == .values {
      narrowing.move(by: step)
    } else {
      chosen = min(max(0, chosen + step), max(0, hits.count - 1))
    }
  }

  /// The number of hits that a page moves by: as many as surely fit, so that one of the last page stays.
  private var listPage: Int { max(1, layout.list.rows / 2 - 1) }
  private var previewPage: Int { max(1, (layout.preview?.rows ?? 2) - 1) }

  private mutating func scrollPreview(by step: Int) {
    previewTop = max(0, previewTop + step)
  }
}
