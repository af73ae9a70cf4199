package import FootlightPlatform

/// Prints what was read as JSON lines, for the process that asked.
///
///     {"file":0,"line":12,"record":{"title":"…"}}
///     {"file":0,"line":40,"bad":"why","remedy":"what to do"}
///     {"file":0,"line":57,"failed":"why the file cannot be read any further","remedy":"what to do"}
///     {"file":0,"end":2}
///
/// The last line of each file is one that says `failed`, or `end` with the number of its records, bad
/// ones included. The first line of all says how the process is locked in.
package struct RecordPrinter: ~Copyable {
  private var output: OutputWriter
  /// The record that is being written.
  package var json = ByteArena(capacity: 1 << 16)
  private var file = 0
  private var count = 0
  /// The most bytes of a record.
  package static var recordLimit: Int { 16 << 20 }

  /// Prints to standard output, or collects for a test.
  package init(collecting: Bool = false) {
    output = collecting ? OutputWriter() : OutputWriter(descriptor: 1, buffered: 1 << 16)
  }

  /// The lines that were collected.
  package var collected: String { output.collected }

  /// Says how the process is locked in.
  package mutating func begin(_ confinement: Confinement) throws(Failure) {
    try output.writeLine(
      #"{"files":\#(confinement.holdsFiles),"calls":\#(confinement.holdsCalls)}"#)
    try output.flush()
  }

  /// Turns to the file of this number.
  package mutating func begin(file number: Int) {
    file = number
    count = 0
    json.removeAll()
  }

  /// Whether nobody reads any more.
  package var isClosed: Bool { output.isClosed }

  /// Prints the object in ``json`` as a record that begins on a line, or is of a member of an archive.
  package mutating func record(line: Int, of member: String = "") throws(Failure) {
    guard json.count <= RecordPrinter.recordLimit else {
      return try bad(
        line: line,
        "\(member.isEmpty ? "the record" : "the record of `\(member)`") is larger than \(RecordPrinter.recordLimit >> 20) MB",
        remedy: "name a smaller part of the file as the record")
    }
    count += 1
    try output.write(#"{"file":\#(file),"line":\#(line),"record":"#)
    try output.write(json, json.all)
    try output.write("}\n")
    json.removeAll(keepingAtMost: 1 << 20)
  }

  /// Prints that a record cannot be read; the others can.
  ///
  /// - Parameter mayPass: whether it may be read another time: then nobody remembers it.
  package mutating func bad(
    line: Int, _ message: String, remedy: String, mayPass: Bool = false
  ) throws(Failure) {
    count += 1
    json.removeAll(keepingAtMost: 1 << 20)
    try say(mayPass ? "passing" : "bad", line: line, message, remedy: remedy)
  }

  /// Prints that a file cannot be read any further.
  package mutating func failed(line: Int, _ message: String, remedy: String) throws(Failure) {
    json.removeAll(keepingAtMost: 1 << 20)
    try say("failed", line: line, message, remedy: remedy)
  }

  private mutating func say(
    _ what: String, line: Int, _ message: String, remedy: String
  ) throws(Failure) {
    var text = ByteArena()
    text.append(#"{"file":\#(file),"line":\#(line),"\#(what)":""#)
    text.append(escapingJSON: message)
    text.append(#"","remedy":""#)
    text.append(escapingJSON: remedy)
    text.append("\"}\n")
    try output.write(text, text.all)
    try output.flush()
  }

  /// Sends what is waiting.
  package mutating func finish() throws(Failure) { try output.flush() }

  /// Prints that the file has been read.
  package mutating func end() throws(Failure) {
    try output.writeLine(#"{"file":\#(file),"end":\#(count)}"#)
    // Whoever waits for a file need not wait for the next one.
    try output.flush()
  }
}
