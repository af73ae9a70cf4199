package import DeclaredRecords
import FootlightPlatform

/// The task of footlight-read, and what a run of it or of another program may cost.
package struct ForeignSettings: Sendable, Hashable {
  /// The kind, its first argument.
  var kind: String
  /// Settings as `--NAME=VALUE`.
  var options: [String] = []
  /// Whether each file is a document, whose records say where it lies.
  package var namesFiles = false
  /// Nanoseconds that may be spent waiting for one file.
  var timeLimit: Int64 = 600_000_000_000
  /// Bytes that may be printed of one file.
  var outputLimit = 4096 << 20
  /// Bytes of memory.
  var memoryLimit = 1024 << 20
  /// The domain that the records belong to; empty for none.
  var domain = ""
  /// The folder of the declaration.
  var folder = ""
  /// Where it is declared.
  var location: SourceLocation?

  /// Settings with their defaults.
  init(kind: String) {
    self.kind = kind
  }

  /// Reads the limits of a source.
  package init(_ definition: SourceDefinition, options: [String] = []) {
    self.init(kind: definition.kind)
    self.options = options
    domain = definition.domain
    folder = definition.folder
    location = definition.location
    func limit(_ key: String) -> Int? {
      definition[key]?.number.flatMap { Int(exactly: $0) }
    }
    if let seconds = limit("time_limit") {
      timeLimit = Int64(min(seconds, 604_800)) * 1_000_000_000
    }
    if let megabytes = limit("output_limit") { outputLimit = megabytes << 20 }
    if let megabytes = limit("memory_limit") { memoryLimit = megabytes << 20 }
  }

  /// Asks for the elements that paths select by an attribute: records have them under keys of their own.
  mutating func select(_ plan: FieldPlan) {
    let wanted = Set(plan.paths.flatMap(\.keys)).sorted().compactMap(FieldPath.selection)
      .map { "\($0.element)\t\($0.attribute)\t\($0.value)" }
    if !wanted.isEmpty { options.append("--select=" + wanted.joined(separator: "\n")) }
  }

  /// The limit of time in words.
  var timeLimitText: String {
    let seconds = timeLimit / 1_000_000_000
    return "\(seconds) second\(seconds == 1 ? "" : "s")"
  }

  /// The settings that decide the records of a file beside the file.
  var text: String { ([kind] + options).joined(separator: "\u{1}") }
}
