import FootlightDiagnostics
import FootlightPlatform
import RecordSources

/// What a watching knows of one domain between two looks.
struct WatchedDomain: Sendable {
  /// The domain as it was last declared.
  var declared: DeclaredDomain
  /// The folders of its source as they were last seen: one that has vanished comes back there.
  var folders: Set<String> = []
  /// Whether the system tells what happens in all of them.
  var isTold = false
  /// When it is looked at although nothing was told, on the clock that is never set back.
  var due: Int64 = 0
  /// When something happened that was not looked at yet: the first and the last.
  var changed: (first: Int64, last: Int64)?
  /// The files that are being written.
  var open: Set<String> = []
  /// How often it failed since it last succeeded.
  var attempts = 0
  /// What was said of it last.
  var told: [Diagnostic] = []

  /// Waiting for a writer to close its file ends when it has been calm for so long, or after so long
  /// in all: who appends to a log may never close it.
  private static let calm: Int64 = 1_000_000_000
  private static let patience: Int64 = 5_000_000_000

  init(_ declared: DeclaredDomain) {
    self.declared = declared
  }

  /// Whether its files are written by those who have them open all the time.
  private var isDatabase: Bool { declared.definition.source.kind == SourceKind.sqlite.name }

  /// Whether a program must be run to know whether anything has changed, and nothing says how often.
  var mustRun: Bool {
    let source = declared.definition.source
    return source.kind == SourceKind.command.name && source.refresh.every == nil
  }

  /// When it is to be looked at.
  var next: Int64 {
    guard let changed else { return due }
    // Not even the look that is due otherwise reads a file that is half written.
    guard open.isEmpty || isDatabase else {
      return min(changed.last + WatchedDomain.calm, changed.first + WatchedDomain.patience)
    }
    return min(due, changed.first)
  }

  /// Notes something that happened; false when it is about another folder.
  mutating func note(_ event: FileEvent, at now: Int64) -> Bool {
    guard event.folder.isEmpty || folders.contains(event.folder) else { return false }
    // Who only reads a database has its log open for writing, and writes the shared memory.
    if isDatabase, event.kind == .closed || event.name.hasSuffix("-shm") { return false }
    changed = (changed?.first ?? now, now)
    if event.kind == .written { open.insert(event.name) } else { open.remove(event.name) }
    return true
  }

  /// Finds the folders anew, with those above them up to the declaration's: new ones come there.
  mutating func findFolders() {
    guard let files = try? declared.source.files(), !files.isEmpty else { return }
    let root = declared.definition.source.folder
    var found: Set<String> = []
    for file in files {
      var next = Path.parent(of: file)
      while let folder = next, found.insert(folder).inserted, folder != root,
        Path.isInside(folder, root)
      {
        next = Path.parent(of: folder)
      }
    }
    folders = found
  }
}
