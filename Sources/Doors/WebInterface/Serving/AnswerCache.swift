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
