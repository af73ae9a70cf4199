#if PostgresStore
  import FootlightPlatform
  import Synchronization

  /// The rights of this process to change domains, and the thread that renews them.
  ///
  /// A right that could not be renewed may be somebody else's: its fence tells at the commit.
  final class Leases: Sendable {
    /// How this process is called.
    let owner: String
    /// How long a right lasts when nobody renews it.
    let seconds: Int
    private let address: PostgresAddress
    private let limits: PostgresLimits
    private let state = Mutex(State())

    private struct State {
      var fences: [String: Int64] = [:]
      /// The fences of the shards that are built here.
      var shards: Set<Int64> = []
      /// Whether a thread renews them.
      var isRenewing = false
    }

    init(_ address: PostgresAddress, _ limits: PostgresLimits, owner: String, seconds: Int) {
      self.address = address
      self.limits = limits
      self.owner = owner
      self.seconds = seconds
    }

    /// The fence of a right; nil where there is none.
    func fence(of domain: String) -> Int64? {
      state.withLock { $0.fences[domain] }
    }

    /// Holds a right from now on.
    func hold(_ domain: String, _ fence: Int64) {
      hold { $0.fences[domain] = fence }
    }

    /// Holds rights to shards from now on.
    func hold(shards: some Sequence<Int64>) {
      hold { $0.shards.formUnion(shards) }
    }

    private func hold(_ note: (inout State) -> Void) {
      let begins = state.withLock { state in
        note(&state)
        defer { state.isRenewing = true }
        return !state.isRenewing
      }
      if begins { Workers.detach { self.renewAll() } }
    }

    /// Holds these rights no more; false where it held none of them.
    func drop(shards: [Int64]) -> Bool {
      state.withLock { state in
        let held = state.shards.count
        state.shards.subtract(shards)
        return state.shards.count < held
      }
    }

    /// Holds it no more; returns its fence.
    func drop(_ domain: String) -> Int64? {
      state.withLock { $0.fences.removeValue(forKey: domain) }
    }

    /// Renews the rights three times while they last, until there are none.
    private func renewAll() {
      var connection: PostgresConnection?
      var slept: Int64 = 0
      let pause = Int64(max(1, seconds)) * 1_000 / 3
      while true {
        let (fences, shards) = state.withLock { state in
          if state.fences.isEmpty, state.shards.isEmpty { state.isRenewing = false }
          return (state.fences, state.shards)
        }
        guard !fences.isEmpty || !shards.isEmpty else { return }
        guard slept >= pause else {
          SystemServices.system.sleep(100_000_000)
          slept += 100
          continue
        }
        slept = 0
        do throws(Failure) {
          if connection == nil { connection = try PostgresConnection(address, limits: limits) }
          guard var present = connection.take() else { continue }
          for (domain, fence) in fences {
            _ = try present.rows(
              "SELECT footlight.renew($1, $2, $3::int8::int)",
              [.text(domain), .int(fence), .int(Int64(seconds))])
          }
          if !shards.isEmpty {
            _ = try present.rows(
              "SELECT footlight.renew_shares($1, $2::int8::int)",
              [.ints(Array(shards)), .int(Int64(seconds))])
          }
          connection = consume present
        } catch {
          // Tried again over another connection; when that comes too late, the commit says so.
          connection = nil
        }
      }
    }
  }
#endif
