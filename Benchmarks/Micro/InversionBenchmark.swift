import DeclaredRecords
import FootlightPlatform
import SearchEngine
import SourceKinds
import Synchronization

/// Builds an index from JSON lines with id, title, aliases and body, and times the stages.
enum InversionBenchmark {
  static func run(items path: String, index: String, options: [String]) throws(Failure) {
    let path = try Path.absolute(path)
    let folder = Path.parent(of: path) ?? "/"
    let declaration = """
      domain: bench
      version: 1
      source: { kind: jsonl, path: "\(Path.name(of: path))" }
      item: { id: "{id}", title: "{title}", aliases: ["{aliases[]}"], body: "{body}" }
      """
    let definition = try DomainDefinition.load(
      Array(declaration.utf8), file: "bench.yaml", folder: folder,
      kinds: SourceKind.builtIn.map(\.keys))
    let mapper = ItemMapper(definition, now: 0)
    let source = try SourceKind.builtIn.source(for: definition.source)
    let stage = Stage(rawValue: options.first ?? "all") ?? .all
    let threads = Workers.processors
    let memory = options.count > 1 ? Int(options[1]) ?? 256 : 256
    let began = SystemServices.system.monotonic()
    let reader = try source.open(mapper.plan)
    let settings = IndexSettings(analyzer: definition.analyzer)
    _ = try FileOperations.system.remove(index)
    let writer = try SegmentWriter(
      path: index, settings: settings, memory: memory << 20,
      scratchFolder: Path.parent(of: index) ?? ".")
    let failures = Mutex<[Failure]>([])
    let counted = Mutex(0)
    Workers.run(threads) { _ in
      do throws(Failure) {
        let count = try work(reader, mapper, writer.worker(), stage)
        counted.withLock { $0 += count }
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    for failure in failures.withLock({ $0 }) { throw failure }
    let read = SystemServices.system.monotonic()
    let count = counted.withLock { $0 }
    report("read and gather", count, read - began)
    guard stage == .all else { return }
    let finished = try writer.finish(keeping: .keepFirst)
    let end = SystemServices.system.monotonic()
    report("order, invert, write", count, end - read)
    report("together", finished.summary.items, end - began)
    let status = try FileStatus.of(index)
    print("terms \(finished.summary.terms), \((status?.size ?? 0) / 1_000_000) MB")
  }

  /// How far the records go.
  private enum Stage: String {
    case read
    case map
    case all
  }

  private static func work(
    _ reader: any RecordReader, _ mapper: ItemMapper, _ worker: SegmentWorker, _ stage: Stage
  ) throws(Failure) -> Int {
    var batch = RecordBatch()
    var mapping = mapper.worker()
    var item = ItemBuffer()
    var count = 0
    while try reader.next(&batch) {
      try reader.decode(&batch)
      worker.beginBatch(batch.ordinal)
      count += batch.records.count
      if stage != .read {
        for record in batch.records where mapping.map(batch, record, into: &item) == .item {
          if stage == .all { _ = worker.add(item) }
        }
      }
      if stage == .all { try worker.endBatch() }
    }
    return count
  }

  private static func report(_ what: String, _ count: Int, _ nanoseconds: Int64) {
    let rate = Double(count) / (Double(nanoseconds) / 1e9)
    print("\(what): \(nanoseconds / 1_000_000) ms, \(Int(rate)) a second")
  }
}
