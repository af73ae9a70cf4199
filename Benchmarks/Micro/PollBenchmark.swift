import FootlightPlatform
import IndexStores
import SharedStore

/// Asks a shared store again and again whether there is something new for a folder that is up to date.
enum PollBenchmark {
  static func run(address: String, index: String) throws(Failure) {
    #if PostgresStore
      let shared = PostgresIndex(try PostgresAddress(address), owner: "benchmark")
      let store = EmbeddedStore(path: index, copying: IndexReplica(shared, workspace: "/"))
      try store.pull()
      var times: [Int64] = []
      for _ in 0..<2_000 {
        let began = SystemServices.system.monotonic()
        guard try !store.pull() else { throw Failure(.cancelled, "somebody publishes meanwhile") }
        times.append(SystemServices.system.monotonic() - began)
      }
      times.sort()
      print("an idle poll: p50 \(times[1_000] / 1_000) µs, p99 \(times[1_980] / 1_000) µs")
    #else
      print("built without the package trait PostgresStore")
    #endif
  }
}
