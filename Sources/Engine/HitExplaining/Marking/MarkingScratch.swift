import FootlightPlatform
import TextAnalysis

/// Buffers for marking, reused from text to text.
struct MarkingScratch: ~Copyable {
  /// The tokens of a text and where they stand.
  var tokens = TokenBuffer()
  var places: [ByteRange] = []
  /// The tokens that are not derived, by their indices.
  var sequence: [Int] = []
  /// For each pattern whether it concerns the field.
  var wanted: [Bool] = []
  /// The pieces of a long text that may hold a term.
  var stretches: [ByteRange] = []
}
