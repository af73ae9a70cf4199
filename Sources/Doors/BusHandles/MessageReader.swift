#if Complete
  import CSystemBus

  /// Takes a message of the library apart, within limits.
  @safe
  struct MessageReader {
    private let message: OpaquePointer
    private let limits: BusMessage.Limits
    private var isCut = false

    init(_ message: OpaquePointer, _ limits: BusMessage.Limits) {
      unsafe self.message = unsafe message
      self.limits = limits
    }

    /// All that is kept of it.
    ///
    /// C: sd_bus_message_get_*.
    mutating func read() -> BusMessage {
      var told = BusMessage(kind: kind())
      told.sender = unsafe copied(sd_bus_message_get_sender(message))
      told.path = unsafe copied(sd_bus_message_get_path(message))
      told.interface = unsafe copied(sd_bus_message_get_interface(message))
      told.member = unsafe copied(sd_bus_message_get_member(message))
      told.signature = unsafe copied(sd_bus_message_get_signature(message, 1))
      var rest = told.signature.utf8[...]
      while let type = rest.popFirst() {
        var argument: BusMessage.Argument?
        switch type {
        case UInt8(ascii: "s"), UInt8(ascii: "o"):
          argument = text(type, within: limits.bytes).map { .text($0) }
        case UInt8(ascii: "u"): argument = number().map { .number($0) }
        case UInt8(ascii: "a") where rest.popFirst() == UInt8(ascii: "s"):
          argument = texts().map { .texts($0) }
        default: break
        }
        guard let argument else { break }
        told.arguments.append(argument)
      }
      told.isCut = isCut
      return told
    }

    private func kind() -> BusMessage.Kind {
      var type: UInt8 = 0
      var cookie: UInt64 = 0
      unsafe sd_bus_message_get_type(message, &type)
      unsafe sd_bus_message_get_reply_cookie(message, &cookie)
      switch Int(type) {
      case Int(SD_BUS_MESSAGE_METHOD_CALL): return .call
      case Int(SD_BUS_MESSAGE_METHOD_RETURN): return .reply(to: cookie)
      case Int(SD_BUS_MESSAGE_METHOD_ERROR):
        guard let error = unsafe sd_bus_message_get_error(message) else {
          return .refusal(of: cookie, name: "", text: "")
        }
        return .refusal(
          of: cookie, name: unsafe copied(error.pointee.name),
          text: unsafe copied(error.pointee.message))
      default: return .signal
      }
    }

    /// C: sd_bus_message_read_basic, which lends the text until the message goes.
    private mutating func text(_ type: UInt8, within most: Int) -> String? {
      var start: UnsafePointer<CChar>?
      let code = unsafe sd_bus_message_read_basic(message, CChar(truncatingIfNeeded: type), &start)
      guard code > 0, let start = unsafe start else { return nil }
      var count = 0
      while count <= most, unsafe start[count] != 0 { count += 1 }
      if count > most {
        isCut = true
        count = most
      }
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
      return unsafe String(decoding: bytes, as: UTF8.self)
    }

    private func number() -> UInt32? {
      var number: UInt32 = 0
      let code = unsafe sd_bus_message_read_basic(message, type("u"), &number)
      return code > 0 ? number : nil
    }

    /// C: sd_bus_message_enter_container, sd_bus_message_exit_container.
    private mutating func texts() -> [String]? {
      guard unsafe sd_bus_message_enter_container(message, type("a"), "s") > 0 else { return nil }
      var texts: [String] = []
      var room = limits.bytes
      while texts.count < limits.texts, room > 0,
        let text = text(UInt8(ascii: "s"), within: room)
      {
        room -= text.utf8.count
        texts.append(text)
      }
      // Arguments beyond the limits are passed over: others may follow.
      while unsafe sd_bus_message_skip(message, "s") > 0 { isCut = true }
      guard unsafe sd_bus_message_exit_container(message) > 0 else { return nil }
      return texts
    }

    /// The library's word for a type.
    private func type(_ letter: Unicode.Scalar) -> CChar {
      CChar(truncatingIfNeeded: letter.value)
    }

    /// A short text of the message's head; those are valid, or the message had not been delivered.
    private func copied(_ text: UnsafePointer<CChar>?) -> String {
      guard let text = unsafe text else { return "" }
      return unsafe String(cString: text)
    }
  }
#endif
