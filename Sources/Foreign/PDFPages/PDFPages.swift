/// Whether this build reads PDF.
package enum PDFPages {
  package static var isAvailable: Bool {
    #if PDFRecords
      true
    #else
      false
    #endif
  }
}
