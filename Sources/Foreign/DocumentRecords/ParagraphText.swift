import FootlightPlatform

/// The text of office documents: paragraphs on lines of their own, cells parted, and parts such as slides.
///
/// One reader serves both families, since their names of elements do not clash: `p`, `t`, `tab`, `br` and `tc`
/// of Office Open XML (ECMA-376), `p`, `h`, `s`, `tab`, `line-break`, `table-cell` and `page` of OpenDocument.
final class ParagraphText: MarkupHandler {
  /// The texts of the parts; one where there are none.
  private(set) var parts: [String] = [""]
  private let isOpen: Bool
  /// How deep the reader stands in elements whose text is shown; OpenDocument shows that of paragraphs, Office
  /// Open XML that of `t`.
  private var shown = 0
  private var hidden = 0
  private var bytes: [UInt8] = []
  /// The elements that begin a part.
  private let part: String?

  /// Reads OpenDocument where `isOpen`, else Office Open XML.
  init(isOpen: Bool, part: String? = nil) {
    self.isOpen = isOpen
    self.part = part
  }

  func begin(_ name: String, _ attributes: MarkupAttributes) {
    if name == part {
      flush()
      if parts != [""] || parts.count > 1 { parts.append("") }
    }
    if isOpen {
      switch name {
      case "p", "h": shown += 1
      case "s":
        let count = attributes["c"].flatMap { Int($0) } ?? 1
        if shown > 0 { bytes += [UInt8](repeating: 0x20, count: max(1, min(count, 100))) }
      case "tab": if shown > 0 { bytes.append(0x09) }
      case "line-break": if shown > 0 { bytes.append(0x0A) }
      case "annotation", "tracked-changes": hidden += 1
      default: break
      }
    } else {
      switch name {
      case "t", "delText": shown += 1
      case "tab": bytes.append(0x09)
      case "br", "cr": bytes.append(0x0A)
      case "noBreakHyphen": bytes.append(0x2D)
      case "Fallback", "instrText": hidden += 1
      default: break
      }
      if name == "delText" { hidden += 1 }
    }
  }

  func end(_ name: String) {
    if isOpen {
      switch name {
      case "p", "h":
        shown -= 1
        bytes.append(0x0A)
      case "table-cell": endCell()
      case "annotation", "tracked-changes": hidden -= 1
      default: break
      }
    } else {
      switch name {
      case "t", "delText": shown -= 1
      case "p": bytes.append(0x0A)
      case "tc": endCell()
      case "Fallback", "instrText": hidden -= 1
      default: break
      }
      if name == "delText" { hidden -= 1 }
    }
  }

  func characters(_ text: Span<UInt8>) {
    guard shown > 0, hidden == 0 else { return }
    for index in text.indices { bytes.append(text[index]) }
  }

  /// Cells of a row stand on one line.
  private func endCell() {
    while bytes.last == 0x0A { bytes.removeLast() }
    bytes.append(0x09)
  }

  /// Ends what is being read.
  func flush() {
    parts[parts.count - 1] += String(decoding: bytes, as: UTF8.self)
    bytes = []
  }

  /// The texts without white space at their ends.
  var texts: [String] {
    flush()
    return parts.map(\.trimmed)
  }
}
