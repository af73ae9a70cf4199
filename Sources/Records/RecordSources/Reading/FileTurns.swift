package import FootlightPlatform
import Synchronization

/// How far a read of files has come.
package struct ReadPlace: Sendable {
  /// The number of the file, of its first record, and of the next one.
  package fileprivate(set) var file = -1
  package fileprivate(set) var firstOfFile: UInt32 = 1
  package fileprivate(set) var number: UInt32 = 1
  fileprivate var ordinal = 0
}

/// The serial part of a read of files one after the other: each is opened when the one before has ended.
///
/// Any thread may ask for the next batch; one is served at a time.
package final class FileTurns<Opened: ~Copyable>: Sendable {
  package let files: [SourceFile]
  /// The name of the folder of files that lie in no other.
  private let rootName: String
  private let identity: RecordIdentity
  private let state = Mutex(State())

  private struct State: ~Copyable {
    var opened: Opened?
    var place = ReadPlace()
    var hasEnded = false
  }

  package init(_ files: [SourceFile], rootName: String, _ identity: RecordIdentity) {
    self.files = files
    self.rootName = rootName
    self.identity = identity
  }

  /// Whether the read has come to its end, or has failed.
  package var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Fills a batch with records of one file; false when all files have ended.
  ///
  /// - Parameters:
  ///   - open: Opens a file.
  ///   - fill: Appends records, and counts them; false when the file has ended.
  ///   - columns: The columns that the records of a batch have, if they have some.
  package func next(
    _ batch: inout RecordBatch,
    open: @Sendable (SourceFile, ReadPlace) throws(Failure) -> Opened,
    fill: @Sendable (inout Opened, inout RecordBatch, inout UInt32) throws(Failure) -> Bool,
    columns: (borrowing RecordBatch) -> ColumnSlots? = { $0.layout as? ColumnSlots }
  ) throws(Failure) -> Bool {
    batch.removeAll()
    return try state.withLock { state throws(Failure) in
      do throws(Failure) {
        while !state.hasEnded {
          batch.removeAll()
          if state.opened == nil {
            state.place.file += 1
            state.place.firstOfFile = state.place.number
            guard state.place.file < files.count else {
              state.hasEnded = true
              return false
            }
          }
          batch.ordinal = state.place.ordinal
          batch.file = state.place.file
          batch.firstRecord = state.place.number
          batch.firstOfFile = state.place.firstOfFile
          batch.countsPlaces = identity.usesNumber
          let file = files[state.place.file]
          if let problem = file.problem {
            batch.report(problem)
            state.place.ordinal += 1
            return true
          }
          // A file that cannot be opened ends the read: it may hold any number of records, and the index stays as it is.
          if state.opened == nil { state.opened = try open(file, state.place) }
          guard var opened = state.opened.take() else { return false }
          if try fill(&opened, &batch, &state.place.number) { state.opened = consume opened }
          if !batch.records.isEmpty || !batch.problems.isEmpty {
            batch.name(file, rootName: rootName, for: identity, columns: columns(batch))
            state.place.ordinal += 1
            return true
          }
        }
        return false
      } catch {
        // The others stop; the one who met the failure reports it.
        state.hasEnded = true
        state.opened = nil
        throw error
      }
    }
  }
}
