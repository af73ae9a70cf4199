package import DeclaredRecords
package import FootlightPlatform
import Synchronization

/// One thread's way into a segment: prepared items in, postings and compressed text out.
package final class SegmentWorker: Sendable {
  private let writer: SegmentWriter
  private let gathered: GatheredItems

  init(writer: SegmentWriter, _ gathered: GatheredItems) {
    self.writer = writer
    self.gathered = gathered
  }

  /// Adds an item of the batch that `endBatch` will name next.
  ///
  /// - Returns: what makes it a bad record (`item.too-many-names`), or nil.
  package func add(_ item: borrowing ItemBuffer) -> Diagnostic? {
    gathered.state.withLock { state in
      guard state.stored.hasRoom else {
        return Diagnostic(
          .itemTooMuchText, "the records of this part of the source become too much text",
          remedy: "let the templates repeat less")
      }
      let place = state.stored.place
      guard
        state.run.add(
          item, writer.settings, batch: state.batch, block: place.block, ordinal: place.ordinal)
      else {
        return SegmentWorker.tooManyNames
      }
      state.stored.add(item)
      return nil
    }
  }

  /// Remembers that a record with this digest yields no item.
  package func addSkipped(_ digest: UInt64) {
    guard digest != 0 else { return }
    gathered.state.withLock { $0.skipped.append(digest) }
  }

  /// Begins a batch; its number tells where its text belongs.
  package func beginBatch(_ ordinal: Int) {
    gathered.state.withLock { $0.batch = UInt32(truncatingIfNeeded: ordinal) }
  }

  /// Ends a batch: hands over its text, and spills when the memory is used up.
  ///
  /// Every batch of the source is ended once, also when it holds no item.
  package func endBatch() throws(Failure) {
    var failure: Failure?
    let share = writer.share
    gathered.state.withLock { state in
      state.stored.end()
      do throws(Failure) {
        state.pending.fill(&state.stored, writer.storedCoding)
        try writer.put(Int(state.batch), state.pending)
        if !state.pending.isFree() { state.pending = PendingBatch() }
        if state.run.footprint > share {
          var full = Run()
          swap(&full, &state.run)
          try writer.spill(full)
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

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
