#if Complete
  import CSystemBus
  package import FootlightPlatform

  /// A call that waits for an answer; the connection gives it back.
  @safe
  struct HeldCall {
    let message: OpaquePointer
  }

  /// A connection to a message bus, used by one thread, through the system's sd-bus.
  ///
  /// No object is registered with the library: every message comes out of ``next()`` as a value, and so there
  /// are no callbacks. A call is held until it is answered or dropped.
  @safe
  package struct BusConnection: ~Copyable {
    let bus: OpaquePointer
    /// Calls that wait for an answer, under numbers that are given once.
    var held: [UInt64: HeldCall] = [:]
    private var lastHeld: UInt64 = 0
    private let limits: BusMessage.Limits

    /// Connects to the session's bus, or to the one with this address.
    ///
    /// C: sd_bus_open_user; sd_bus_new, sd_bus_set_address, sd_bus_set_bus_client, sd_bus_start.
    package init(address: String? = nil, limits: BusMessage.Limits = .init()) throws(Failure) {
      var made: OpaquePointer?
      var code: Int32
      if let address {
        code = unsafe sd_bus_new(&made)
        if code >= 0 { code = unsafe sd_bus_set_address(made, address) }
        if code >= 0 { code = unsafe sd_bus_set_bus_client(made, 1) }
        if code >= 0 { code = unsafe sd_bus_start(made) }
      } else {
        code = unsafe sd_bus_open_user(&made)
      }
      guard code >= 0, let bus = unsafe made else {
        _ = unsafe sd_bus_unref(made)
        throw Failure(
          .busUnreachable, "the session bus cannot be reached (\(BusConnection.reason(code)))",
          remedy: "run it within a desktop session")
      }
      unsafe self.bus = unsafe bus
      self.limits = limits
    }

    deinit {
      for call in held.values { _ = unsafe sd_bus_message_unref(call.message) }
      _ = unsafe sd_bus_flush_close_unref(bus)
    }

    /// The next message that has come, without waiting; nil when there is none.
    ///
    /// The library answers the interface `org.freedesktop.DBus.Peer`, which every program must have.
    ///
    /// C: sd_bus_process.
    package mutating func next() throws(Failure) -> BusMessage? {
      while true {
        var message: OpaquePointer?
        let code = unsafe sd_bus_process(bus, &message)
        guard code >= 0 else { throw BusConnection.failure(code, "read from") }
        if let message = unsafe message { return unsafe take(message) }
        if code == 0 { return nil }
      }
    }

    /// Waits until something may have come, for so many milliseconds at most; a signal ends it early.
    ///
    /// C: sd_bus_wait.
    package func wait(milliseconds: Int64) throws(Failure) {
      let code = unsafe sd_bus_wait(bus, UInt64(max(0, milliseconds)) * 1000)
      guard code >= 0 || -code == BusConnection.interrupted else {
        throw BusConnection.failure(code, "wait for")
      }
    }

    /// Takes a name; false when somebody else has it.
    ///
    /// C: sd_bus_request_name.
    package func takeName(_ name: String) throws(Failure) -> Bool {
      let code = unsafe sd_bus_request_name(bus, name, 0)
      if -code == BusConnection.exists { return false }
      guard code >= 0 else { throw BusConnection.failure(code, "take a name on") }
      return true
    }

    /// Gives a name back; what was sent to it before has then arrived.
    ///
    /// C: sd_bus_release_name.
    package func releaseName(_ name: String) throws(Failure) {
      let code = unsafe sd_bus_release_name(bus, name)
      guard code >= 0 else { throw BusConnection.failure(code, "release a name on") }
    }

    /// Sends what waits to be sent.
    ///
    /// C: sd_bus_flush.
    package func flush() throws(Failure) {
      let code = unsafe sd_bus_flush(bus)
      guard code >= 0 else { throw BusConnection.failure(code, "write to") }
    }

    /// Takes a message apart; calls are kept for their answer, all others are given back.
    private mutating func take(_ message: OpaquePointer) -> BusMessage {
      var reader = unsafe MessageReader(message, limits)
      var told = reader.read()
      guard case .call = told.kind else {
        _ = unsafe sd_bus_message_unref(message)
        return told
      }
      lastHeld += 1
      told.held = lastHeld
      held[lastHeld] = unsafe HeldCall(message: message)
      return told
    }

    // EINTR, EEXIST, ENOTCONN, ECONNRESET and EPIPE of Linux, the only system that has this library.
    private static let interrupted: Int32 = 4
    private static let exists: Int32 = 17
    private static let closed: Set<Int32> = [32, 104, 107]

    /// The failure that an error code of the library stands for.
    static func failure(_ code: Int32, _ action: String) -> Failure {
      closed.contains(-code)
        ? Failure(.busClosed, "the session bus has closed the connection")
        : Failure(.busRefused, "cannot \(action) the session bus (\(reason(code)))")
    }

    /// An error code in words.
    private static func reason(_ code: Int32) -> String {
      switch -code {
      case 2: "there is none"
      case 111: "nobody answers"
      case 13, 1: "it lets nobody in"
      case 95, 123: "nobody says where it is"
      default: "error \(-code)"
      }
    }
  }

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
