import FootlightPlatform
import TestSupport

/// The tool as the build has left it, run in a temporary workspace of its own.
///
/// The workspace is removed with the last reference.
final class BuiltTool: Sendable {
  /// What a run printed and how it ended.
  struct Run: Sendable {
    let code: Int32
    let output: String
    let talk: String

    /// The lines of standard output.
    var lines: [Substring] { output.split(separator: "\n") }
  }

  /// The folder that holds `domains/`.
  var workspace: String { folder.path }
  private let folder: TemporaryFolder
  private let scratch: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    scratch = try TemporaryFolder()
    try FileOperations.system.createFolder(folder.path("domains"))
  }

  /// The path of the built tool: it lies beside the test bundle.
  static let path = BuiltProgram.path("footlight")

  /// Writes a file below the workspace.
  func write(_ path: String, _ text: String) throws {
    try folder.write(path, text)
  }

  /// What a file below the workspace holds.
  func read(_ path: String) throws -> String {
    try folder.text(path)
  }

  /// The names in a folder below the workspace, without what SQLite keeps beside its files.
  func names(_ place: String) throws -> [String] {
    try folder.names(place).filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
  }

  /// Lets a file below the workspace be run.
  func makeExecutable(_ path: String) throws {
    try ProgramFile.make(folder.path(path))
  }

  /// Runs the tool, or another program, in the workspace or in a folder below it.
  func run(
    _ arguments: [String], in place: String = "", environment: [String: String] = [:],
    input: String? = nil, output: String? = nil, program: String? = nil,
    whileRunning: (RunningProcess) throws -> Void = { _ in }
  ) throws -> Run {
    // GNU env changes the folder; posix_spawn cannot.
    let called = [try program ?? Self.required()] + arguments
    var tool = Subprocess("/usr/bin/env", ["-C", folder.path(place)] + called)
    let variables = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": scratch.path("home"),
      "XDG_STATE_HOME": scratch.path("state"),
    ].merging(environment) { $1 }
    tool.environment = variables.map { "\($0.key)=\($0.value)" }
    let turn = scratch.path("\(UInt64.random(in: 0 ... .max))")
    tool.output = output ?? turn + ".output"
    tool.errors = turn + ".talk"
    if let input {
      tool.input = turn + ".input"
      try scratch.write(Path.name(of: tool.input), input)
    }
    let process = try tool.start()
    try whileRunning(process)
    let code = try process.wait()
    let talk = try File.readWhole(tool.errors)
    guard output == nil else { return Run(code: code, output: "", talk: talk.text(talk.all)) }
    let written = try File.readWhole(tool.output)
    return Run(code: code, output: written.text(written.all), talk: talk.text(talk.all))
  }

  private static func required() throws(Failure) -> String {
    guard let path else {
      throw Failure(.fileMissing, "the tool was not built beside the tests")
    }
    return path
  }
}
