import FootlightPlatform
import Synchronization

/// The numbers and times of requests, in the text format of Prometheus (0.0.4).
final class Metrics: Sendable {
  private struct Counts: Sendable {
    var requests: [String: [Int: Int]] = [:]
    var times: [String: Times] = [:]
  }

  private struct Times: Sendable {
    var buckets = [Int](repeating: 0, count: Metrics.bounds.count)
    var count = 0
    var nanoseconds: Int64 = 0
  }

  /// Seconds, and how they are written.
  private static let bounds: [(nanoseconds: Int64, text: String)] = [
    (250_000, "0.00025"), (1_000_000, "0.001"), (5_000_000, "0.005"), (25_000_000, "0.025"),
    (100_000_000, "0.1"), (1_000_000_000, "1"), (10_000_000_000, "10"),
  ]

  private let counts = Mutex(Counts())

  /// Counts an answer of a route.
  func count(_ route: String, _ status: Int, _ nanoseconds: Int64) {
    counts.withLock { counts in
      counts.requests[route, default: [:]][status, default: 0] += 1
      var times = counts.times[route] ?? Times()
      times.count += 1
      times.nanoseconds += nanoseconds
      for (index, bound) in Metrics.bounds.enumerated() where nanoseconds <= bound.nanoseconds {
        times.buckets[index] += 1
      }
      counts.times[route] = times
    }
  }

  /// The page of all that was counted.
  ///
  /// - Parameter hidden: the routes that are left out, since they tell what the person at this machine does.
  func text(domains: [(name: String, items: Int)], without hidden: Set<String>) -> String {
    var counts = counts.withLock { $0 }
    counts.requests = counts.requests.filter { !hidden.contains($0.key) }
    counts.times = counts.times.filter { !hidden.contains($0.key) }
    var text = "# HELP footlight_requests_total Requests that were answered.\n"
    text += "# TYPE footlight_requests_total counter\n"
    for (route, statuses) in counts.requests.sorted(by: { $0.key < $1.key }) {
      for (status, count) in statuses.sorted(by: { $0.key < $1.key }) {
        text += "footlight_requests_total{route=\"\(route)\",status=\"\(status)\"} \(count)\n"
      }
    }
    text += "# HELP footlight_request_seconds How long answers took.\n"
    text += "# TYPE footlight_request_seconds histogram\n"
    for (route, times) in counts.times.sorted(by: { $0.key < $1.key }) {
      let name = "footlight_request_seconds"
      for (index, bound) in Metrics.bounds.enumerated() {
        text += "\(name)_bucket{route=\"\(route)\",le=\"\(bound.text)\"} \(times.buckets[index])\n"
      }
      text += "\(name)_bucket{route=\"\(route)\",le=\"+Inf\"} \(times.count)\n"
      text += "\(name)_sum{route=\"\(route)\"} \(Double(times.nanoseconds) / 1e9)\n"
      text += "\(name)_count{route=\"\(route)\"} \(times.count)\n"
    }
    text += "# HELP footlight_items Items of a domain.\n# TYPE footlight_items gauge\n"
    for domain in domains {
      text += "footlight_items{domain=\"\(Metrics.escaped(domain.name))\"} \(domain.items)\n"
    }
    return text
  }

  private static func escaped(_ text: String) -> String {
    Quoting.backslashed(text, "\\\"").replacing("\n", with: "\\n")
  }
}
