public import ItemMapping

extension GenerationWorker {
  /// Whether an index of these settings refuses an item because it has too many names.
  ///
  /// For those who compare a source with an index: what was refused is missing in no index.
  public static func refuses(_ item: borrowing ItemBuffer, _ settings: IndexSettings) -> Bool {
    // Only distinct aliases count, and to tell them apart is the work of adding them.
    guard item.aliases.count >= RunPart.mostNames else { return false }
    var part = RunPart()
    return !part.add(item, settings, batch: 0, block: 0, position: 0)
  }
}
