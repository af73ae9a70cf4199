package import FootlightPlatform

/// Reads feeds: entries of Atom (RFC 4287), items of RSS 2.0 and RSS 1.0, all with the same fields.
package struct FeedFormat: ForeignFormat {
  /// The settings that this kind has.
  package static let settings: [String] = []

  /// Makes a reader of feeds.
  package init() {}

  package mutating func read(
    _ file: inout ForeignFile, _ printer: inout RecordPrinter
  ) throws(Failure) {
    var format = XMLFormat(RecordPath(anyOf: ["entry", "item"]), writing: .feedEntries)
    try format.read(&file, &printer)
  }
}
