import DeclaredRecords
import SegmentFiles
import TextAnalysis

/// All that decides the bytes of a domain's index beside its records: the declaration's part and
/// the engine's.
struct Fingerprint: Sendable, Hashable {
  /// The format of the index and the version of the analysis.
  var engine: String
  /// Mapping, analysis and ranking as declared.
  var declaration: String

  /// The engine of this program.
  static let presentEngine = "e\(SegmentFormat.version).a\(Analyzer.version)"

  init(engine: String, declaration: String) {
    self.engine = engine
    self.declaration = declaration
  }

  /// The fingerprint that an index of this definition has when this program builds it.
  init(_ definition: DomainDefinition) {
    engine = Fingerprint.presentEngine
    declaration = definition.fingerprint
  }

  /// Reads a stored fingerprint.
  init(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    engine = String(parts[0])
    declaration = parts.count > 1 ? String(parts[1]) : ""
  }

  /// The fingerprint as stored.
  var text: String { "\(engine) \(declaration)" }

  /// The difference from a stored one, as a sentence; nil for none.
  func difference(from stored: Fingerprint) -> String? {
    if engine != stored.engine {
      return "the format of the index changed with this version of the program"
    }
    if declaration != stored.declaration {
      return "the declaration's mapping, analysis or ranking changed"
    }
    return nil
  }
}
