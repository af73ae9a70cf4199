import FileHandles
package import FootlightPlatform

extension DocumentOutline {
  /// Looks through a YAML text, which need not be whole, nor right.
  package init(yaml bytes: borrowing ByteArena) {
    self.init()
    var outline = DocumentOutline()
    // Whether each open value is a mapping, and whether a key is next there.
    var open: [(isMapping: Bool, isKey: Bool)] = []
    var last = 0
    func value() {
      if let frame = open.last, frame.isMapping { open[open.count - 1].isKey = true }
    }
    walkYAML(bytes) { step in
      switch step {
      case .begin(let isMapping, let offset):
        last = offset
        outline.begin(isObject: isMapping, at: offset)
        open.append((isMapping, isMapping))
      case .end(let offset):
        last = offset
        outline.end(at: offset)
        _ = open.popLast()
        value()
      case .scalar(let text, let isText, let offset):
        last = offset
        if let frame = open.last, frame.isMapping, frame.isKey {
          outline.key(text)
          open[open.count - 1].isKey = false
        } else {
          outline.scalar(isText: isText)
          value()
        }
      }
      return !outline.isTooDeep
    }
    outline.finish(at: last)
    self = outline
  }
}
