import Footlight
import FootlightPlatform
import Synchronization

/// The keys of a workspace, read once and kept until the file changes that holds them.
final class KeyRing: Sendable {
  private struct Known: Sendable {
    var stamp: String?
    var checked: Int64 = .min
    /// Each by the hash of its secret.
    var keys: [String: AccessKey] = [:]
  }

  private let library: Library
  private let world: World
  private let known = Mutex(Known())

  init(_ library: Library, _ world: World) {
    self.library = library
    self.world = world
  }

  /// The key with this secret; nil when there is none, or it has ended.
  func key(secret: String) throws(Failure) -> AccessKey? {
    guard secret.utf8.count <= 256 else { return nil }
    let hash = Library.keyHash(of: secret)
    let key = try known.withLock { (known) throws(Failure) in
      let now = world.monotonic()
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
    guard let key, key.expires.map({ $0 > world.now() }) ?? true else { return nil }
    return key
  }
}
