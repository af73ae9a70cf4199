import DeclaredRecords
import FileHandles
import FootlightPlatform

/// One process of footlight-read and the files that it reads, one after the other.
///
/// One thread at a time uses it.
final class ForeignRun {
  /// The numbers of the files.
  let files: [Int]
  /// How each of them looked before it was read.
  let looks: [FileStatus?]
  /// How many of them have been read to their end.
  var done = 0
  /// Whether the process has said how it is locked in, and with that that it is one of ours.
  var hasBegun = false
  /// How many records came of the file that is being read.
  var count = 0
  /// Lines that were not taken yet, from `taken` on.
  var lines = ByteArena(capacity: 1 << 16)
  var taken = 0
  /// The lines of the file that is being read, to be kept; nil when they are too many.
  var kept: ByteArena? = ByteArena()
  /// When it was last known to come on.
  var moved: Int64
  private var process: SpooledProcess?

  /// Starts a process for some files.
  init(
    _ numbers: [Int], _ all: [SourceFile], _ converted: ConvertedFiles?,
    _ settings: ForeignSettings, program: String, now: Int64
  ) throws(Failure) {
    files = numbers
    moved = now
    let paths = numbers.map { all[$0].path }
    var looks: [FileStatus?] = []
    for path in paths { looks.append(try FileStatus.of(path)) }
    self.looks = looks
    // One that is packed or converted comes from the standard input.
    let unpacked = numbers.count == 1 ? try ForeignRun.input(numbers[0], paths[0], converted) : nil
    let isInput = unpacked != nil
    var command = Subprocess(
      program,
      [settings.kind] + settings.options + ["--"] + (isInput ? ["-"] : paths))
    // Nothing of the caller's is the reader's business.
    command.environment = ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"]
    let seconds = Int(settings.timeLimit / 1_000_000_000)
    let limits = Subprocess.Limits(
      memory: settings.memoryLimit, seconds: seconds * numbers.count,
      output: settings.outputLimit)
    process = try SpooledProcess(command, in: "/", limits: limits, input: unpacked)
  }

  /// The bytes that a file is unpacked or converted to; nil for one that is read as it is.
  private static func input(
    _ number: Int, _ path: String, _ converted: ConvertedFiles?
  ) throws(Failure) -> ScratchFile? {
    guard let converted else { return try UnpackedFiles.scratch(path) }
    var bytes = ByteArena()
    try converted.append(number, to: &bytes)
    var scratch = try ScratchFile()
    try scratch.write(bytes, bytes.all)
    return scratch
  }

  /// Whether a file needs a process of its own: it goes in by the standard input.
  static func isAlone(_ path: String) -> Bool { Packing(path) != nil }

  /// Appends what was printed to ``lines``; false when that is nothing.
  func read() throws(Failure) -> Bool {
    if taken > 0 {
      var rest = ByteArena(capacity: 1 << 16)
      rest.append(lines, ByteRange(start: taken, count: lines.count - taken))
      swap(&rest, &lines)
      taken = 0
    }
    return try process?.read(into: &lines, upTo: 1 << 19) ?? 0 > 0
  }

  /// The exit code; nil while it runs.
  func exitCode() throws(Failure) -> Int32? {
    try process?.exitCode()
  }

  /// Whether it still runs.
  func isRunning() throws(Failure) -> Bool {
    process != nil ? try exitCode() == nil : false
  }

  /// The lines that it wrote to its standard error.
  var complaints: [String] { process?.errorLines ?? [] }

  /// Ends it.
  func stop() { process = nil }

  /// Forgets what was gathered of a file: the next one begins.
  func nextFile(now: Int64) {
    done += 1
    count = 0
    kept = ByteArena()
    moved = now
  }

  /// Notes a line of the file that is being read.
  func keep(_ line: ByteRange) {
    guard var gathered = kept.take() else { return }
    gathered.append(lines, line)
    gathered.append(0x0A)
    if gathered.count <= KeptRecords.limit { kept = consume gathered }
  }
}
