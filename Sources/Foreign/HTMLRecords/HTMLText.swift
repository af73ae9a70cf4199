package import FootlightPlatform

/// The text of HTML that is no page of its own, such as the body of a mail or a chapter of a book.
///
/// It goes through the same reader as pages, so that words part at the same elements.
package enum HTMLText {
  /// The text that a piece of HTML shows, and its title.
  package struct Content {
    package var title = ""
    package var text = ""
  }

  /// The text of HTML in UTF-8; nil where this build reads no HTML, or elements are too deep.
  package static func content(of html: borrowing ByteArena) -> Content? {
    #if Complete
      var parser = HTMLParser()
      parser.isUTF8 = true
      parser.withCollector { $0.keepsSurroundings = true }
      guard parser.parse(html, isLast: true) else { return nil }
      return parser.withCollector { page in
        let words = page.title.inOneLine
        return Content(title: words, text: page.text.text(0..<page.text.end))
      }
    #else
      return nil
    #endif
  }
}
