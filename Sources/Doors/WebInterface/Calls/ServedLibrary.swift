import Footlight
import FootlightPlatform
import Synchronization

/// All that the calls of one server share: the library, the settings, and what is remembered between requests.
struct ServedLibrary: Sendable {
  let library: Library
  let settings: WebSettings
  let metrics = Metrics()
  let statusMemory: StatusMemory
  let keys: KeyRing
  let cursors = CursorSeal()
  /// The first parts of paths that belong to routes.
  private let taken: Set<String>
  private let system: SystemServices

  init(_ library: Library, _ settings: WebSettings, taken: Set<String>, _ system: SystemServices) {
    self.library = library
    self.settings = settings
    self.taken = taken
    self.system = system
    statusMemory = StatusMemory(system)
    keys = KeyRing(library, system)
  }

  /// A clock in nanoseconds.
  func now() -> Int64 { system.monotonic() }

  /// The renderer of pages for the client of a request, with scheme, host and port as that client knows them.
  func pages(for request: HTTPRequest, records: Bool) -> Pages {
    let origin = settings.base?.origin ?? "http://\(request.header("Host") ?? "localhost")"
    return Pages(
      Addresses(root: settings.root, origin: origin, taken: taken), activity: records)
  }
}

/// Hides the places of an index in cursors: the gaps between two of them would tell where private items stand.
///
/// Each server has a secret of its own, so that a cursor ends with the server that gave it.
struct CursorSeal: Sendable {
  private let secret = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))

  /// A text that stands for a state, from which nothing of the state can be guessed.
  func stamp(_ state: String) -> String { String(digest(0, state, 0), radix: 36) }

  /// The cursor of a place in a state.
  func cursor(_ place: Int, of stamp: String) -> String {
    let check = digest(1, stamp, UInt64(place))
    let hidden = UInt64(place) ^ digest(2, stamp, check)
    return "\(stamp).\(String(check, radix: 36)).\(String(hidden, radix: 36))"
  }

  /// The place of a cursor in the state that is known by a stamp; nil for a cursor that was not given for it.
  func place(_ cursor: String, of stamp: String) -> Int? {
    let parts = cursor.split(separator: ".")
    guard parts.count == 3, parts[0] == stamp, let check = UInt64(parts[1], radix: 36),
      let hidden = UInt64(parts[2], radix: 36)
    else { return nil }
    let place = hidden ^ digest(2, stamp, check)
    return digest(1, stamp, place) == check ? Int(exactly: place) : nil
  }

  /// SipHash of a text that 128 secret bits stand before.
  private func digest(_ use: UInt8, _ text: String, _ number: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(secret.0)
    hasher.combine(secret.1)
    hasher.combine(use)
    hasher.combine(text)
    hasher.combine(number)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}

/// The status of the domains, remembered for a second: to tell it, every source is looked at, which is too much work to be
/// done for each of many who ask at once.
final class StatusMemory: Sendable {
  private struct Known: Sendable {
    var stamp: String
    /// Until when it counts, on a clock in nanoseconds.
    var end: Int64
    var domains: [DomainStatus]
  }

  private static let nanoseconds: Int64 = 1_000_000_000

  private let known = Mutex<Known?>(nil)
  private let system: SystemServices

  init(_ system: SystemServices) { self.system = system }

  /// The status of all domains, at most a second ago and never before the last change of the index; one thread looks
  /// while others wait for what it finds.
  func status(of library: Library, as state: Snapshot) throws(Failure) -> [DomainStatus] {
    let stamp = state.stamp + library.userStamp
    return try known.withLock { (known) throws(Failure) in
      if let known, known.stamp == stamp, system.monotonic() < known.end { return known.domains }
      let domains = try library.status().domains
      known = Known(
        stamp: stamp, end: system.monotonic() + StatusMemory.nanoseconds, domains: domains)
      return domains
    }
  }
}

/// The keys of a workspace, read once and kept until the file changes that holds them.
final class KeyRing: Sendable {
  private struct Known: Sendable {
    var stamp: String?
    var checked: Int64 = .min
    /// Each by the hash of its secret.
    var keys: [String: AccessKey] = [:]
  }

  private let library: Library
  private let system: SystemServices
  private let known = Mutex(Known())

  init(_ library: Library, _ system: SystemServices) {
    self.library = library
    self.system = system
  }

  /// The key with this secret; nil when there is none, or it has ended.
  func key(secret: String) throws(Failure) -> AccessKey? {
    guard secret.utf8.count <= 256 else { return nil }
    let hash = Library.keyHash(of: secret)
    let key = try known.withLock { (known) throws(Failure) in
      let now = system.monotonic()
      // The disk is asked once in a millisecond at most.
      if known.stamp == nil || now - known.checked >= 1_000_000 {
        let stamp = library.userStamp
        if known.stamp != stamp {
          known.keys = try library.keysByHash()
          known.stamp = stamp
        }
        known.checked = now
      }
      return known.keys[hash]
    }
    guard let key, key.expires.map({ $0 > system.now() }) ?? true else { return nil }
    return key
  }
}
