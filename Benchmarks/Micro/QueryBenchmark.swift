import FootlightPlatform
import SearchEngine

/// Runs queries on an open index: each three times, the shortest time counts.
enum QueryBenchmark {
  static func run(index: String, queries: String) throws(Failure) {
    let generation = try Segment(path: index)
    let part = SearchedSegment(domain: "bench", stored: generation)
    let file = try File.readWhole(queries)
    let lines = file.text(file.all).split(separator: "\n", omittingEmptySubsequences: true)
    var times: [(time: Int64, text: String, total: Int)] = []
    for line in lines {
      var best = Int64.max
      var total = 0
      for _ in 0..<3 {
        let began = SystemServices.system.monotonic()
        let query = Query(String(line))
        let answer = try search(SearchRequest(query: query, now: 0), in: [part])
        best = min(best, SystemServices.system.monotonic() - began)
        total = answer.total
      }
      times.append((best, String(line), total))
    }
    times.sort { $0.time < $1.time }
    func at(_ share: Double) -> Int64 {
      times[min(times.count - 1, Int(Double(times.count) * share))].time / 1_000
    }
    guard !times.isEmpty else { return }
    print("n \(times.count) p50 \(at(0.5)) µs p95 \(at(0.95)) µs p99 \(at(0.99)) µs")
    for slow in times.suffix(3) {
      print("  \(slow.time / 1_000) µs  total \(slow.total)  '\(slow.text)'")
    }
  }
}
