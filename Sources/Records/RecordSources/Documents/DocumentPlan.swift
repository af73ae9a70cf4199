package import FootlightPlatform

/// The wanted parts of a document: those that every file has, and fields of its front matter.
struct DocumentPlan: Sendable {
  /// The parts that every file has.
  enum Part: String, CaseIterable, Sendable {
    case body
    case path
    case folder
    case name
  }

  /// The slots that each part answers.
  let slots: [Part: [UInt16]]
  /// The paths that lead into the front matter.
  let trie: FieldTrie

  init(_ plan: FieldPlan) throws(Failure) {
    var slots: [Part: [UInt16]] = [:]
    var paths = plan.paths
    for (slot, path) in plan.paths.enumerated() {
      guard case .key(let name)? = path.steps.first, let part = Part(rawValue: name) else {
        continue
      }
      // The parts win over front matter of the same name; the slot keeps its number, but no key
      // leads there.
      if path.steps.count == 1 { slots[part, default: []].append(UInt16(truncatingIfNeeded: slot)) }
      paths[slot] = FieldPath([.index(0)])
    }
    self.slots = slots
    trie = try FieldTrie(FieldPlan(paths))
  }
}

/// Makes text of the files of a source, in the way that whoever made it knows.
package struct FileConverter: Sendable {
  private let convert: @Sendable (_ file: Int, _ bytes: inout ByteArena) throws(Failure) -> Void

  package init(
    _ convert: @escaping @Sendable (_ file: Int, _ bytes: inout ByteArena) throws(Failure) -> Void
  ) {
    self.convert = convert
  }

  /// Appends the text of the file with a number; asking in the order of the files waits least.
  package func append(_ file: Int, to bytes: inout ByteArena) throws(Failure) {
    try convert(file, &bytes)
  }
}
