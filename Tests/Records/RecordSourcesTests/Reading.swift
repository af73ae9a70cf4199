import FootlightPlatform
import TestSupport

@testable import DeclaredRecords

/// A record as a test sees it: its number, and the values of each slot as `kind text`.
struct SeenRecord: Equatable, CustomStringConvertible {
  var number: Int
  var values: [[String]]

  var description: String { "\(number): \(values)" }
}

/// All that a read gave.
struct Seen {
  var records: [SeenRecord] = []
  var problems: [Diagnostic] = []
  var failure: Failure?

  /// The values without the numbers.
  var values: [[[String]]] { records.map(\.values) }
  /// Where the problems are, as `line:column`.
  var places: [String] {
    problems.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0)" }
  }
}

extension TemporaryFolder {
  /// Files of the folder, as a declaration in it would name them.
  func selection(_ patterns: String...) -> FileSelection {
    FileSelection(folder: path, displayFolder: "", patterns: patterns)
  }
}

extension FieldPlan {
  /// A plan of paths as they are written: `a.b`, `a[0]`, `a[]`, `a.*`.
  init(_ paths: String...) {
    self.init(paths.map { FieldPath($0) ?? FieldPath([.key($0)]) })
  }
}

/// Reads everything, one batch after the other.
func readAll(_ reader: any RecordReader, slots: Int) -> Seen {
  var seen = Seen()
  var batch = RecordBatch()
  do throws(Failure) {
    while try reader.next(&batch) {
      try reader.decode(&batch)
      collect(batch, slots: slots, into: &seen)
    }
  } catch {
    seen.failure = error
  }
  return seen
}

/// Adds what a batch holds.
func collect(_ batch: borrowing RecordBatch, slots: Int, into seen: inout Seen) {
  seen.problems += batch.problems
  for record in batch.records {
    var values = [[String]](repeating: [], count: slots)
    let first = Int(record.firstValue)
    var last: UInt16 = 0
    for value in batch.values[first..<first + Int(record.valueCount)] {
      precondition(value.slot >= last, "values are sorted by slot")
      last = value.slot
      values[Int(value.slot)].append(text(of: value, in: batch))
    }
    seen.records.append(SeenRecord(number: Int(record.number), values: values))
  }
}

/// A value as `"text"`, `number 1`, `yes`, `no`, `null`, or the JSON of a list or an object.
private func text(of value: FieldValue, in batch: borrowing RecordBatch) -> String {
  let text = String(validating: batch.bytes.bytes(value.bytes), as: UTF8.self) ?? "NOT UTF-8"
  return switch value.kind {
  case .null: "null"
  case .no: "no"
  case .yes: "yes"
  case .number: "number \(text)"
  case .text: "\"\(text)\""
  case .list, .object: text
  }
}

/// Reads one file of a format.
func read(
  _ contents: [UInt8], as format: FileSource.Format, _ plan: FieldPlan
) throws -> Seen {
  let folder = try TemporaryFolder()
  try folder.write("file", bytes: contents)
  let source = FileSource(folder.selection("file"), format)
  do throws(Failure) {
    return readAll(try source.open(plan), slots: plan.paths.count)
  } catch {
    return Seen(failure: error)
  }
}

func read(_ text: String, as format: FileSource.Format, _ plan: FieldPlan) throws -> Seen {
  try read(Array(text.utf8), as: format, plan)
}
