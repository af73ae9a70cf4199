#if Complete
  package import FootlightPlatform
#endif

/// Takes what a ``MarkupReader`` meets.
package protocol MarkupHandler: AnyObject {
  /// An element begins; names are without their prefix.
  func begin(_ name: String, _ attributes: MarkupAttributes)
  func end(_ name: String)
  func characters(_ text: Span<UInt8>)
}

/// Most look at the beginnings of elements alone.
extension MarkupHandler {
  package func end(_ name: String) {}
  package func characters(_ text: Span<UInt8>) {}
}

#if Complete
  import CSystemExpat

  /// The attributes of an element, looked up by their names without prefix; it is used while the element begins.
  @safe
  package struct MarkupAttributes {
    // Safe: expat keeps them while the element begins, and the value does not outlive that call.
    fileprivate let pointer: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    package subscript(name: String) -> String? {
      guard var next = unsafe pointer else { return nil }
      while let key = unsafe next.pointee, let value = unsafe next[1] {
        if unsafe local(key) == name { return unsafe String(cString: value) }
        unsafe next += 2
      }
      return nil
    }
  }

  /// Expat, which hands the elements of a document to a handler; names lose their prefixes.
  @safe
  package struct MarkupReader: ~Copyable {
    // Safe: it belongs to this value alone and goes with it.
    private nonisolated(unsafe) let parser: XML_Parser
    private let box: Box

    /// The state whose address expat keeps.
    private final class Box {
      let handler: any MarkupHandler
      init(_ handler: any MarkupHandler) { self.handler = handler }

      static func of(_ context: UnsafeMutableRawPointer) -> Box {
        unsafe Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
      }
    }

    /// Nil when there is no memory.
    package init?(_ handler: any MarkupHandler) {
      guard let made = unsafe XML_ParserCreate(nil) else { return nil }
      unsafe parser = made
      box = Box(handler)
      unsafe XML_SetUserData(parser, Unmanaged.passUnretained(box).toOpaque())
      unsafe XML_SetElementHandler(
        parser,
        { context, name, attributes in
          guard let context = unsafe context, let name = unsafe name else { return }
          unsafe Box.of(context).handler.begin(
            local(name), MarkupAttributes(pointer: attributes))
        },
        { context, name in
          guard let context = unsafe context, let name = unsafe name else { return }
          unsafe Box.of(context).handler.end(local(name))
        })
      unsafe XML_SetCharacterDataHandler(parser) { context, text, count in
        guard let context = unsafe context, let text = unsafe text else { return }
        let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
        let span = unsafe Span<UInt8>(_unsafeBytes: bytes)
        unsafe Box.of(context).handler.characters(span)
      }
      unsafe XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_NEVER)
    }

    deinit {
      unsafe XML_ParserFree(parser)
    }

    /// Reads a piece; false when it is no XML.
    package mutating func parse(_ piece: borrowing ByteArena, isLast: Bool) -> Bool {
      unsafe piece.withUnsafeBytes { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
          unsafe XML_Parse(
            parser, characters.baseAddress, Int32(clamping: characters.count), isLast ? 1 : 0)
            == XML_STATUS_OK
        }
      }
    }
  }

  /// A name without its prefix.
  private func local(_ name: UnsafePointer<CChar>) -> String {
    var start = unsafe name
    var at = unsafe name
    while unsafe at.pointee != 0 {
      if unsafe at.pointee == 0x3A { unsafe start = at + 1 }
      unsafe at += 1
    }
    return unsafe String(cString: start)
  }
#else
  /// No attributes, in a build that reads no XML.
  package struct MarkupAttributes {
    package subscript(name: String) -> String? { nil }
  }
#endif
