/// A piece of the text of a block: what becomes of some of its bytes.
struct InlinePiece {
  enum Kind {
    /// The bytes themselves.
    case text
    /// A character that is written in another way.
    case scalar
    /// A run of `*`, `_` or `~` that may mean emphasis; `count` of them are left as text.
    case delimiter
    case space
    case lineBreak
    case paragraphBreak
    /// Nothing.
    case nothing
  }

  var kind: Kind
  var start = 0
  var end = 0
  var scalar: UInt32 = 0
  /// Of a delimiter: how many of its bytes are not yet part of a pair.
  var count = 0
  var canOpen = false
  var canClose = false
}
