#if Complete
  import CSystemBus

  /// Puts values into a message of the library.
  @safe
  struct MessageWriter {
    private let message: OpaquePointer

    init(_ message: OpaquePointer) {
      unsafe self.message = unsafe message
    }

    /// Appends values; negative is the library's error.
    func append(_ values: [BusValue]) -> Int32 {
      for value in values {
        let code = append(value)
        if code < 0 { return code }
      }
      return 0
    }

    /// C: sd_bus_message_append_basic.
    private func append(_ value: BusValue) -> Int32 {
      switch value {
      case .text(let text): return append(text, "s")
      case .path(let path): return append(path, "o")
      case .number(var number):
        return unsafe sd_bus_message_append_basic(message, type("u"), &number)
      case .signed(var number):
        return unsafe sd_bus_message_append_basic(message, type("i"), &number)
      case .real(var number):
        return unsafe sd_bus_message_append_basic(message, type("d"), &number)
      case .list(let element, let values): return append(values, "a", element)
      case .structure(let fields):
        return append(fields, "r", fields.map(\.signature).joined())
      case .entry(let key, let value):
        return append([key, value], "e", key.signature + value.signature)
      case .variant(let value): return append([value], "v", value.signature)
      }
    }

    /// C: sd_bus_message_open_container, sd_bus_message_close_container.
    private func append(_ values: [BusValue], _ kind: Unicode.Scalar, _ contents: String) -> Int32 {
      var code = unsafe sd_bus_message_open_container(message, type(kind), contents)
      if code >= 0 { code = append(values) }
      return code < 0 ? code : unsafe sd_bus_message_close_container(message)
    }

    /// The bus ends texts with a NUL: one within becomes the sign for what cannot be shown.
    private func append(_ text: String, _ kind: Unicode.Scalar) -> Int32 {
      guard text.utf8.contains(0) else {
        return unsafe text.withCString { start in
          unsafe sd_bus_message_append_basic(message, type(kind), start)
        }
      }
      return append(String(text.map { $0 == "\0" ? "\u{FFFD}" : $0 }), kind)
    }

    private func type(_ letter: Unicode.Scalar) -> CChar {
      CChar(truncatingIfNeeded: letter.value)
    }
  }
#endif
