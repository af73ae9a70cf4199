/// Hides the places of an index in cursors: the gaps between two of them would tell where private items stand.
///
/// Each server has a secret of its own, so that a cursor ends with the server that gave it.
struct CursorSeal: Sendable {
  private let secret = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))

  /// A text that stands for a state, from which nothing of the state can be guessed.
  func stamp(_ state: String) -> String { String(digest(0, state, 0), radix: 36) }

  /// The cursor of a place in a state.
  func cursor(_ place: Int, of stamp: String) -> String {
    let check = digest(1, stamp, UInt64(place))
    let hidden = UInt64(place) ^ digest(2, stamp, check)
    return "\(stamp).\(String(check, radix: 36)).\(String(hidden, radix: 36))"
  }

  /// The place of a cursor in the state that is known by a stamp; nil for a cursor that was not given for it.
  func place(_ cursor: String, of stamp: String) -> Int? {
    let parts = cursor.split(separator: ".")
    guard parts.count == 3, parts[0] == stamp, let check = UInt64(parts[1], radix: 36),
      let hidden = UInt64(parts[2], radix: 36)
    else { return nil }
    let place = hidden ^ digest(2, stamp, check)
    return digest(1, stamp, place) == check ? Int(exactly: place) : nil
  }

  /// SipHash of a text that 128 secret bits stand before.
  private func digest(_ use: UInt8, _ text: String, _ number: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(secret.0)
    hasher.combine(secret.1)
    hasher.combine(use)
    hasher.combine(text)
    hasher.combine(number)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}
