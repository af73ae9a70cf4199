import FootlightDiagnostics

/// Measures parts of the engine one by one.
///
///     Benchmarks inversion ITEMS.jsonl INDEX   read, map, analyse, invert, write
///     Benchmarks query INDEX QUERIES.txt       one query a line, warm
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
      default:
        print("usage: Benchmarks inversion ITEMS.jsonl INDEX | query INDEX QUERIES.txt")
      }
    } catch {
      print(error)
    }
  }
}
