import DeclaredRecords
import FootlightPlatform
package import IndexStores

/// How a source looks from outside, and whether that means that its records have changed.
struct SourceLook: Sendable {
  /// Whether the records can be others than those that were indexed.
  var hasChanged: Bool
  /// Whether the source is so young that the same look later proves nothing.
  var isFresh: Bool
  /// The files whose change a query notices.
  var watched: [WatchedFile]
  /// Whether the records were read for it, where it is said how often that may happen.
  var isAsked = false

  /// Looks at a source, and compares with what was stored when it was read.
  ///
  /// A source that was written within the last moments before it was read can have been written
  /// again within the same tick of the clock: then its records are compared by digest, once.
  static func of(
    _ declared: DeclaredDomain, comparedWith facts: DomainFacts, now: Int64,
    cancellation: Cancellation
  ) throws(Failure) -> SourceLook {
    // Looked at before the stamp: what changes in between makes a query say so. The look itself
    // can change while the records do not, when another file comes into a folder.
    // Most of the time nothing has: then the files need not be found a second time.
    let isSame = !facts.watched.contains(where: \.hasChanged)
    let watched = isSame ? facts.watched : SourceFiles(declared.source).watched
    let position = ReadPosition(facts)
    let refresh = declared.definition.source.refresh
    if let every = refresh.every, position.wasAsked(within: every, now: now) {
      return SourceLook(hasChanged: false, isFresh: facts.sourceIsFresh, watched: watched)
    }
    let stamp = try declared.source.stamp()
    var look = SourceLook(
      hasChanged: stamp.text != facts.sourceStamp, isFresh: stamp.isFresh,
      watched: watched)
    guard !look.hasChanged else { return look }
    if let every = refresh.fullEvery, position.isDueWhole(every: every, now: now) {
      look.hasChanged = true
      return look
    }
    guard facts.sourceIsFresh else {
      look.isFresh = false
      return look
    }
    if let telling = declared.source as? any ChangeTellingSource, telling.tellsChanges {
      // It says itself what is new, and that costs less than a read; or it must not be run twice,
      // once to know and once to apply, nor by two who ask at the same time.
      let isRationed = refresh.every != nil && !telling.findsRecords && !position.hasDuplicates
      if let cursor = position.cursor, telling.findsRecords,
        case .unchanged = try telling.changes(
          since: cursor, declared.definition.mapping.plan, keyLimit: 1, cancellation: cancellation)
      {
        return look
      }
      if position.cursor != nil || isRationed {
        look.hasChanged = true
        return look
      }
    }
    look.hasChanged = try digest(declared, cancellation) != facts.sourceDigest
    look.isAsked = refresh.every != nil
    return look
  }

  /// The digest of all records, without mapping them.
  private static func digest(
    _ declared: DeclaredDomain, _ cancellation: Cancellation
  ) throws(Failure) -> UInt64 {
    let reader = try declared.source.open(
      declared.definition.mapping.plan, cancellation: cancellation)
    var batch = RecordBatch()
    var tally = RecordTally()
    while true {
      try cancellation.check()
      guard try reader.next(&batch) else { break }
      tally.digest(batch)
      batch.removeAll()
    }
    return tally.digest
  }
}

/// The files of a source as they look now.
struct SourceFiles: Sendable {
  /// How many bytes they hold together; nil when the source is no set of files.
  var bytes: Int?
  /// Those that a query looks at: all of them or the first ones, and the folders that hold them,
  /// whose times tell when files come and go.
  var watched: [WatchedFile]

  /// As many as a query can look at without being slowed down.
  private static let mostWatched = 64

  /// Looks at the files of a source; what cannot be looked at is left out.
  init(_ source: any RecordSource) {
    bytes = nil
    watched = []
    do throws(Failure) {
      let paths = try source.files()
      guard !paths.isEmpty else { return }
      var folders: [WatchedFile] = []
      var seen: Set<String> = []
      var sum = 0
      // A database and its log are one file: they come and go together.
      let isOne = paths.count { !$0.hasSuffix("-wal") } == 1
      for path in paths {
        guard let file = try SourceFiles.look(path) else { continue }
        sum &+= Int(clamping: file.size)
        if watched.count < SourceFiles.mostWatched { watched.append(file) }
        // A single file is watched by itself: its folder changes for other reasons, too.
        guard !isOne, let parent = Path.parent(of: path), seen.insert(parent).inserted,
          folders.count < SourceFiles.mostWatched, let folder = try SourceFiles.look(parent)
        else { continue }
        folders.append(folder)
      }
      watched += folders
      bytes = sum
    } catch {
      // Reading the source will say what is wrong with it.
    }
  }

  private static func look(_ path: String) throws(Failure) -> WatchedFile? {
    guard let status = try FileStatus.of(path) else { return nil }
    return WatchedFile(path: path, size: Int64(status.size), modified: status.modified)
  }
}

extension WatchedFile {
  /// Whether the file looks otherwise than it did, by one `stat`.
  package var hasChanged: Bool {
    do throws(Failure) {
      guard let status = try FileStatus.of(path) else { return true }
      return Int64(status.size) != size || status.modified != modified
    } catch {
      // A file that cannot be looked at is not said to have changed.
      return false
    }
  }
}
