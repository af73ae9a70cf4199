/// Whether this build reads PDF.
package enum PDFPages {
  package static var isAvailable: Bool {
    #if Complete
      true
    #else
      false
    #endif
  }
}
