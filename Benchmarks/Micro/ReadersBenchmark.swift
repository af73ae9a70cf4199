import DeclaredRecords
import FootlightPlatform
import SourceKinds

/// Reads a file as one of the built-in kinds on one thread, and tells how fast its two parts are:
/// finding records, which is serial, and taking them apart, which is not.
enum ReadersBenchmark {
  /// `paths` are names of fields; with `a.*[]` every element of every value of `a` is wanted.
  static func run(kind: String, file: String, paths: [String]) throws(Failure) {
    let place = SourceLocation(file: "benchmark")
    let definition = SourceDefinition(
      kind: kind, settings: ["path": Setting(.text(try Path.absolute(file)), at: place)],
      folder: "/", location: place, allowsOutside: true)
    let source = try SourceKind.builtIn.source(for: definition)
    let plan = FieldPlan(paths.compactMap { FieldPath($0) })
    for _ in 0..<5 { try read(source, plan) }
  }

  private static func read(_ source: any RecordSource, _ plan: FieldPlan) throws(Failure) {
    let reader = try source.open(plan)
    var batch = RecordBatch()
    var records = 0
    var values = 0
    var bytes = 0
    var finding: Int64 = 0
    var decoding: Int64 = 0
    while true {
      let began = processorTime()
      let more = try reader.next(&batch)
      let found = processorTime()
      finding += found - began
      guard more else { break }
      bytes += batch.bytes.count
      try reader.decode(&batch)
      decoding += processorTime() - found
      records += batch.records.count
      values += batch.values.count
    }
    func speed(_ time: Int64) -> Int64 { Int64(bytes) * 1000 / max(1, time) }
    print(
      "\(records) records, \(values) values, \(bytes / 1_000_000) MB:",
      "finding \(speed(finding)) MB/s, decoding \(speed(decoding)) MB/s")
  }
}
