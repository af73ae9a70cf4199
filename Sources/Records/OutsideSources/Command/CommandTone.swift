import DeclaredRecords
package import FootlightPlatform

/// The form of a program's lines: records, or changes since the last read.
package struct CommandTone: Sendable {
  /// The form of its lines so far.
  package enum Kind: Sendable, Hashable {
    case nothing
    /// Plain records: all of them.
    case records
    /// Lines with `op`.
    case changes
    /// The line that nothing has changed.
    case unchanged
  }

  /// One line.
  package enum Message: Sendable, Hashable {
    /// A record, and whether it is one of `{"op": "upsert", "record": …}`.
    case record(ByteRange, isChange: Bool)
    case deletion(String)
    case cursor(String)
    case unchanged
  }

  package private(set) var kind = Kind.nothing
  /// The last cursor, and all deletions.
  private(set) var cursor: String?
  private(set) var deletions: [SourceDeletion] = []

  package init() {}

  /// How long a cursor may be: it must fit into the environment of a program.
  static let cursorLimit = 1 << 16

  /// Takes a line; what is wrong with it, if anything is.
  ///
  /// `isChange` says whether the program was told a cursor.
  package mutating func take(_ message: Message, number: UInt32, isChange: Bool) -> String? {
    let next: Kind
    switch message {
    case .cursor(let text):
      guard text.utf8.count <= CommandTone.cursorLimit, !text.utf8.contains(0) else {
        return "a cursor is longer than 64 KB, or holds a NUL"
      }
      cursor = text
      return nil
    case .record(_, let isUpsert): next = isUpsert ? .changes : .records
    case .deletion(let id):
      guard isChange else {
        return "a deletion, although the program was given no cursor: it has to print all records"
      }
      deletions.append(SourceDeletion(id: id, number: number))
      next = .changes
    case .unchanged:
      guard isChange else {
        return "`unchanged`, although the program was given no cursor: it has to print all records"
      }
      next = .unchanged
    }
    guard kind == .nothing || kind == next else {
      return "the program mixes records, lines with `op`, and `unchanged`"
    }
    kind = next
    return nil
  }
}

/// Tells lines apart that a program prints.
///
/// A line is a message only if it has exactly its keys, whatever their order: `op` with `record` or
/// with `id`, `cursor` alone, `unchanged` alone. Everything else is a record, right or wrong.
package struct CommandLineScan {
  package init() {}

  private static let keys: Set<String> = ["op", "record", "id", "cursor", "unchanged"]

  /// The meaning of a line.
  package func message(_ bytes: Span<UInt8>, _ raw: ByteRange) -> CommandTone.Message {
    let plain = CommandTone.Message.record(raw, isChange: false)
    // Nearly all lines are told apart by their first key.
    guard beginsLikeMessage(bytes, raw) else { return plain }
    var scanner = JSONScanner(
      from: raw.lowerBound, to: raw.upperBound, decodedStart: bytes.count)
    do throws(JSONFault) {
      return try message(&scanner, bytes) ?? plain
    } catch {
      return plain
    }
  }

  private func beginsLikeMessage(_ bytes: Span<UInt8>, _ raw: ByteRange) -> Bool {
    var at = bytes.afterSpace(raw.lowerBound, raw.upperBound)
    guard at < raw.upperBound, bytes[at] == UInt8(ascii: "{") else { return false }
    at = bytes.afterSpace(at + 1, raw.upperBound)
    guard at + 2 < raw.upperBound, bytes[at] == UInt8(ascii: "\"") else { return false }
    switch bytes[at + 1] {
    case UInt8(ascii: "o"), UInt8(ascii: "r"), UInt8(ascii: "i"), UInt8(ascii: "c"),
      UInt8(ascii: "u"), UInt8(ascii: "\\"):
      return true
    default: return false
    }
  }

  /// The message of a line with no other keys than those of one; nil when it is none.
  private func message(
    _ scanner: inout JSONScanner, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> CommandTone.Message? {
    scanner.skipSpace(bytes)
    scanner.at += 1
    var found: [String: ByteRange] = [:]
    repeat {
      scanner.skipSpace(bytes)
      guard scanner.at < scanner.end, bytes[scanner.at] == UInt8(ascii: "\"") else { return nil }
      let key = try scanner.wholeText(bytes)
      guard CommandLineScan.keys.contains(key), found[key] == nil else { return nil }
      try scanner.skipColon(bytes)
      let start = scanner.at
      try scanner.skipValue(bytes, depth: 1)
      found[key] = ByteRange(start: start, count: scanner.at - start)
      scanner.skipSpace(bytes)
      guard scanner.at < scanner.end else { return nil }
      scanner.at += 1
    } while bytes[scanner.at - 1] == UInt8(ascii: ",")
    guard bytes[scanner.at - 1] == UInt8(ascii: "}") else { return nil }
    scanner.skipSpace(bytes)
    guard scanner.at == scanner.end else { return nil }
    func text(_ key: String) throws(JSONFault) -> String? {
      guard let range = found[key] else { return nil }
      if bytes[range.lowerBound] == UInt8(ascii: "\"") {
        scanner.at = range.lowerBound
        return try scanner.wholeText(bytes)
      }
      // A number is its own text; nothing else is an id or a cursor.
      let first = bytes[range.lowerBound]
      guard first == UInt8(ascii: "-") || first.isDigit else { return nil }
      return scanner.wholeText(bytes, range)
    }
    switch (Set(found.keys), try text("op")) {
    case (["op", "record"], "upsert"):
      return found["record"].map { .record($0, isChange: true) }
    case (["op", "id"], "delete"): return try text("id").map { .deletion($0) }
    case (["cursor"], _): return try text("cursor").map { .cursor($0) }
    case (["unchanged"], _):
      guard let range = found["unchanged"], range.count == 4,
        bytes[range.lowerBound] == UInt8(ascii: "t")
      else { return nil }
      return .unchanged
    default: return nil
    }
  }
}
