import DeclaredRecords
import FootlightPlatform
import SourceKinds

/// The state of one watched domain between two looks.
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
  /// How often it failed since it last succeeded, or its source last looked otherwise.
  var attempts = 0
  /// How its source looked when it failed; nil when it did not, or nobody could tell.
  var failedLook: String?
  /// When it is tried again although its source looks the same, on the clock that is never set back.
  var retry: Int64 = 0
  /// The diagnostics that were told of it last.
  var told: [Diagnostic] = []

  /// Waiting for a writer to close its file ends when it has been calm for so long, or after so long
  /// in all: who appends to a log may never close it.
  private static let calm: Int64 = 1_000_000_000
  private static let patience: Int64 = 5_000_000_000
  private static let second: Int64 = 1_000_000_000
  /// The longest that a costly failure keeps it from being tried again.
  private static let longestPause: Int64 = 3_600 * second

  init(_ declared: DeclaredDomain) {
    self.declared = declared
  }

  /// Whether its files are written by those who have them open all the time.
  private var isDatabase: Bool { declared.definition.source.kind == SourceKind.sqlite.name }

  /// Whether a program must be run, or a server asked, to know whether anything has changed, and nothing
  /// else says how often.
  var mustRun: Bool {
    let source = declared.definition.source
    return source.kind == SourceKind.command.name && source.refresh.every == nil
      || source.kind == SourceKind.http.name
  }

  /// The ways in which a domain is looked at; the cost of one says nothing of the others.
  enum Way: Sendable, Hashable {
    /// The system tells what happens to its files.
    case told
    /// Its files are looked at again and again.
    case untold
    /// A program is run, or a server asked.
    case run
    /// It has no source: programs push its records.
    case pushed
  }

  /// The way in which it is looked at.
  var way: Way {
    if declared.definition.source.kind == SourceKind.external.name { return .pushed }
    if mustRun { return .run }
    return isTold ? .told : .untold
  }

  /// Whether nothing was told of it since it was last up to date, and a look at its files is all that it takes.
  var isQuiet: Bool {
    changed == nil && open.isEmpty && attempts == 0 && failedLook == nil && told.isEmpty && isTold
      && !mustRun
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

  /// Whether it failed, its source looks as it did then, and it is not yet time to try all the same.
  func isHopeless(_ look: String?, at now: Int64) -> Bool {
    look != nil && look == failedLook && now < retry
  }

  /// Notes a failure, and when it is looked at and tried again: after 1, 2, 4, … 64 seconds, not
  /// sooner than after ten times what the try has cost, and not before the journal asks for it.
  ///
  /// - Parameters:
  ///   - look: how the source looked before it was tried; nil where that cannot be told, and then it
  ///     is tried whenever it is looked at.
  ///   - pause: after which time it is looked at.
  ///   - wait: how long the rows that could not be applied want to be left alone.
  mutating func fail(
    at now: Int64, cost: Int64, look: String?, pause: Int64, wait: Int64 = 0,
    isMissing: Bool = false
  ) {
    if look != nil, look != failedLook { attempts = 0 }
    failedLook = look
    // A missing file costs nothing to look for.
    let backoff = WatchedDomain.second << Int64(isMissing ? 0 : min(attempts, 6))
    let price = isMissing ? 0 : min(10 * max(0, cost), WatchedDomain.longestPause)
    attempts += 1
    retry = now + max(backoff, price, wait)
    if look != nil {
      due = min(retry, now + pause)
    } else {
      // Good records must not wait as long as those that could not be applied.
      due = wait > 0 ? min(retry, now + max(pause, 60 * WatchedDomain.second)) : retry
    }
  }

  /// Notes that it is up to date, and after which time it is looked at again.
  mutating func succeed(at now: Int64, pause: Int64) {
    attempts = 0
    failedLook = nil
    due = now + pause
  }

  /// Notes something that happened; false when it is about another folder.
  mutating func note(_ event: FileEvent, at now: Int64) -> Bool {
    guard event.folder.isEmpty || folders.contains(event.folder) else { return false }
    // A mere reader of a database has its log open for writing, and writes the shared memory.
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
