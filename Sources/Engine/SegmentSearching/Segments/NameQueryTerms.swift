import FootlightPlatform

/// A query as terms of one segment, to be compared with names.
struct NameQueryTerms {
  /// All words but the last.
  var first: [UInt32]
  /// The last word as it is, when it is a term.
  var whole: UInt32?
  /// The terms that the last word stands for.
  var last: Range<UInt32>
  /// Of the words that are whole the one that the fewest documents hold.
  var rarest: TermEntry?

  /// How a name stands to a query.
  enum Match {
    case none
    /// It begins with it.
    case beginning
    /// It is it.
    case whole
  }

  /// How a name stands to the query.
  @inline(__always)
  func match(_ name: NameTerms) -> Match {
    guard name.count > first.count else { return .none }
    for index in first.indices where name[index] != first[index] { return .none }
    let final = name[first.count]
    guard last.contains(final) else { return .none }
    return name.count == first.count + 1 && final == whole ? .whole : .beginning
  }

  /// The first name of a document that is the query or begins with it, exact ones first.
  func firstMatch(
    _ document: UInt32, _ forward: ForwardReader
  ) throws(Failure) -> (ordinal: Int, isExact: Bool)? {
    var starting: Int?
    var exact: Int?
    try forward.forEachName(document) { ordinal, name in
      switch match(name) {
      case .none: break
      case .whole: exact = ordinal
      case .beginning: if starting == nil { starting = ordinal }
      }
      return exact == nil
    }
    return exact.map { ($0, true) } ?? starting.map { ($0, false) }
  }
}
