import FootlightDiagnostics
import Synchronization

/// The postings of the first pass, encoded while another thread still writes the documents: lists can be written only
/// behind those, so that this time would be lost.
final class FirstLists: Sendable {
  private let gathered: Mutex<GatheredPostings?>
  private let lists: Mutex<EncodedLists?>

  /// Gathers them, and encodes them as long as it may go on.
  init(
    _ inversion: PostingInversion, isDictionary: Bool, while goesOn: () -> Bool
  ) throws(Failure) {
    let assembly = inversion.assembly
    var lists = EncodedLists(
      assembly.vocabulary, items: assembly.items, isDictionary: isDictionary)
    let gathered = try inversion.gatherFirst()
    _ = lists.append(gathered, assembly.vocabulary, while: goesOn)
    self.gathered = Mutex(gathered)
    self.lists = Mutex(consume lists)
  }

  /// The postings, which are here no longer afterwards; nil when they were taken.
  func takePostings() -> GatheredPostings? { gathered.withLock { $0.take() } }

  /// The lists, which are here no longer afterwards; nil when they were taken.
  func takeLists() -> EncodedLists? { lists.withLock { $0.take() } }
}
