public import FootlightDiagnostics
import FootlightPlatform
public import ItemMapping
import Synchronization

/// One thread's way into a generation: prepared items in, postings and compressed text out.
public final class GenerationWorker: Sendable {
  private let writer: GenerationWriter
  private let state: Mutex<State>

  private struct State: ~Copyable {
    var part = RunPart()
    /// The records of the block that is being filled.
    var block = ByteArena(capacity: 48 << 10)
    /// The compressed blocks of the batch, and where each begins.
    var blocks = ByteArena(capacity: 1 << 19)
    var starts: [UInt32] = []
    var encoder = BlockEncoder()
    var batch: UInt32 = 0
    var skipped: [UInt64] = []
  }

  /// A block's number within its batch of about 1 MB fits 16 bits: more than half a GB of text.
  static let mostBlocks = 65_000
  /// A block of stored text is closed when it holds this many bytes.
  static let blockSize = 8_192

  init(writer: GenerationWriter) {
    self.writer = writer
    state = Mutex(State())
  }

  /// Adds an item of the batch that `endBatch` will name next.
  ///
  /// - Returns: what makes it a bad record (`item.too-many-names`), or nil.
  public func add(_ item: borrowing ItemBuffer) -> Diagnostic? {
    state.withLock { state in
      guard state.starts.count < GenerationWorker.mostBlocks else {
        return Diagnostic(
          .itemTooMuchText, "the records of this part of the source become too much text",
          remedy: "let the templates repeat less")
      }
      let block = UInt16(truncatingIfNeeded: state.starts.count)
      let position = UInt16(truncatingIfNeeded: state.block.count)
      guard
        state.part.add(
          item, writer.settings, batch: state.batch, block: block, position: position)
      else {
        return GenerationWorker.tooManyNames
      }
      ItemRecord.write(item, into: &state.block)
      if state.block.count >= GenerationWorker.blockSize {
        GenerationWorker.closeBlock(&state)
      }
      return nil
    }
  }

  /// Remembers that a record with this digest yields no item.
  public func addSkipped(_ digest: UInt64) {
    guard digest != 0 else { return }
    state.withLock { $0.skipped.append(digest) }
  }

  /// The digests of records that yield no item.
  var skipped: [UInt64] { state.withLock { $0.skipped } }

  /// Begins a batch; its number tells where its text belongs.
  public func beginBatch(_ ordinal: Int) {
    state.withLock { $0.batch = UInt32(truncatingIfNeeded: ordinal) }
  }

  /// Ends a batch: hands over its text, and spills when the memory is used up.
  ///
  /// Every batch of the source is ended once, also when it holds no item.
  public func endBatch() throws(Failure) {
    var failure: Failure?
    let share = writer.share
    state.withLock { state in
      if state.block.count > 0 { GenerationWorker.closeBlock(&state) }
      do throws(Failure) {
        try writer.put(Int(state.batch), state.blocks, state.starts)
        state.blocks.removeAll()
        state.starts.removeAll(keepingCapacity: true)
        if state.part.footprint > share {
          var full = RunPart()
          swap(&full, &state.part)
          try writer.spill(full)
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private static func closeBlock(_ state: inout State) {
    state.starts.append(UInt32(truncatingIfNeeded: state.blocks.count))
    StoredBlock.write(&state.block, &state.encoder, into: &state.blocks)
  }

  /// What is in memory, for the assembly; the worker is empty afterwards.
  func take() -> SealedPart? {
    state.withLock { state in
      guard !state.part.documents.isEmpty else { return nil }
      var part = RunPart()
      swap(&part, &state.part)
      return SealedPart(part)
    }
  }

  /// Forgets everything.
  func drop() {
    state.withLock { $0.part = RunPart() }
  }
}
