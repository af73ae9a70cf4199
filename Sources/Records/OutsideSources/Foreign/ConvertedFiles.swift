package import DeclaredRecords
package import FootlightPlatform
import Synchronization

/// Files as a program converts them: a run for each file that has changed, several at a time and some
/// ahead of who asks.
package final class ConvertedFiles: Sendable {
  private let files: [SourceFile]
  private let conversion: DeclaredProgram
  private let system: SystemServices
  private let cancellation: Cancellation
  private let state: Mutex<State>

  /// The most bytes of a converted file.
  static let limit = 1 << 26

  private struct State: ~Copyable {
    var kept: KeptRecords?
    var runs: [Int: Run] = [:]
    var hasBegun = false
  }

  /// A run of the program.
  private final class Run {
    var process: SpooledProcess
    let began: Int64
    let look: FileStatus?

    init(_ process: consuming SpooledProcess, began: Int64, look: FileStatus?) {
      self.process = process
      self.began = began
      self.look = look
    }
  }

  package init(
    _ files: [SourceFile], _ conversion: DeclaredProgram, _ system: SystemServices,
    _ cancellation: Cancellation
  ) {
    self.files = files
    self.conversion = conversion
    self.system = system
    self.cancellation = cancellation
    state = Mutex(State())
  }

  /// Appends what a file is converted to; who asks for the files in their order waits least.
  package func append(_ number: Int, to bytes: inout ByteArena) throws(Failure) {
    try state.withLock { state throws(Failure) in
      if !state.hasBegun { begin(&state) }
      do throws(Failure) {
        try take(number, &state, &bytes)
      } catch {
        state.kept?.commit()
        if error.concerns([.cancelled]) { state.runs = [:] }
        throw error
      }
      if number == files.count - 1 {
        state.kept?.forgetOthers(files)
        state.kept?.commit()
      }
    }
  }

  private func begin(_ state: inout State) {
    state.hasBegun = true
    guard !conversion.limits.domain.isEmpty else { return }
    // Without a look nothing tells whether what is kept is still what the program prints.
    guard let look = try? conversion.look(now: system.now()) else { return }
    let words = conversion.words.joined(separator: "\u{1}")
    state.kept = KeptRecords(
      source: KeptRecords.converted(conversion.folder, conversion.limits.domain),
      settings: "1\u{1}\(words)\u{1}\(look.text)", system)
  }

  private func take(
    _ number: Int, _ state: inout State, _ bytes: inout ByteArena
  ) throws(Failure) {
    let file = files[number]
    if state.runs[number] == nil, state.kept?.holds(file) ?? false,
      state.kept?.append(file, to: &bytes) ?? false
    {
      return
    }
    try start(number, &state)
    guard let run = state.runs[number] else { return }
    defer { state.runs[number] = nil }
    var code: Int32?
    while code == nil {
      try cancellation.check()
      code = try run.process.exitCode()
      if code != nil { break }
      if system.monotonic() &- run.began > conversion.limits.timeLimit {
        throw failure(file, "took longer than \(conversion.limits.timeLimitText)", run)
      }
      system.sleep(2_000_000)
      try start(number, &state)
    }
    guard let code, code == 0 else {
      let code = code ?? 0
      throw failure(
        file, code > 128 ? "was ended by signal \(code - 128)" : "ended with exit code \(code)", run
      )
    }
    let first = bytes.count
    guard try run.process.written() <= ConvertedFiles.limit else {
      throw failure(file, "printed more than \(ConvertedFiles.limit >> 20) MB", run)
    }
    while try run.process.read(into: &bytes, upTo: 1 << 20) > 0 {}
    if let look = run.look, bytes.count - first <= KeptRecords.limit {
      var lines = ByteArena(capacity: bytes.count - first)
      lines.append(bytes, ByteRange(start: first, count: bytes.count - first))
      state.kept?.keep(file, look, lines)
    }
  }

  /// Starts the program for a file and for those after it, as many as there are processors.
  private func start(_ number: Int, _ state: inout State) throws(Failure) {
    var running = 0
    for index in number..<min(files.count, number + 32) where running < Workers.processors {
      if let run = state.runs[index] {
        if try run.process.exitCode() == nil { running += 1 }
        continue
      }
      if index > number, state.kept?.holds(files[index]) ?? false { continue }
      let program = Subprocess(conversion.program, conversion.arguments(for: files[index].path))
      let limits = Subprocess.Limits(
        memory: conversion.limits.memoryLimit,
        seconds: Int(conversion.limits.timeLimit / 1_000_000_000) + 1,
        output: min(conversion.limits.outputLimit, 2 * ConvertedFiles.limit))
      let look = try FileStatus.of(files[index].path)
      state.runs[index] = Run(
        try SpooledProcess(program, in: conversion.folder, limits: limits),
        began: system.monotonic(), look: look)
      running += 1
    }
  }

  private func failure(_ file: SourceFile, _ what: String, _ run: Run) -> Failure {
    let said = run.process.errorLines.last.map { ": \($0)" } ?? ""
    return Failure(
      .sourceProgram, "\(conversion.words.first ?? "the program") \(what)\(said)",
      at: SourceLocation(file: file.display),
      remedy: """
        run it by hand in \(conversion.folder): \
        \(conversion.words.joined(separator: " ")); leave the file out of the glob, if it is none
        """)
  }
}
