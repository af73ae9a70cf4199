#if Complete
  import CSystemXML
  import FootlightPlatform

  /// libxml2's reader of HTML, fed piece by piece; what it meets goes to a ``PageCollector``, no tree is
  /// built.
  @safe
  struct HTMLParser: ~Copyable {
    // Safe: they belong to this value alone and go with it; libxml2 keeps the address of the context.
    private nonisolated(unsafe) let context: UnsafeMutablePointer<HTMLContext>
    // Safe: as above.
    private nonisolated(unsafe) var parser: htmlParserCtxtPtr?
    // Safe: as above.
    private nonisolated(unsafe) let handler: UnsafeMutablePointer<xmlSAXHandler>

    /// Whether the pages are in UTF-8 whatever they say; libxml2 would take them for Latin-1.
    var isUTF8 = false

    init() {
      unsafe context = .allocate(capacity: 1)
      unsafe context.initialize(to: HTMLContext())
      unsafe handler = .allocate(capacity: 1)
      unsafe handler.initialize(to: xmlSAXHandler())
      unsafe handler.pointee.startElement = htmlElementBegins
      unsafe handler.pointee.endElement = htmlElementEnds
      unsafe handler.pointee.characters = htmlTextComes
      unsafe handler.pointee.cdataBlock = htmlTextComes
      unsafe handler.pointee.ignorableWhitespace = htmlTextComes
      unsafe parser = nil
      // Of all errors, which most pages have, one matters; the others go nowhere.
      unsafe xmlSetStructuredErrorFunc(context, htmlErrorComes)
    }

    deinit {
      xmlSetStructuredErrorFunc(nil, nil)
      if let parser = unsafe parser { unsafe htmlFreeParserCtxt(parser) }
      unsafe context.deinitialize(count: 1)
      unsafe context.deallocate()
      unsafe handler.deallocate()
    }

    /// Whether the page holds bytes that its encoding has not: what comes after them is lost.
    var isMisencoded: Bool { unsafe context.pointee.isMisencoded }

    /// Reads a piece; false when there is no memory, or elements are too deep.
    mutating func parse(_ piece: borrowing ByteArena, isLast: Bool) -> Bool {
      let (context, handler) = unsafe (self.context, self.handler)
      var parser = unsafe self.parser
      let encoding = isUTF8 ? XML_CHAR_ENCODING_UTF8 : XML_CHAR_ENCODING_NONE
      let isSound: Bool = unsafe piece.withUnsafeBytes { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
          let count = Int32(clamping: characters.count)
          if let parser = unsafe parser {
            _ = unsafe htmlParseChunk(parser, characters.baseAddress, count, 0)
          } else {
            // Four bytes tell the encoding by a mark; the rest is parsed as any piece.
            let first = min(4, count)
            let made = unsafe htmlCreatePushParserCtxt(
              handler, context, characters.baseAddress, first, nil, encoding)
            guard let made = unsafe made else { return false }
            unsafe parser = made
            unsafe context.pointee.lineOf = { unsafe Int(xmlSAX2GetLineNumber(made)) }
            // The encoding that a page names has been obeyed already.
            var options = HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue
            if isUTF8 { options |= HTML_PARSE_IGNORE_ENC.rawValue }
            _ = unsafe htmlCtxtUseOptions(made, Int32(options))
            if count > first {
              _ = unsafe htmlParseChunk(
                made, characters.baseAddress.map { unsafe $0 + Int(first) }, count - first, 0)
            }
          }
          if isLast, let parser = unsafe parser { _ = unsafe htmlParseChunk(parser, nil, 0, 1) }
          return unsafe !context.pointee.collector.isTooDeep
        }
      }
      unsafe self.parser = unsafe parser
      return isSound
    }

    /// The collector of all that was met so far.
    mutating func withCollector<Result, E: Error>(
      _ body: (inout PageCollector) throws(E) -> Result
    ) throws(E) -> Result {
      try unsafe body(&context.pointee.collector)
    }
  }

  /// The state that the callbacks work with.
  @safe
  struct HTMLContext: ~Copyable {
    var collector = PageCollector()
    var lineOf: () -> Int = { 1 }
    var isMisencoded = false
    /// The tags by their names; libxml2 has each name at one address.
    private var tags: [UInt: PageElement] = [:]

    mutating func tag(_ name: UnsafePointer<xmlChar>) -> PageElement {
      let address = UInt(bitPattern: name)
      if let known = tags[address] { return known }
      let tag = unsafe PageElement(String(cString: name))
      if tags.count < 4096 { tags[address] = tag }
      return tag
    }
  }

  private func htmlErrorComes(_ context: UnsafeMutableRawPointer?, _ error: xmlErrorPtr?) {
    guard let context = unsafe context?.assumingMemoryBound(to: HTMLContext.self),
      let error = unsafe error
    else { return }
    if unsafe error.pointee.code == Int32(XML_I18N_CONV_FAILED.rawValue) {
      unsafe context.pointee.isMisencoded = true
    }
  }

  private func htmlElementBegins(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    guard let context = unsafe context?.assumingMemoryBound(to: HTMLContext.self),
      let name = unsafe name
    else { return }
    var found = HTMLAttributes()
    if var next = unsafe attributes {
      while let key = unsafe next.pointee {
        let value = unsafe next[1]
        unsafe found.add(String(cString: key), value.map { unsafe String(cString: $0) } ?? "")
        unsafe next += 2
      }
    }
    let tag = unsafe context.pointee.tag(name)
    let line = tag.isHeading || tag == .anchor ? unsafe context.pointee.lineOf() : 0
    unsafe context.pointee.collector.begin(tag, found, line: line)
  }

  private func htmlElementEnds(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?
  ) {
    guard let context = unsafe context?.assumingMemoryBound(to: HTMLContext.self) else { return }
    unsafe context.pointee.collector.end()
  }

  private func htmlTextComes(
    _ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<xmlChar>?, _ count: Int32
  ) {
    guard let context = unsafe context?.assumingMemoryBound(to: HTMLContext.self),
      let text = unsafe text
    else { return }
    let bytes = unsafe UnsafeBufferPointer(start: text, count: Int(count))
    unsafe context.pointee.collector.characters(bytes.span)
  }
#endif
