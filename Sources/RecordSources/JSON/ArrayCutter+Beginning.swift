import FootlightDiagnostics
import FootlightPlatform

extension ArrayCutter {
  /// The offset behind the bracket that opens the array; nil when it is not in the block.
  func beginning(
    _ bytes: Span<UInt8>, _ count: Int, isLast: Bool
  ) throws(CutDamage) -> Int? {
    var decoder = JSONDecoder(FieldTrie())
    decoder.end = count
    decoder.decodedStart = bytes.count
    do throws(JSONFault) {
      for key in path { try decoder.enter(key, bytes) }
      decoder.skipSpace(bytes)
    } catch {
      // What goes wrong near the end of a block may be right with more of the file.
      if decoder.at >= count - 16, !isLast { return nil }
      throw CutDamage(
        offset: decoder.at, message: error.message,
        remedy: path.isEmpty
          ? error.remedy : "check that the file has an array at `\(path.joined(separator: "."))`")
    }
    let at = decoder.at
    if at >= count {
      if !isLast { return nil }
      throw CutDamage(
        offset: at, message: "the file is empty", remedy: "write `[]` for no records")
    }
    guard bytes[at] == UInt8(ascii: "[") else {
      throw CutDamage(
        offset: at,
        message: path.isEmpty
          ? "the file must hold an array of objects"
          : "at `\(path.joined(separator: "."))` there must be an array of objects",
        remedy: bytes[at] == UInt8(ascii: "{")
          ? "name the array with `records:`, or use kind jsonl for an object a line"
          : "check that the file is JSON, and complete")
    }
    return at + 1
  }
}

extension JSONDecoder {
  /// Moves to the value of a key of the object here.
  fileprivate mutating func enter(_ wanted: String, _ bytes: Span<UInt8>) throws(JSONFault) {
    skipSpace(bytes)
    guard bytes[at] == UInt8(ascii: "{") else { throw .noSuchKey }
    repeat {
      at &+= 1
      skipSpace(bytes)
      if bytes[at] == UInt8(ascii: "}") { throw .noSuchKey }
      let key = try decodedKey(bytes)
      try skipColon(bytes)
      if key.equals(key.all, wanted) { return }
      try skipValue(bytes, depth: 0)
      skipSpace(bytes)
    } while bytes[at] == UInt8(ascii: ",")
    throw bytes[at] == UInt8(ascii: "}") ? .noSuchKey : .endOfObject
  }
}
