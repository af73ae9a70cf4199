import FootlightPlatform
import TestSupport

@testable import DeclaredRecords
@testable import SourceKinds

/// A source of a foreign kind in a folder, and what a read of it gave.
struct ForeignReading {
  /// The texts of each record, field by field.
  var records: [[[String]]] = []
  var problems: [Diagnostic] = []
  var remarks: [Diagnostic] = []
  var failure: Failure?
  /// The place of each record, as `file:line`.
  var places: [String] = []

  /// A source as a declaration would describe it.
  static func source(
    _ folder: borrowing TemporaryFolder, kind: String, path: String,
    _ settings: [String: SettingValue] = [:], domain: String = "", allowed: Bool = true,
    reader: String? = nil
  ) throws -> any RecordSource {
    let place = SourceLocation(file: folder.path("domain.yaml"), line: 4)
    var all = settings.mapValues { Setting($0, at: place) }
    all["path"] = Setting(.list([path]), at: place)
    var definition = SourceDefinition(
      kind: kind, settings: all, folder: folder.path, location: place, allowsOutside: allowed)
    definition.domain = domain
    let source = try SourceKind.builtIn.source(
      for: definition, system: BuiltPrograms.system(home: folder.path("home")))
    guard let reader, var foreign = source as? ForeignSource else { return source }
    foreign.reader = reader
    return foreign
  }

  /// Reads a source whole.
  init(_ source: any RecordSource, _ paths: String...) {
    self.init(source, paths)
  }

  /// Reads a source whole.
  init(_ source: any RecordSource, _ paths: [String]) {
    do throws(Failure) {
      let plan = FieldPlan(paths.map { FieldPath($0) ?? FieldPath([.key($0)]) })
      let reader = try source.open(plan)
      var batch = RecordBatch()
      while try reader.next(&batch) {
        try reader.decode(&batch)
        problems += batch.problems
        for entry in batch.records {
          var texts = [[String]](repeating: [], count: paths.count)
          for value in batch.values[Int(entry.firstValue)...].prefix(Int(entry.valueCount)) {
            let text = batch.bytes.text(value.bytes)
            texts[Int(value.slot)].append(value.kind == .null ? "null" : text)
          }
          records.append(texts)
          let place = reader.location(ofRecord: entry.number)
          places.append("\(Path.name(of: place.file)):\(place.line ?? 0)")
        }
      }
      remarks = reader.remarks()
    } catch {
      failure = error
    }
  }

  /// All that was said.
  var told: [Diagnostic] { problems + (failure?.diagnostics ?? []) }
}
