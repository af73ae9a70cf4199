import DeclaredRecords
import FootlightPlatform
import Synchronization

extension RecordSourceContract {
  /// Several threads that share a reader get every record once.
  func parallelRead() -> [String] {
    do throws(Failure) {
      let reader = try source.open(plan)
      let reads = Mutex<[ContractRead]>([])
      Workers.run(4) { _ in
        let read = ContractRead(reader, plan)
        reads.withLock { $0.append(read) }
      }
      return compare(reads.withLock { $0 }, "four threads")
    } catch {
      return ["the source does not open: \(error)"]
    }
  }

  /// Giving up a read leaks nothing: a worker may stop while others go on, and a reader may be dropped in the middle.
  func cancellation() -> [String] {
    do throws(Failure) {
      var batch = RecordBatch()
      for _ in 0..<3 {
        let dropped = try source.open(plan)
        _ = try dropped.next(&batch)
      }
      let reader = try source.open(plan)
      var first = ContractRead()
      if try reader.next(&batch) {
        try reader.decode(&batch)
        first.add(batch, plan, reader)
      }
      let rest = ContractRead(reader, plan)
      var found = compare([first, rest], "a worker that stops and one that goes on")
      found += cancelledRead()
      // A cancelled read has no effect on the next one.
      found += compare([ContractRead(source, plan)], "a read after a cancelled one")
      return found
    } catch {
      return ["a read after one that was given up fails: \(error)"]
    }
  }

  /// A read whose flag is raised ends, completely or with `cancelled` alone.
  private func cancelledRead() -> [String] {
    let cancellation = Cancellation()
    cancellation.cancel()
    var read = ContractRead()
    do throws(Failure) {
      read = ContractRead(try source.open(plan, cancellation: cancellation), plan)
    } catch {
      read.failure = error
    }
    if let failure = read.failure {
      return failure.diagnostics.allSatisfy { $0.code == .cancelled }
        ? [] : ["a cancelled read fails with something else: \(failure)"]
    }
    return read.texts == expected ? [] : ["a cancelled read ends early and does not say so"]
  }

  private func compare(_ reads: [ContractRead], _ who: String) -> [String] {
    var found = reads.flatMap(\.violations).map { "\(who): \($0)" }
    found += reads.compactMap(\.failure).map { "\(who): \($0)" }
    let numbered = reads.flatMap { zip($0.numbers, $0.texts) }.sorted { $0.0 < $1.0 }
    if numbered.map(\.1) != expected {
      found.append("\(who) get \(numbered.map(\.1)), not \(expected)")
    }
    if Set(numbered.map(\.0)).count != numbered.count {
      found.append("\(who) get a record number twice")
    }
    return found
  }
}
