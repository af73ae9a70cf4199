extension DiagnosticCode {
  /// A file holds bytes that are no text in the encoding that its mark or its declaration names.
  ///
  /// Remedy: name the encoding that it is in, with `encoding:`; `iconv -c` leaves out what is damaged.
  package static let textEncoding = DiagnosticCode("text.encoding", .caller)
}
