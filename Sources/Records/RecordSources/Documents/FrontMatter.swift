import FileHandles
import FootlightPlatform

/// Finds the front matter of a Markdown file: YAML between a first line `---` and the next line `---` or
/// `...`, TOML between lines `+++`, or an object of JSON at the very beginning.
struct FrontMatter {
  /// How the fields are written.
  enum Form: Sendable, Hashable {
    case yaml, toml, json
  }

  /// The fields; nil when the file begins with something else, or when nothing closes them: then the first
  /// line is a rule drawn across the page.
  var fields: ByteRange?
  var form = Form.yaml
  /// The text after it.
  var text: ByteRange
  /// Whether nothing closes what begins like fields.
  var isUnclosed = false

  /// Looks at the bytes of a file; the span holds the padding after it.
  private init(_ bytes: Span<UInt8>, _ range: ByteRange) {
    let start = range.lowerBound
    let end = range.upperBound
    text = range
    var line = start
    var lineEnd = bytes.first(0x0A, from: line, to: end)
    if line < end, bytes[line] == UInt8(ascii: "{") {
      guard let close = FrontMatter.objectEnd(bytes, from: line, to: end) else { return }
      fields = ByteRange(start: line, count: close - line)
      form = .json
      text = ByteRange(start: close, count: end - close)
      return
    }
    let isTOML = FrontMatter.isRule(bytes, from: line, to: lineEnd, of: UInt8(ascii: "+"))
    guard isTOML || FrontMatter.isRule(bytes, from: line, to: lineEnd, of: UInt8(ascii: "-")) else {
      return
    }
    form = isTOML ? .toml : .yaml
    let rule = UInt8(ascii: isTOML ? "+" : "-")
    let first = min(lineEnd + 1, end)
    line = first
    while line < end {
      lineEnd = bytes.first(0x0A, from: line, to: end)
      if FrontMatter.isRule(bytes, from: line, to: lineEnd, of: rule)
        || !isTOML && FrontMatter.isRule(bytes, from: line, to: lineEnd, of: UInt8(ascii: "."))
      {
        fields = ByteRange(start: first, count: line - first)
        let rest = min(lineEnd + 1, end)
        text = ByteRange(start: rest, count: end - rest)
        return
      }
      line = lineEnd + 1
    }
    isUnclosed = isTOML || FrontMatter.isField(bytes, from: first, to: end)
  }

  /// Where an object of JSON ends that nothing follows on its line; nil when there is no such object.
  private static func objectEnd(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int? {
    var members = ElementCursor(bytes, at: start)
    var isFirst = true
    while let member = (try? members.next(bytes, to: end)) ?? nil {
      // `{` before anything but a name in quotes begins a text; what is wrong behind it is a mistake that is told.
      guard !isFirst || !member.isEmpty && bytes[member.lowerBound] == UInt8(ascii: "\"") else {
        return nil
      }
      isFirst = false
    }
    guard bytes[members.at - 1] == UInt8(ascii: "}") else { return nil }
    var rest = members.at
    while rest < end, bytes[rest] == 0x20 || bytes[rest] == 0x0D { rest += 1 }
    return rest == end || bytes[rest] == 0x0A ? members.at : nil
  }

  /// Whether a line begins with a name and a colon, as `title: Words`.
  private static func isField(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    var at = start
    while at < min(end, start + 64),
      bytes[at].isLetter || at > start && (bytes[at].isDigit || "_-".utf8.contains(bytes[at]))
    {
      at += 1
    }
    return at > start && at < end && bytes[at] == UInt8(ascii: ":")
      && (at + 1 == end || bytes[at + 1].isSpace)
  }

  /// Whether a line holds three such characters and nothing but spaces after them.
  private static func isRule(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, of character: UInt8
  ) -> Bool {
    end - start >= 3 && (start..<start + 3).allSatisfy { bytes[$0] == character }
      && bytes.afterSpace(start + 3, end) == end
  }

  /// The fields; none where there is no front matter.
  func record(_ bytes: borrowing ByteArena, file: String) throws(Failure) -> Record {
    guard let fields else { return Record() }
    switch form {
    case .json:
      do throws(Failure) {
        return try Record(json: bytes.text(fields))
      } catch {
        throw error.at(SourceLocation(file: file, line: 1))
      }
    case .toml:
      do throws(TOMLDocument.Mistake) {
        return try TOMLDocument.record(bytes.bytes(fields))
      } catch {
        throw Failure(
          .recordUnreadable, "the front matter is no TOML: \(error.message)",
          at: SourceLocation(file: file, line: error.line + 1),
          remedy: "write each field as `name = value`, with texts in quotes")
      }
    case .yaml:
      let documents = try YAMLNode.parse(bytes, fields, file: file, firstLine: 2)
      guard let document = documents.first, !document.isNull else { return Record() }
      guard let pairs = document.pairs else {
        throw Failure(
          .recordUnreadable, "the front matter must name fields: `name: value`",
          at: document.location, remedy: "write each as `name: value` on a line of its own")
      }
      return Record(pairs)
    }
  }
}

extension FrontMatter {
  /// Takes the contents of a file apart, its front matter only where it `isRead`; throws when they are no text.
  init(
    text contents: ByteRange, of bytes: Span<UInt8>, isRead: Bool, file: String
  ) throws(Failure) {
    let (start, end) = (contents.lowerBound, contents.upperBound)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let begin =
      end - start >= 3 && mark.indices.allSatisfy { bytes[start + $0] == mark[$0] }
      ? start + 3 : start
    var lines = LineCounter(line: 1, column: 1, at: start)
    let zero = bytes.first(0, from: start, to: end)
    if zero < end {
      throw Failure(
        .recordUnreadable, "the file holds a zero byte, so it is not text",
        at: lines.location(of: zero, bytes, file: file),
        remedy: "leave it out of the glob, or convert it to UTF-8")
    }
    if !bytes.isASCII(from: start, to: end),
      let place = bytes.firstInvalidUTF8(from: start, to: end)
    {
      throw Failure(
        .recordEncoding, "the text is not valid UTF-8",
        at: lines.location(of: place, bytes, file: file), remedy: "convert the file to UTF-8")
    }
    let range = ByteRange(start: begin, count: end - begin)
    self.init(bytes, isRead ? range : ByteRange(start: begin, count: 0))
    if !isRead { text = range }
    if isUnclosed {
      throw Failure(
        .recordUnreadable, "the front matter that begins here is never closed",
        at: SourceLocation(file: file, line: 1),
        remedy: "write a line `\(form == .toml ? "+++" : "---")` after it")
    }
    // Without blank lines before it and without white space after it.
    var (first, last) = (text.lowerBound, text.upperBound)
    while last > first, bytes[last - 1].isSpace { last -= 1 }
    for index in first..<bytes.afterSpace(first, last) where bytes[index] == 0x0A {
      first = index + 1
    }
    text = ByteRange(start: first, count: last - first)
  }
}
