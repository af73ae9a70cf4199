package import FootlightPlatform

/// A format that this program reads.
package protocol ForeignFormat {
  /// Reads one file and prints its records; what is wrong with the file is printed, too.
  mutating func read(_ file: inout ForeignFile, _ printer: inout RecordPrinter) throws(Failure)
}

extension ForeignFormat {
  /// Reads files that are open already.
  package mutating func read(
    _ paths: [String], _ printer: inout RecordPrinter, network: Bool = false,
    processes: Bool = false
  ) throws(Failure) {
    let files = ForeignFiles(paths)
    try printer.begin(Confinement.enter(network: network, processes: processes))
    for number in paths.indices where !printer.isClosed {
      printer.begin(file: number)
      do throws(Failure) {
        var file = try files.take(number)
        try read(&file, &printer)
      } catch {
        let first = error.diagnostics.first
        try printer.failed(
          line: 1, first?.message ?? "the file cannot be read",
          remedy: first?.remedy ?? "check the file")
      }
    }
  }
}

/// Files that were opened while files could be opened; each is taken once.
private final class ForeignFiles {
  private var first: Opened?

  /// One of the files, and those after it.
  private final class Opened {
    var file: ForeignFile?
    var failure: Failure?
    var next: Opened?
  }

  init(_ paths: [String]) {
    var last: Opened?
    for path in paths {
      let opened = Opened()
      do throws(Failure) {
        opened.file = try ForeignFile(path)
      } catch {
        opened.failure = error
      }
      if let last { last.next = opened } else { first = opened }
      last = opened
    }
  }

  /// The next file; they are taken in their order.
  func take(_ number: Int) throws(Failure) -> ForeignFile {
    let opened = first
    first = opened?.next
    if let file = opened?.file.take() { return file }
    throw opened?.failure
      ?? Failure(.fileMissing, "there is no such file", remedy: "name the files once")
  }
}

/// A file to be read, opened before the process is locked in.
package struct ForeignFile: ~Copyable, Sendable {
  private let file: File
  private var offset = 0

  /// Opens a path; `-` is standard input, if that is a file.
  package init(_ path: String) throws(Failure) {
    file = try File(path: path == "-" ? "/dev/stdin" : path)
  }

  /// Where it is.
  package var path: String { file.path }

  /// The size in bytes.
  package func size() throws(Failure) -> Int { try file.size() }

  /// Its first bytes.
  package func beginning(_ count: Int) throws(Failure) -> [UInt8] {
    var bytes = ByteArena()
    _ = try file.read(into: &bytes, at: 0, upTo: count)
    return bytes.bytes(bytes.all)
  }

  /// Appends bytes at an offset.
  package func read(
    into arena: inout ByteArena, at offset: Int, upTo count: Int
  ) throws(Failure) -> Int {
    try file.read(into: &arena, at: offset, upTo: count)
  }

  /// A descriptor of its own for a library, which closes it.
  package func descriptor() throws(Failure) -> Int32 { try file.ownDescriptor() }

  /// Appends the next bytes; fewer than asked for only at the end.
  package mutating func read(into arena: inout ByteArena, upTo count: Int) throws(Failure) -> Int {
    let got = try file.read(into: &arena, at: offset, upTo: count)
    offset += got
    return got
  }

  /// Appends all of the file; false, and that is printed, when it is larger than is held in memory.
  package mutating func readWhole(
    into arena: inout ByteArena, _ printer: inout RecordPrinter
  ) throws(Failure) -> Bool {
    let limit = 256 << 20
    if try readAll(into: &arena, limit: limit) { return true }
    try printer.failed(
      line: 1, "the file is larger than \(limit >> 20) MB", remedy: "split it")
    return false
  }

  /// Appends all of the file; false when it is larger than a limit.
  package mutating func readAll(into arena: inout ByteArena, limit: Int) throws(Failure) -> Bool {
    while true {
      let wanted = min(1 << 18, limit + 1 - arena.count)
      let got = try read(into: &arena, upTo: wanted)
      if arena.count > limit { return false }
      if got < wanted { return true }
    }
  }
}

/// The command line of a reader: the kind, settings as `--NAME=VALUE`, and files.
package struct ForeignOptions: Sendable, Hashable {
  /// The kind of the files.
  package var kind: String
  /// The files.
  package var paths: [String] = []
  private var settings: [String: String] = [:]

  /// Reads a command line without the name of the program; nil when there is no kind.
  package init?(_ arguments: [String]) {
    guard let kind = arguments.first, !kind.hasPrefix("-") else { return nil }
    self.kind = kind
    var isOption = true
    for argument in arguments.dropFirst() {
      if isOption, argument == "--" {
        isOption = false
      } else if isOption, argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") {
        let name = argument[..<sign].dropFirst(2)
        settings[String(name)] = String(argument[argument.index(after: sign)...])
      } else if isOption, argument.hasPrefix("--") {
        settings[String(argument.dropFirst(2))] = "true"
      } else {
        paths.append(argument)
      }
    }
  }

  /// A setting; nil when it is not given.
  package subscript(name: String) -> String? { settings[name] }

  /// The first setting that is none of these.
  package func unknown(_ known: [String]) -> String? {
    settings.keys.sorted().first { !known.contains($0) }
  }
}
