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
