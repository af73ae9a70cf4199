#if Complete
  import CMicroHTTPD
  import FootlightPlatform
  import Synchronization

  /// One request on its way through libmicrohttpd, from its first line to the end of its answer.
  final class Exchange: Sendable {
    /// Where it stands.
    enum Phase: Sendable {
      /// The first line has come.
      case begun
      /// The head is taken, the body comes.
      case reading(BodyLimits, answer: @Sendable (HTTPRequest) -> Answering)
      /// The body is larger than its limit: the answer is out, the rest is dropped.
      case drained
      /// Somebody works on the answer, while the connection is suspended.
      case working
      /// The answer is there.
      case answered(HTTPResponse)
    }

    /// The request and its phase so far.
    struct State: Sendable {
      var phase = Phase.begun
      var request: HTTPRequest
    }

    let state: Mutex<State>
    let socket: Int32
    /// The number of the client whose turn it takes: of its address, on this machine of the connection.
    let client: UInt64
    /// The number of bytes of the target on the wire.
    let targetSize: Int

    init(
      target: [UInt8], socket: Int32, client: UInt64, isLocal: @escaping @Sendable () -> Bool
    ) {
      state = Mutex(
        State(request: HTTPRequest(target: Exchange.text(target), isLocal: isLocal())))
      self.socket = socket
      self.client = client
      targetSize = target.count
    }

    /// A target as text; where it is no UTF-8, its bytes beyond ASCII are escaped, so that they mean what
    /// `%FF` would.
    static func text(_ target: [UInt8]) -> String {
      if let text = String(validating: target, as: UTF8.self) { return text }
      var text: [UInt8] = []
      for byte in target {
        if byte < 0x80 {
          text.append(byte)
        } else {
          text += [UInt8(ascii: "%"), Hexadecimal.digit(byte >> 4), Hexadecimal.digit(byte & 15)]
        }
      }
      return String(decoding: text, as: UTF8.self)
    }

    var phase: Phase {
      get { state.withLock { $0.phase } }
      set { state.withLock { $0.phase = newValue } }
    }
  }

  /// A connection that rests while a thread works on its answer.
  ///
  /// Safe: libmicrohttpd keeps a suspended connection until it is resumed, which happens once; whoever
  /// holds this value is the only one who touches it meanwhile.
  @safe
  struct SuspendedConnection: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
      unsafe self.pointer = pointer
      unsafe MHD_suspend_connection(pointer)
    }

    /// libmicrohttpd: MHD_resume_connection.
    func resume() { unsafe MHD_resume_connection(pointer) }
  }

  extension HTTPRequest {
    /// Takes over the method and the header of a request; false when it holds bytes that are not told here,
    /// since they follow a NUL, or when a line of it ends with a line feed alone.
    ///
    /// libmicrohttpd: MHD_get_connection_values_n.
    mutating func takeHead(
      _ connection: OpaquePointer, method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?,
      targetSize: Int
    ) -> Bool {
      self.method = unsafe method.map { unsafe String(cString: $0) } ?? ""
      let fields = FieldList()
      unsafe MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, key, keySize, value, valueSize in
          guard let context = unsafe context else { return .NO }
          let fields = unsafe Unmanaged<FieldList>.fromOpaque(context).takeUnretainedValue()
          unsafe fields.add(
            UnsafeRawBufferPointer(start: key, count: keySize),
            UnsafeRawBufferPointer(start: value, count: valueSize))
          return .YES
        }, Unmanaged.passUnretained(fields).toOpaque())
      headers = fields.found
      let line =
        self.method.utf8.count + targetSize
        + (unsafe version.map { unsafe strlen($0) } ?? 0) + 4
      let told = line + fields.bytes + 2
      // One blank after each colon is usual; of a folded field, too, more came than is told.
      guard unsafe footlight_mhd_head_size(connection) <= told + headers.count else { return false }
      // Libmicrohttpd ends lines in place with a NUL for each byte of their end: one means a bare line feed. At the
      // empty line nothing tells them apart but the size of the whole.
      let versionEnds = unsafe version.map { unsafe $0[strlen($0) + 1] == 0 } ?? true
      guard versionEnds, fields.endProperly else { return false }
      return unsafe footlight_mhd_head_size(connection) >= told + fields.blanks
    }
  }

  /// The fields of a header, gathered by a callback.
  private final class FieldList {
    var found: [(name: String, value: String)] = []
    /// How many bytes they have on the wire at least.
    var bytes = 0
    /// How many blanks follow the colons.
    var blanks = 0
    /// Whether each line ended with carriage return and line feed.
    var endProperly = true

    func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
      unsafe found.append(
        (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
      bytes += name.count + value.count + 3
      guard let start = value.baseAddress, let beginning = name.baseAddress else { return }
      // The memory goes on: the empty line at the end of the head follows at least.
      unsafe endProperly =
        endProperly
        && start.load(fromByteOffset: value.count, as: UInt8.self) == 0
        && start.load(fromByteOffset: value.count + 1, as: UInt8.self) == 0
      // A folded field lies elsewhere.
      let gap = unsafe start - (beginning + name.count + 1)
      if 0..<1024 ~= gap { blanks += gap }
    }
  }
#endif
