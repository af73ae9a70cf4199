import DeclaredRecords
import FootlightPlatform

/// The records that one worker got from a reader, and its errors.
struct ContractRead: Sendable {
  var numbers: [UInt32] = []
  /// For each record the text of every slot; elements of a list are joined by commas.
  var texts: [[String]] = []
  var problems: [Diagnostic] = []
  var failure: Failure?
  var violations: [String] = []
  private var lastOrdinal = -1
  private var lastNumber: UInt32 = 0

  init() {}

  /// Opens a source and reads all of it.
  init(_ source: any RecordSource, _ plan: FieldPlan) {
    do throws(Failure) {
      read(try source.open(plan), plan)
    } catch {
      failure = error
    }
  }

  /// Reads what a reader still has.
  init(_ reader: any RecordReader, _ plan: FieldPlan) {
    read(reader, plan)
  }

  private mutating func read(_ reader: any RecordReader, _ plan: FieldPlan) {
    var batch = RecordBatch()
    do throws(Failure) {
      while try reader.next(&batch) {
        try reader.decode(&batch)
        add(batch, plan, reader)
      }
      if try reader.next(&batch) { violations.append("after its end there is another batch") }
    } catch {
      failure = error
    }
  }

  /// Adds a decoded batch.
  mutating func add(
    _ batch: borrowing RecordBatch, _ plan: FieldPlan, _ reader: any RecordReader
  ) {
    if batch.ordinal <= lastOrdinal { violations.append("batches are not numbered upwards") }
    lastOrdinal = batch.ordinal
    problems += batch.problems
    if batch.records.isEmpty, batch.badRecords == 0 { violations.append("a batch is empty") }
    for record in batch.records {
      if record.number <= lastNumber || record.number < batch.firstRecord {
        violations.append("record \(record.number) comes after record \(lastNumber)")
      }
      lastNumber = record.number
      if record.raw.upperBound > batch.bytes.count {
        violations.append("the raw bytes of record \(record.number) are not in the batch")
      }
      if reader.location(ofRecord: record.number).file.isEmpty {
        violations.append("record \(record.number) has no place")
      }
      numbers.append(record.number)
      texts.append(values(of: record, batch, plan))
    }
  }

  private mutating func values(
    of record: RecordEntry, _ batch: borrowing RecordBatch, _ plan: FieldPlan
  ) -> [String] {
    var texts = [String](repeating: "", count: plan.paths.count)
    let first = Int(record.firstValue)
    guard first + Int(record.valueCount) <= batch.values.count else {
      violations.append("record \(record.number) has values that are not in the batch")
      return texts
    }
    var last = 0
    for value in batch.values[first..<first + Int(record.valueCount)] {
      let slot = Int(value.slot)
      guard slot >= last, slot < texts.count, value.bytes.upperBound <= batch.bytes.count else {
        violations.append("record \(record.number) has a value out of order or out of bounds")
        continue
      }
      last = slot
      let bytes = batch.bytes.bytes(value.bytes)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        violations.append("record \(record.number) has a value that is not UTF-8")
        continue
      }
      texts[slot] += (texts[slot].isEmpty ? "" : ",") + text
    }
    return texts
  }
}
