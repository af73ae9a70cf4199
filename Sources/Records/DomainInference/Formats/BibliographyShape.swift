import DeclaredRecords
import FileHandles
import FootlightPlatform

/// Tells lists of literature, which the programs of bibutils turn into MODS, a vocabulary of XML.
///
/// Format: https://www.loc.gov/standards/mods/
enum BibliographyShape {
  /// The program for each ending.
  private static let programs = [
    "bib": "bib2xml", "ris": "ris2xml", "enw": "end2xml", "nbib": "nbib2xml",
  ]

  /// The shape of a file; nil when it is no such list.
  static func shape(of path: String) -> DataShape? {
    guard let program = programs[Path.fileExtension(of: path).lowercased()] else { return nil }
    var shape = DataShape(
      kind: "xml",
      settings: [
        ("records", .text("/modsCollection/mods")), ("convert", .list([program, "{path}"])),
      ])
    shape.vocabulary = "mods"
    return shape
  }
}
