package import FootlightPlatform

/// The form by which two spellings of a url are compared.
///
/// http is https; the host is without `www.`, case and default port; the path is without the slash at its
/// end; there is no fragment; and what need not be percent-encoded is not, what must be is, with capitals
/// (RFC 3986, section 6.2.2). A text that is no http url stands for itself.
///
/// Hot: every item of an index with an url passes here once, hence bytes.
package enum NormalizedURL {
  /// Appends the form of an url by which it is compared.
  package static func append(_ url: borrowing Span<UInt8>, into form: inout ByteArena) {
    guard let start = authorityStart(url) else {
      for index in 0..<url.count { form.append(url[index]) }
      return
    }
    form.append("https://")
    var end = start
    while end < url.count, !isAuthorityEnd(url[end]) { end += 1 }
    appendHost(url, start..<end, into: &form)
    appendRest(url, from: end, into: &form)
  }

  /// The form of an url by which it is compared.
  package static func of(_ url: String) -> String {
    var form = ByteArena(capacity: url.utf8.count + 8)
    append(Array(url.utf8).span, into: &form)
    return form.text(form.all)
  }

  /// The host of an http url with what else stands before the path, as it is compared; nil for others.
  package static func host(of url: String) -> String? {
    let bytes = Array(url.utf8)
    guard let start = authorityStart(bytes.span) else { return nil }
    var form = ByteArena(capacity: bytes.count)
    let end = bytes[start...].firstIndex(where: isAuthorityEnd) ?? bytes.count
    appendHost(bytes.span, start..<end, into: &form)
    return form.count == 0 ? nil : form.text(form.all)
  }

  /// The path and query of an http url, or of a path, as they are compared: without the slash at the end
  /// of the path, without fragment.
  package static func path(of url: String) -> String {
    let bytes = Array(url.utf8)
    var start = authorityStart(bytes.span) ?? 0
    if start > 0 { start = bytes[start...].firstIndex(where: isAuthorityEnd) ?? bytes.count }
    var form = ByteArena(capacity: bytes.count + 8)
    appendRest(bytes.span, from: start, into: &form)
    return form.text(form.all)
  }

  /// A part of a path with everything decoded that is percent-encoded.
  package static func decoded(_ part: some Sequence<UInt8>) -> String {
    String(decoding: PercentEncoding.decoded(part) ?? [], as: UTF8.self)
  }

  /// Where the host of an http url begins, or what stands before it; nil for anything else.
  private static func authorityStart(_ url: borrowing Span<UInt8>) -> Int? {
    let scheme = Array("http".utf8)
    guard url.count > 7 else { return nil }
    for index in scheme.indices where url[index] | 0x20 != scheme[index] { return nil }
    var at = 4
    if url[at] | 0x20 == UInt8(ascii: "s") { at += 1 }
    guard at + 3 <= url.count, url[at] == UInt8(ascii: ":"), url[at + 1] == UInt8(ascii: "/"),
      url[at + 2] == UInt8(ascii: "/")
    else { return nil }
    return at + 3
  }

  private static func isAuthorityEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private static func appendHost(
    _ url: borrowing Span<UInt8>, _ range: Range<Int>, into form: inout ByteArena
  ) {
    var start = range.lowerBound
    var end = range.upperBound
    for index in range where url[index] == UInt8(ascii: "@") { start = index + 1 }
    for index in range.lowerBound..<start { form.append(url[index]) }
    // Again and again, so that what is compared stays as it is when it is normalized once more.
    while let port = [":80", ":443"].first(where: { ends(url, start..<end, with: $0) }) {
      end -= port.utf8.count
    }
    let prefix = Array("www.".utf8)
    while end - start > prefix.count,
      prefix.indices.allSatisfy({ lower(url[start + $0]) == prefix[$0] })
    {
      start += prefix.count
    }
    for index in start..<end { form.append(lower(url[index])) }
  }

  /// Whether a host ends with a port, and has a name before it.
  private static func ends(
    _ url: borrowing Span<UInt8>, _ host: Range<Int>, with port: String
  ) -> Bool {
    let digits = Array(port.utf8)
    let start = host.upperBound - digits.count
    return start > host.lowerBound && digits.indices.allSatisfy { url[start + $0] == digits[$0] }
  }

  private static func appendRest(
    _ url: borrowing Span<UInt8>, from start: Int, into form: inout ByteArena
  ) {
    var end = start
    while end < url.count, url[end] != UInt8(ascii: "#") { end += 1 }
    var query = start
    while query < end, url[query] != UInt8(ascii: "?") { query += 1 }
    var pathEnd = query
    while pathEnd > start, url[pathEnd - 1] == UInt8(ascii: "/") { pathEnd -= 1 }
    appendEncoded(url, start..<pathEnd, into: &form)
    appendEncoded(url, query..<end, into: &form)
  }

  /// Appends what is percent-encoded where it must be, and nowhere else.
  private static func appendEncoded(
    _ url: borrowing Span<UInt8>, _ range: Range<Int>, into form: inout ByteArena
  ) {
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = url[at]
      at += 1
      if byte == UInt8(ascii: "%"), at + 1 < range.upperBound,
        let code = Hexadecimal.byte(url[at], url[at + 1])
      {
        at += 2
        if PercentEncoding.isUnreserved(code) {
          form.append(code)
        } else {
          encode(code, into: &form)
        }
      } else if byte == UInt8(ascii: "%") || byte <= 0x20 || byte >= 0x7F || isUnwise(byte) {
        encode(byte, into: &form)
      } else {
        form.append(byte)
      }
    }
  }

  private static func encode(_ byte: UInt8, into form: inout ByteArena) {
    form.append(UInt8(ascii: "%"))
    form.append(Hexadecimal.digit(byte >> 4))
    form.append(Hexadecimal.digit(byte & 15))
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte.isCapital ? byte | 0x20 : byte
  }

  /// Bytes that no url holds as they are, but people write.
  private static func isUnwise(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
      UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }
}
