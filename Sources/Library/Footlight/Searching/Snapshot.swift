import DeclaredRecords
public import FootlightPlatform
import IndexStores

/// One published state of the index, pinned: its answers never change.
///
/// It belongs to an audience. A snapshot for others than the owner hides the same from every call, whatever
/// the call itself asks for.
///
/// ```swift
/// let snapshot = try library.snapshot()
/// let first = try snapshot.search("rule")
/// let second = try snapshot.search("rule", options: SearchOptions(offset: 10))
/// ```
public final class Snapshot: Detaching {
  let searcher: Searcher
  /// The reader that it was taken for.
  public let audience: Audience

  init(_ searcher: Searcher, for audience: Audience) {
    self.searcher = searcher.seen(by: audience)
    self.audience = audience
  }

  var state: any StoreSnapshot { searcher.state }
  var look: WorkspaceLook { searcher.look }
  var system: SystemServices { searcher.system }
  var activity: ActivityView { searcher.activity }

  /// The narrower of two audiences: that of the snapshot, unless that is the owner, or the same person at a page asks as
  /// everybody would.
  private func narrowed(_ asked: Audience) -> Audience {
    audience == .owner || audience == .page && asked == .web ? asked : audience
  }

  /// Loads the tables of every search and rehearses, so that the first search does not have to; optional.
  ///
  /// For a program that asks much and lives long: every word of the index is read once and kept in 24 bytes
  /// and its letters. A part that is found damaged is noted, and left out of answers as by a search.
  public func prepare() throws(Failure) {
    try state.prepare()
    rehearse()
  }

  /// Searches this state.
  public func search(
    _ text: String, options: SearchOptions = SearchOptions(), cancellation: Cancellation? = nil
  ) throws(Failure) -> Answer {
    var options = options
    options.audience = narrowed(options.audience)
    return try searcher.seen(by: options.audience)
      .search(text, options, began: system.monotonic(), cancellation: cancellation)
  }

  /// The item with an address or an url in this state; nil when there is none or it has expired.
  public func item(
    _ address: String, audience: Audience = .owner
  ) throws(Failure) -> LocatedItem? {
    let audience = narrowed(audience)
    return try searcher.seen(by: audience).item(address, for: audience)
  }

  /// Explains where an item is in the answer to a query on this state, or why it is not there.
  public func explain(
    _ text: String, _ address: String, options: SearchOptions = SearchOptions(),
    cancellation: Cancellation? = nil
  ) throws(Failure) -> ItemExplanation {
    var options = options
    options.audience = narrowed(options.audience)
    return try searcher.seen(by: options.audience)
      .explain(text, address, options, began: system.monotonic(), cancellation: cancellation)
  }

  /// Completes a text that is being typed, from this state.
  public func suggest(
    _ text: String, domains: [String] = [], limit: Int = SearchOptions.usualLimit,
    timeout: Duration? = nil,
    audience: Audience = .owner, cancellation: Cancellation? = nil
  ) throws(Failure) -> Completions {
    let audience = narrowed(audience)
    return try searcher.seen(by: audience)
      .suggest(
        text, domains, limit: limit, timeout: timeout,
        audience: audience, began: system.monotonic(), cancellation: cancellation)
  }

  /// Where the picture of an item lies: a file below the folder of its declaration; nil where it names none there.
  ///
  /// Links are followed before it is compared: what counts is where they lead.
  package func picture(of found: LocatedItem) -> String? {
    let name = found.item.attributes.image
    guard !name.isEmpty, !name.utf8.contains(0), !name.contains("://"),
      let declaration = state.domains.first(where: { $0.name == found.domain })?.facts.declaration
    else { return nil }
    do throws(Failure) {
      guard let folder = Path.parent(of: declaration.path) else { return nil }
      let root = try Path.resolved(folder)
      let path = try Path.resolved(Path.join(root, name))
      guard path.hasPrefix(root + "/"), try FileStatus.of(path)?.kind == .file else { return nil }
      return path
    } catch {
      return nil
    }
  }

  /// Asks what people ask, of the names of some items, and drops the answers.
  ///
  /// The first query of a process pays for what it is the first to meet: pages of the program, types
  /// that the runtime makes, memory (decision 18). Items of the first titles in order are often alike,
  /// as numbers are; names that begin with some letters have words.
  /// After a tenth of a second nothing more is begun.
  /// A failure here comes again when somebody asks, and is told then.
  func rehearse() {
    let end = system.monotonic() + 100_000_000
    var everything = SearchOptions(limit: 1)
    everything.findsAll = true
    guard let items = try? search("", options: everything).hits else { return }
    var names = items.map(\.title)
    for letter in Snapshot.letters where system.monotonic() < end {
      guard let found = try? suggest(letter, limit: 1, timeout: .milliseconds(20)) else { continue }
      names += found.suggestions.map(\.text)
    }
    var options = SearchOptions()
    options.timeout = .milliseconds(20)
    var asked: Set<String> = []
    for text in names.flatMap({ Snapshot.rehearsal(of: $0) }) where asked.insert(text).inserted {
      guard system.monotonic() < end else { return }
      _ = try? search(text, options: options)
    }
  }

  /// Letters that begin many words, of some scripts.
  private static let letters = ["a", "m", "s", "к", "م", "山"]

  /// Beginnings of a name, the name, words of it, one that is misspelt and one that nothing is like; plain
  /// words, whatever else the name may mean in a query.
  static func rehearsal(of title: String) -> [String] {
    let words = title.lowercased().split { !($0.isLetter || $0.isNumber) }.prefix(6)
    guard let first = words.first, let last = words.last else { return [] }
    let longest = words.max { $0.count < $1.count } ?? first
    return [
      String(first.prefix(1)), String(first.prefix(3)), "\(first) ",
      words.joined(separator: " ") + " ", "\(first) \(last.prefix(1))", "\(first) \(last) ",
      "\(longest.dropLast(2))\(String(longest.suffix(2).reversed())) ", "qxzv\(longest) ",
    ]
  }
}
