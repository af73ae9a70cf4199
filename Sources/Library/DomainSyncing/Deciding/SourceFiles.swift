import DeclaredRecords
import FootlightPlatform
import IndexStores

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
