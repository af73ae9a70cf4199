import Footlight
import TestSupport

/// A domain `names` whose records are the rows of a file: an id, a name, and what else the header says.
struct NamesFile {
  var header = "id,name"

  /// Writes the rows.
  func write(_ lines: [String], _ folder: borrowing TemporaryFolder) throws {
    try folder.write("domains/names.csv", header + "\n" + lines.map { $0 + "\n" }.joined())
  }

  /// Declares the domain, with more about its source, writes the rows and builds it.
  func library(
    _ lines: [String], source: String = "", _ folder: borrowing TemporaryFolder
  ) throws -> Library {
    try folder.write(
      "domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: csv, path: names.csv\(source) }
      item: { id: "{id}", title: "{name}" }

      """)
    try write(lines, folder)
    let library = try Library(workspace: folder.path)
    try library.sync()
    return library
  }
}
