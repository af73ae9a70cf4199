public import FootlightPlatform
import IndexStores
import TextAnalysis

/// How a target is opened: the url, and the program that opens it.
public struct Opening: Sendable, Hashable {
  /// The url that is opened: safe to hand on.
  public var url: String
  /// The program and its arguments, with the url among them; nil for the desktop's own.
  public var command: [String]?
  /// The folder in which the program runs.
  public var folder: String?
  /// Its title.
  public var title: String
  /// The target as it is recorded.
  let target: ActivityTarget
}

extension Library {
  /// Finds out what opening a target means; nothing is opened or recorded yet.
  ///
  /// - Throws: what ``visit(_:options:)`` throws; `item.without-url`; `declaration.needs-permission` for a
  ///   program that the declaration names and nobody has allowed.
  public func opening(
    _ text: String, identifier: String? = nil
  ) throws(Failure) -> Opening {
    let searcher = try searcher([])
    let target = try searcher.activityTarget(text, identifier: identifier)
    guard !target.url.isEmpty else {
      throw Failure(
        .noURL, "'\(text)' has no url", remedy: "give its declaration a url: under item:")
    }
    var url = target.url
    // Whoever names a place within the page means it.
    if let mark = text.firstIndex(of: "#"), NormalizedURL.host(of: text) != nil,
      NormalizedURL.of(text) == NormalizedURL.of(url)
    {
      url = String(url.prefix { $0 != "#" }) + text[mark...]
    }
    try LinkSafety.check(opening: url)
    var opening = Opening(url: url, title: target.title, target: target)
    let facts = searcher.state.domains.first { $0.name == target.address.domain }?.facts
    guard let facts, let file = facts.declaration,
      !facts.doors.opener.isEmpty || file.hasChanged
    else { return opening }
    // The declaration as it is now decides: a permission is for what it says.
    let files = try DeclarationFile.all(in: workspace, files: world.files)
    guard let declared = files.first(where: { $0.path == file.path }) else { return opening }
    let definition = try open.declared(declared).definition
    let words = definition.doors.opener
    guard !words.isEmpty else { return opening }
    guard definition.source.allowsOutside else {
      throw Failure(
        .needsPermission,
        "\(definition.name) opens its items with '\(words[0])', which is not allowed",
        at: definition.location,
        remedy: "read the declaration; if it may do that, run `footlight allow \(definition.name)`")
    }
    opening.command =
      [words[0]]
      + words.dropFirst().map { word in
        word.split(separator: "{url}", omittingEmptySubsequences: false).joined(separator: url)
      }
    opening.folder = definition.folder
    return opening
  }

  /// Records that something was opened.
  @discardableResult
  public func record(
    _ opening: Opening, options: VisitOptions = VisitOptions()
  ) throws(Failure) -> VisitOutcome {
    try visit(opening.target, options)
  }
}
