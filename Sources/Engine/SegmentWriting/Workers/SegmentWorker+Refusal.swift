package import DeclaredRecords
package import FootlightPlatform
package import SegmentFiles

extension SegmentWorker {
  /// Whether an index of these settings refuses an item because it has too many names.
  ///
  /// For those who compare a source with an index: what was refused is missing in no index.
  package static func refuses(_ item: borrowing ItemBuffer, _ settings: IndexSettings) -> Bool {
    // Only distinct aliases count, and to tell them apart is the work of adding them.
    guard item.aliases.count >= Run.mostNames else { return false }
    var run = Run()
    return !run.add(item, settings, batch: 0, block: 0, ordinal: 0)
  }

  /// The problem that makes an index of these settings refuse an item (`item.too-many-names`), or nil.
  package static func problem(
    of item: borrowing ItemBuffer, _ settings: IndexSettings
  ) -> Diagnostic? {
    refuses(item, settings) ? tooManyNames : nil
  }

  static var tooManyNames: Diagnostic {
    Diagnostic(
      .itemTooManyNames, "an item has more than \(Run.mostNames) names",
      remedy: "split the item, or map fewer aliases")
  }
}
