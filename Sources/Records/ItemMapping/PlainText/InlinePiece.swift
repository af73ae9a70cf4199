/// A piece of the text of a block: what becomes of some of its bytes.
package struct InlinePiece {
  package enum Kind {
    /// The bytes themselves, as text or as code.
    case text, code
    /// A character that is written in another way.
    case scalar
    /// An address that stands in the text itself, alone or in angle brackets.
    case address, bracketed
    /// A run of `*`, `_` or `~` that may mean emphasis; `count` of them are left as text.
    case delimiter
    /// A link begins, with its address, or without one for an image; and it ends.
    case linkStart, linkEnd
    case space, lineBreak, paragraphBreak
    /// Nothing.
    case nothing
  }

  /// How many pieces of emphasis begin or end.
  package struct Pairs {
    package var strong = 0
    package var emphasis = 0
    package var deleted = 0
  }

  package var kind: Kind
  package var start = 0
  package var end = 0
  package var scalar: UInt32 = 0
  /// Of a delimiter: how many of its bytes are not yet part of a pair.
  package var count = 0
  var canOpen = false
  var canClose = false
  /// Of a delimiter: what it ends, and what it begins then.
  package var closed = Pairs()
  package var opened = Pairs()

  /// Whether a run that can both begin and end emphasis may be a pair with this one (CommonMark, rules 9 and 10).
  func mayPair(with opener: InlinePiece) -> Bool {
    let (own, other) = (end - start, opener.end - opener.start)
    return !(canOpen || opener.canClose) || (own + other) % 3 != 0 || own % 3 == 0
  }
}
