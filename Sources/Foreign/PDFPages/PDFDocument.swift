#if Complete
  import CSystemPoppler
  package import FootlightPlatform

  /// Poppler, reading the text of a PDF in memory.
  @safe
  package struct PDFDocument: ~Copyable {
    // Safe: it belongs to this value alone and goes with it.
    private nonisolated(unsafe) let document: UnsafeMutableRawPointer

    /// Nil when the bytes are no PDF, or are locked with a password.
    package init?(_ bytes: borrowing ByteArena) {
      let opened = unsafe bytes.withUnsafeBytes { all in
        unsafe footlight_pdf_open(all.baseAddress, all.count)
      }
      guard let opened = unsafe opened else { return nil }
      unsafe document = opened
    }

    deinit {
      unsafe g_object_unref(document)
    }

    /// How many pages there are.
    package var pages: Int { max(0, Int(unsafe poppler_document_get_n_pages(document))) }

    package var title: String { unsafe text(poppler_document_get_title(document)) }
    package var author: String { unsafe text(poppler_document_get_author(document)) }
    package var subject: String { unsafe text(poppler_document_get_subject(document)) }
    package var keywords: String { unsafe text(poppler_document_get_keywords(document)) }
    package var created: String { unsafe date(poppler_document_get_creation_date(document)) }
    package var modified: String { unsafe date(poppler_document_get_modification_date(document)) }

    /// The text of a page, from 0 on.
    package func text(ofPage number: Int) -> String {
      guard let page = unsafe poppler_document_get_page(document, Int32(clamping: number)) else {
        return ""
      }
      defer { unsafe g_object_unref(page) }
      return unsafe text(poppler_page_get_text(page))
    }

    private func text(_ made: UnsafeMutablePointer<CChar>?) -> String {
      guard let made = unsafe made else { return "" }
      defer { unsafe g_free(made) }
      return unsafe String(cString: made)
    }

    private func date(_ time: time_t) -> String {
      var text = [CChar](repeating: 0, count: 32)
      guard unsafe footlight_pdf_date(time, &text) != 0 else { return "" }
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
#endif
