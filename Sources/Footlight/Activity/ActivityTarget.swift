import OpenWorkspaces
import DomainDeclarations
import FootlightDiagnostics
import IndexStores
import LinkPatterns
import UserActivity

/// A target, as it is recorded.
struct ActivityTarget: Sendable, Hashable {
  /// Where it is recorded.
  var address: ItemAddress
  /// The item's title, or nothing.
  var title: String
  /// The item's url, or the one that was written.
  var url: String
  /// Whether there is an item.
  var isItem: Bool
  /// Whether it stays though there is no item.
  var isAllowedUnknown = false
  /// Why its domain records nothing; nil when it does.
  var refusal: String?
}

extension Searcher {
  /// What a text points at, as it is recorded.
  ///
  /// - Parameter isWeak: whether an id that no item has is recorded, too.
  func activityTarget(
    _ text: String, isWeak: Bool = false, identifier: String? = nil
  ) throws(Failure) -> ActivityTarget {
    try LinkSafety.check(named: text)
    var made: ActivityTarget
    do throws(Failure) {
      switch try target(text) {
      case .item(let found, _):
        made = ActivityTarget(
          address: ItemAddress(domain: found.domain, id: found.item.id), title: found.item.title,
          url: found.item.url, isItem: found.domain != ActivityRecord.history)
      case .unknown(let address, let url):
        made = ActivityTarget(
          address: address, title: "", url: url ?? "", isItem: false, isAllowedUnknown: true)
      case .page(let url):
        let id = identifier ?? NormalizedURL.of(url)
        made = ActivityTarget(
          address: ItemAddress(domain: ActivityRecord.history, id: id), title: "", url: url,
          isItem: false)
      }
    } catch {
      guard isWeak, error.concerns([.itemUnknown]), let address = ItemAddress(text),
        !address.id.isEmpty, state.domains.contains(where: { $0.name == address.domain })
      else { throw error }
      made = ActivityTarget(
        address: address, title: "", url: "", isItem: false, isAllowedUnknown: true)
    }
    let facts = state.domains.first { $0.name == made.address.domain }?.facts
    if facts?.doors.recordsActivity == false {
      made.refusal = "\(made.address.domain) declares 'activity: false'"
    }
    return made
  }
}

/// Which urls are opened and recorded.
enum LinkSafety {
  /// What can run something, or shows what is no page.
  private static let refused: Set<String> = ["javascript", "data", "vbscript", "file"]
  /// What is opened.
  private static let opened: Set<String> = ["http", "https", "mailto"]

  /// Refuses a text that begins with a scheme that is never opened.
  static func check(named text: String) throws(Failure) {
    guard !refused.contains(scheme(of: text)) else { throw failure(text) }
  }

  /// Refuses what is no address of a kind that is safe to hand on.
  static func check(opening url: String) throws(Failure) {
    let isPlain = url.unicodeScalars.allSatisfy {
      $0.value > 0x20 && !(0x7F...0x9F).contains($0.value)
    }
    let scheme = scheme(of: url)
    guard opened.contains(scheme), isPlain, url.utf8.count > scheme.utf8.count + 1 else {
      throw failure(url)
    }
  }

  /// What stands before the first colon, as a browser would read it.
  private static func scheme(of text: String) -> String {
    let shown = text.unicodeScalars.filter { $0.value > 0x20 }
    return String(String.UnicodeScalarView(shown.prefix { $0 != ":" })).lowercased()
  }

  private static func failure(_ url: String) -> Failure {
    Failure(
      .urlRefused, "the url '\(url)' is not opened",
      remedy: "only http, https and mailto are; `footlight show` shows the item")
  }
}
