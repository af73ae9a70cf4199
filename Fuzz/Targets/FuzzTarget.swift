/// A piece of Footlight that is given any bytes, and what must hold whatever they are.
public struct FuzzTarget: Sendable {
  /// Its name, which is also that of its corpus.
  public let name: String
  /// How many bytes it is given at most.
  public let longest: Int
  private let body: @Sendable ([UInt8]) -> String?

  init(_ name: String, longest: Int = 4096, _ body: @escaping @Sendable ([UInt8]) -> String?) {
    self.name = name
    self.longest = longest
    self.body = body
  }

  /// Runs once; says what does not hold, nil for nothing.
  ///
  /// Whatever ends the process is a finding, too.
  public func run(_ bytes: [UInt8]) -> String? {
    body(Array(bytes.prefix(longest)))
  }

  /// All of them.
  public static let all: [FuzzTarget] = [
    .declaration, .csv, .json, .jsonLines, .yaml, .markdown, .backslashes, .columns, .rows,
    .nested, .html, .xml, .documents, .archives, .sheet, .calendar, .contacts, .plainText, .query,
    .template,
    .analyzer,
    .segment, .catalog, .changes, .push, .addresses,
  ]
}
