import FileHandles
import Footlight
import FootlightPlatform
import Synchronization

/// Answers by their validators, which name address, reader and state of the index: as long as the validator is
/// the same, so is the answer.
///
/// Two generations: when the younger one is full the older one goes, and an answer that is asked for again
/// becomes young.
final class AnswerCache: Sendable {
  private struct Generations: Sendable {
    var young: [String: HTTPResponse] = [:]
    var old: [String: HTTPResponse] = [:]
    var bytes = 0
  }

  /// The most bytes of a generation, and of an answer that is kept.
  private static let most = 4 << 20
  private static let longest = 256 << 10

  private let kept = Mutex(Generations())

  /// The answer with a validator; nil when it is not kept.
  func answer(_ tag: String) -> HTTPResponse? {
    kept.withLock { kept in
      if let found = kept.young[tag] { return found }
      guard let found = kept.old.removeValue(forKey: tag) else { return nil }
      AnswerCache.add(found, tag, &kept)
      return found
    }
  }

  /// Keeps an answer, if it is not large.
  func keep(_ answer: HTTPResponse, _ tag: String) {
    guard answer.body.count <= AnswerCache.longest else { return }
    kept.withLock { AnswerCache.add(answer, tag, &$0) }
  }

  private static func add(_ answer: HTTPResponse, _ tag: String, _ kept: inout Generations) {
    let size = answer.body.count + tag.utf8.count + 1024
    if kept.bytes + size > most {
      kept.old = kept.young
      kept.young = [:]
      kept.bytes = 0
    }
    if kept.young.updateValue(answer, forKey: tag) == nil { kept.bytes += size }
  }
}

/// Answers that are sent packed (RFC 9110, section 8.4) to whoever takes gzip.
enum PackedAnswer {
  /// Shorter ones fit into a packet anyway.
  private static let least = 1_024

  /// Whether a client takes gzip: by its name, or by a star, with a weight above 0.
  static func isAccepted(by request: HTTPRequest) -> Bool {
    guard let header = request.header("Accept-Encoding") else { return false }
    var named: Bool?
    var any = false
    for part in header.split(separator: ",") {
      let pieces = part.split(separator: ";").map { piece in
        String(piece.filter { $0 != " " && $0 != "\t" }).lowercased()
      }
      guard let name = pieces.first else { continue }
      let isRefused = pieces.dropFirst().contains { piece in
        piece.hasPrefix("q=") && (Double(piece.dropFirst(2)) ?? 0) <= 0
      }
      if name == "gzip" || name == "x-gzip" { named = !isRefused }
      if name == "*" { any = !isRefused }
    }
    return named ?? any
  }

  /// Packs the body where its kind and size are worth it and the client takes it.
  static func pack(_ response: inout HTTPResponse, for request: HTTPRequest) {
    guard let type = response.header("Content-Type"), isText(type) else { return }
    response.headers.append(("Vary", "Accept-Encoding"))
    guard response.body.count >= least, isAccepted(by: request),
      let packed = Gzip.packed(response.body)
    else { return }
    response.body = packed
    response.headers.append(("Content-Encoding", "gzip"))
  }

  private static func isText(_ type: String) -> Bool {
    type.hasPrefix("text/") || ["json", "xml", "javascript", "svg"].contains { type.contains($0) }
  }
}

/// A state of the index with its stamp, for one audience.
struct KnownState: Sendable {
  let snapshot: Snapshot
  /// The short name of the state: another one when an answer may be another one.
  let stamp: String
  /// Whether answers depend on nothing but the stamp, and not on how long ago something was used.
  let isLasting: Bool
}

/// The newest state of the index, remembered for a millisecond: many requests then share one look at the disk.
final class StateMemory: Sendable {
  private struct Known: Sendable {
    var end: Int64
    /// The second in which it was read: items expire with seconds.
    var second: Int64
    var state: KnownState
  }

  private static let nanoseconds: Int64 = 1_000_000

  private let library: Library
  private let system: SystemServices
  private let known = Mutex<[Audience: Known]>([:])

  init(_ library: Library, _ system: SystemServices) {
    self.library = library
    self.system = system
  }

  /// The state for a reader, at most a millisecond old.
  func state(for audience: Audience) throws(Failure) -> KnownState {
    let now = system.monotonic()
    let second = system.now()
    if let found = known.withLock({ $0[audience] }), now < found.end, found.second == second {
      return found.state
    }
    let snapshot = try library.snapshot(for: audience)
    // Answers to others stay the same when the person uses something, so the stamp must not tell of it.
    let used = audience.knowsActivity ? library.userStamp : ""
    let state = KnownState(
      snapshot: snapshot, stamp: ContentTag.of(Array((snapshot.stamp + used).utf8)),
      isLasting: !snapshot.hasActivity)
    known.withLock {
      $0[audience] = Known(
        end: now + StateMemory.nanoseconds, second: second, state: state)
    }
    return state
  }

  /// Forgets the state: something was written here, and is to be found at once.
  func forget() { known.withLock { $0 = [:] } }
}
