import FootlightPlatform

/// Measures parts of the engine one by one.
///
///     Benchmarks inversion ITEMS.jsonl INDEX   read, map, analyse, invert, write
///     Benchmarks query INDEX QUERIES.txt       one query a line, warm
///     Benchmarks change FOLDER DOMAIN QUERIES.txt   deltas of 1,000 items, in a copy of an index
///     Benchmarks push FOLDER [WORDS [BATCH]]   records pushed one by one, in a new workspace
///     Benchmarks poll ADDRESS FOLDER   is there something new in a shared store? (trait PostgresStore)
///     Benchmarks analysis FILE.jsonl…          text to tokens
///     Benchmarks readers KIND FILE FIELD…      read records, finding and decoding apart
@main
struct Main {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    do throws(Failure) {
      switch (arguments.first, Array(arguments.dropFirst())) {
      case ("inversion", let rest) where rest.count >= 2:
        try InversionBenchmark.run(items: rest[0], index: rest[1], options: Array(rest[2...]))
      case ("query", let rest) where rest.count == 2:
        try QueryBenchmark.run(index: rest[0], queries: rest[1])
      case ("change", let rest) where rest.count == 3:
        try ChangeBenchmark.run(index: rest[0], domain: rest[1], queries: rest[2])
      case ("push", let rest) where !rest.isEmpty:
        try PushBenchmark.run(folder: rest[0], options: Array(rest[1...]))
      case ("poll", let rest) where rest.count == 2:
        try PollBenchmark.run(address: rest[0], index: rest[1])
      case ("analysis", let rest) where !rest.isEmpty:
        for path in rest { try AnalysisBenchmark.run(path) }
      case ("readers", let rest) where rest.count >= 2:
        try ReadersBenchmark.run(kind: rest[0], file: rest[1], paths: Array(rest[2...]))
      default:
        print(
          """
          usage: Benchmarks inversion ITEMS.jsonl INDEX | query INDEX QUERIES.txt | change FOLDER DOMAIN QUERIES.txt \
          | push FOLDER [WORDS [BATCH]] | poll ADDRESS FOLDER | analysis FILE.jsonl… | readers KIND FILE FIELD…
          """)
      }
    } catch {
      print(error)
    }
  }
}
