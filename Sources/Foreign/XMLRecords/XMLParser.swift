#if Complete
  import CSystemExpat
  import FootlightPlatform

  /// expat, fed piece by piece; what it meets goes to a ``RecordCollector``.
  ///
  /// External entities are never opened. What internal ones may blow up to is held by expat itself, to a
  /// hundred times the size of the file (CVE-2013-0340).
  @safe
  struct XMLParser: ~Copyable {
    // Safe: both belong to this value alone and go with it; expat keeps the address of the collector.
    private nonisolated(unsafe) let parser: XML_Parser
    // Safe: as above.
    private nonisolated(unsafe) let collector: UnsafeMutablePointer<RecordCollector>
    /// How many bytes it was given.
    private var given = 0

    /// nil when there is no memory for one.
    init?(
      _ path: RecordPath, _ writing: RecordCollector.Writing, nested: [UInt8] = [],
      _ selections: [ElementSelection] = []
    ) {
      guard let made = unsafe XML_ParserCreate(nil) else { return nil }
      unsafe parser = made
      unsafe collector = .allocate(capacity: 1)
      unsafe collector.initialize(to: RecordCollector(path, writing, nested: nested, selections))
      unsafe XML_SetUserData(parser, collector)
      unsafe XML_SetElementHandler(parser, xmlElementBegins, xmlElementEnds)
      unsafe XML_SetCharacterDataHandler(parser, xmlTextComes)
      unsafe XML_SetSkippedEntityHandler(parser, xmlEntityIsUnknown)
      unsafe XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_NEVER)
    }

    deinit {
      unsafe XML_ParserFree(parser)
      unsafe collector.deinitialize(count: 1)
      unsafe collector.deallocate()
    }

    /// Takes what comes for UTF-8, whatever the document says of itself.
    mutating func assumeUTF8() {
      _ = unsafe XML_SetEncoding(parser, "UTF-8")
    }

    /// The collector of all that was met so far.
    mutating func withCollector<Result, E: Error>(
      _ body: (inout RecordCollector) throws(E) -> Result
    ) throws(E) -> Result {
      try unsafe body(&collector.pointee)
    }

    /// Reads a piece; false when the file is not what it should be.
    mutating func parse(_ piece: borrowing ByteArena, isLast: Bool) -> Bool {
      let (parser, collector) = unsafe (self.parser, self.collector)
      given += piece.count
      return unsafe piece.withUnsafeBytes { bytes in
        unsafe collector.pointee.lineOf = { unsafe Int(XML_GetCurrentLineNumber(parser)) }
        unsafe collector.pointee.stop = { _ = unsafe XML_StopParser(parser, 0) }
        return unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
          unsafe XML_Parse(
            parser, characters.baseAddress, Int32(clamping: characters.count), isLast ? 1 : 0)
            == XML_STATUS_OK
        }
      }
    }

    /// How many bytes of a tag, a comment or a declaration have come that has not ended: expat looks
    /// at all of it again with every piece (CVE-2023-52425).
    var pending: Int {
      let place = unsafe Int(XML_GetCurrentByteIndex(parser))
      return place < 0 ? 0 : given - place
    }

    /// Where it stands.
    var line: Int { unsafe Int(XML_GetCurrentLineNumber(parser)) }

    /// The mistake in the file, and its remedy.
    var mistake: (message: String, remedy: String) {
      let code = unsafe XML_GetErrorCode(parser)
      switch code {
      case XML_ERROR_AMPLIFICATION_LIMIT_BREACH:
        return (
          "the entities of the file blow it up out of proportion",
          "do not trust the file; write its entities out, if it is right"
        )
      case XML_ERROR_UNKNOWN_ENCODING:
        return (
          "the encoding of the file is none that is known",
          "convert it to UTF-8 with iconv, and change its first line"
        )
      case XML_ERROR_NO_MEMORY:
        return ("the memory did not suffice", "raise `memory_limit`")
      default:
        let words = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "unknown"
        return ("this is no XML: \(words)", "mend the file here; `xmllint --noout FILE` checks it")
      }
    }
  }

  private func xmlElementBegins(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard let context = unsafe context, let name = unsafe name else { return }
    let collector = unsafe context.assumingMemoryBound(to: RecordCollector.self)
    let written = unsafe bytes(name)
    guard unsafe collector.pointee.begin(written) else { return }
    guard var next = unsafe attributes else { return }
    while let key = unsafe next.pointee, let value = unsafe next[1] {
      unsafe collector.pointee.attribute(bytes(key), bytes(value))
      unsafe next += 2
    }
  }

  private func xmlElementEnds(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?
  ) {
    guard let context = unsafe context else { return }
    unsafe context.assumingMemoryBound(to: RecordCollector.self).pointee.end()
  }

  private func xmlTextComes(
    _ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ count: Int32
  ) {
    guard let context = unsafe context, let text = unsafe text else { return }
    let start = unsafe UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
    unsafe context.assumingMemoryBound(to: RecordCollector.self).pointee.text(
      UnsafeBufferPointer(start: start, count: Int(count)))
  }

  /// An entity that a DTD declares which is not read: its name stands for it.
  private func xmlEntityIsUnknown(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ isParameter: Int32
  ) {
    guard isParameter == 0, let context = unsafe context, let name = unsafe name else { return }
    let collector = unsafe context.assumingMemoryBound(to: RecordCollector.self)
    for piece in unsafe [Array("&".utf8), Array(bytes(name)), Array(";".utf8)] {
      unsafe piece.withUnsafeBufferPointer { piece in unsafe collector.pointee.text(piece) }
    }
  }

  private func bytes(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    let start = unsafe UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
    return unsafe UnsafeBufferPointer(start: start, count: strlen(text))
  }
#endif
