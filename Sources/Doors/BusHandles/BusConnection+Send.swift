#if Complete
  import CSystemBus
  package import FootlightPlatform

  extension BusConnection {
    /// Answers a call.
    ///
    /// A caller that has gone meanwhile, or wants no answer, is no failure.
    ///
    /// C: sd_bus_message_new_method_return, sd_bus_send.
    package mutating func reply(to call: BusMessage, _ values: [BusValue]) throws(Failure) {
      guard let asked = held.removeValue(forKey: call.held) else { return }
      defer { _ = unsafe sd_bus_message_unref(asked.message) }
      var made: OpaquePointer?
      var code = unsafe sd_bus_message_new_method_return(asked.message, &made)
      defer { _ = unsafe sd_bus_message_unref(made) }
      if code >= 0, let made = unsafe made {
        code = unsafe MessageWriter(made).append(values)
        if code >= 0 { code = unsafe sd_bus_send(bus, made, nil) }
      }
      guard code < 0 else { return }
      let failure = BusConnection.failure(code, "answer over")
      guard !failure.concerns([.busClosed]) else { throw failure }
      // Larger than a message may be, or of a shape that there is none of: the caller is told.
      try refuse(asked, "org.freedesktop.DBus.Error.LimitsExceeded", "the answer cannot be sent")
    }

    /// Refuses a call with the name of an error and a sentence.
    package mutating func refuse(
      _ call: BusMessage, _ name: String, _ text: String
    ) throws(Failure) {
      guard let asked = held.removeValue(forKey: call.held) else { return }
      defer { _ = unsafe sd_bus_message_unref(asked.message) }
      try refuse(asked, name, text)
    }

    /// C: sd_bus_reply_method_error.
    private func refuse(_ asked: HeldCall, _ name: String, _ text: String) throws(Failure) {
      let code = unsafe name.withCString { name in
        unsafe text.withCString { text in
          var error = unsafe sd_bus_error(name: name, message: text, _need_free: 0)
          return unsafe sd_bus_reply_method_error(asked.message, &error)
        }
      }
      let failure = BusConnection.failure(code, "answer over")
      if code < 0, failure.concerns([.busClosed]) { throw failure }
    }

    /// Calls a method of somebody else without waiting; the answer comes out of ``next()`` as a reply to this number.
    ///
    /// C: sd_bus_message_new_method_call, sd_bus_send.
    package func send(_ call: BusCall) throws(Failure) -> UInt64 {
      var cookie: UInt64 = 0
      let message = try unsafe made(call)
      defer { _ = unsafe sd_bus_message_unref(message) }
      let code = unsafe sd_bus_send(bus, message, &cookie)
      guard code >= 0 else { throw BusConnection.failure(code, "call \(call.destination) over") }
      return cookie
    }

    /// Calls a method of somebody else and waits for the answer.
    ///
    /// - Throws: `bus.refused` with what the other one says.
    ///
    /// C: sd_bus_call.
    package func ask(_ call: BusCall, milliseconds: UInt64) throws(Failure) -> BusMessage {
      var error = unsafe sd_bus_error()
      defer { unsafe sd_bus_error_free(&error) }
      var reply: OpaquePointer?
      let message = try unsafe made(call)
      defer { _ = unsafe sd_bus_message_unref(message) }
      let code = unsafe sd_bus_call(bus, message, milliseconds * 1000, &error, &reply)
      guard code >= 0, let reply = unsafe reply else {
        guard let name = unsafe error.name else {
          throw BusConnection.failure(code, "call \(call.destination) over")
        }
        let text = unsafe error.message.map { unsafe String(cString: $0) } ?? ""
        throw Failure(
          .busRefused,
          "\(call.destination) refused \(call.member) (\(unsafe String(cString: name)): \(text))")
      }
      defer { _ = unsafe sd_bus_message_unref(reply) }
      var reader = unsafe MessageReader(reply, .init())
      return reader.read()
    }

    private func made(_ call: BusCall) throws(Failure) -> OpaquePointer {
      var made: OpaquePointer?
      var code = unsafe sd_bus_message_new_method_call(
        bus, &made, call.destination, call.path, call.interface, call.member)
      if code >= 0, let made = unsafe made { code = unsafe MessageWriter(made).append(call.values) }
      guard code >= 0, let made = unsafe made else {
        _ = unsafe sd_bus_message_unref(made)
        throw BusConnection.failure(code, "call \(call.destination) over")
      }
      return unsafe made
    }
  }
#endif
