/// Which elements are records: `entry`, at any depth and outermost, or `/JMdict/entry`, from the root on.
///
/// A name without a prefix also stands for one with any prefix.
package struct RecordPath: Sendable, Hashable {
  /// The names: those of the steps from the root on, or else any of which is a record's.
  let names: [[UInt8]]
  /// Whether the first name is that of the root.
  let isFromRoot: Bool

  /// Reads a path; nil when it is none.
  package init?(_ text: String) {
    isFromRoot = text.hasPrefix("/")
    let parts = (isFromRoot ? text.dropFirst() : text[...])
      .split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty }), isFromRoot || parts.count == 1,
      parts.count <= 256
    else { return nil }
    names = parts.map { Array($0.utf8) }
  }

  /// Elements of any of these names, outermost.
  init(anyOf names: [String]) {
    isFromRoot = false
    self.names = names.map { Array($0.utf8) }
  }

  /// Whether a name as it is written is the one of a step.
  static func matches(_ written: UnsafeBufferPointer<UInt8>, _ name: [UInt8]) -> Bool {
    if unsafe written.elementsEqual(name) { return true }
    guard !name.contains(UInt8(ascii: ":")),
      let colon = unsafe written.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    return unsafe written[(colon + 1)...].elementsEqual(name)
  }
}
