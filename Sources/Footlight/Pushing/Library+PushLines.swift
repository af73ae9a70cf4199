public import FootlightDiagnostics
public import FootlightPlatform
import Synchronization

extension Library {
  /// Indexes records that come as JSON lines, such as those of standard input: an object a line.
  ///
  /// Nothing is locked while the input is read, and memory does not grow with it.
  ///
  /// - Parameters:
  ///   - merging: whether the records are partial, as for ``merge(partialRecords:into:options:)``.
  ///   - state: what is stored in the same step.
  /// - Throws: as ``index(_:into:options:)``; `index.state-too-long`, `index.state-conflict`.
  @discardableResult
  public func index(
    _ input: LineInput, into domain: String, merging: Bool = false,
    state: ClientState? = nil, options: PushOptions = PushOptions()
  ) throws(Failure) -> PushReport {
    try open.told(options) { () throws(Failure) in
      let declared = try open.external(domain)
      try state?.check()
      var spool = try PushSpool()
      var intake = try PushIntake(declared, world, options)
      try intake.take(named: input.name, isMerging: merging, into: &spool) {
        (arena) throws(Failure) in
        try input.read(into: &arena)
      }
      var run = PushRun(open: open, options: options)
      run.inputName = input.name
      run.state = state.map { ($0, domain) }
      return try run.perform(spool, [declared])
    }
  }
}

/// Lines that a program reads from a pipe, a terminal or a file.
public final class LineInput: Sendable {
  private let input: Mutex<ByteInput>
  /// What it is called in messages.
  public let name: String

  /// Reads an input to its end.
  public init(_ input: consuming sending ByteInput) {
    name = input.name
    self.input = Mutex(input)
  }

  func read(into arena: inout ByteArena) throws(Failure) -> Bool {
    let read = try input.withLock { input throws(Failure) in
      var block = ByteArena(capacity: 1 << 16)
      _ = try input.read(into: &block, upTo: 1 << 16)
      return block.bytes(block.all)
    }
    arena.append(read)
    return !read.isEmpty
  }
}
