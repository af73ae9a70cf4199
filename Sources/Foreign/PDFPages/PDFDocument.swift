#if Complete
  import CSystemPoppler
  package import FootlightPlatform

  /// Poppler, reading the text of a PDF in memory.
  package enum PDFDocument {
    /// How many texts there are before those of the pages.
    package static let headTexts = 6

    /// Hands over title, author, subject, keywords, two dates, and the text of each page; nothing when the bytes are no PDF,
    /// or are locked with a password.
    package static func tell(_ bytes: borrowing ByteArena, _ hand: (String) -> Void) {
      unsafe bytes.withUnsafeBytes { all in
        guard let document = unsafe footlight_pdf_open(all.baseAddress, all.count) else { return }
        defer { unsafe g_object_unref(document) }
        unsafe hand(text(poppler_document_get_title(document)))
        unsafe hand(text(poppler_document_get_author(document)))
        unsafe hand(text(poppler_document_get_subject(document)))
        unsafe hand(text(poppler_document_get_keywords(document)))
        unsafe hand(date(poppler_document_get_creation_date(document)))
        unsafe hand(date(poppler_document_get_modification_date(document)))
        let pages = unsafe poppler_document_get_n_pages(document)
        for number in 0..<max(0, min(pages, 100_000)) {
          guard let page = unsafe poppler_document_get_page(document, number) else {
            hand("")
            continue
          }
          unsafe hand(RightToLeftText.ordered(text(poppler_page_get_text(page))))
          unsafe g_object_unref(page)
        }
      }
    }

    private static func text(_ made: UnsafeMutablePointer<CChar>?) -> String {
      guard let made = unsafe made else { return "" }
      defer { unsafe g_free(made) }
      return unsafe String(cString: made)
    }

    private static func date(_ time: time_t) -> String {
      var text = [CChar](repeating: 0, count: 32)
      guard unsafe footlight_pdf_date(time, &text) != 0 else { return "" }
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
#endif
