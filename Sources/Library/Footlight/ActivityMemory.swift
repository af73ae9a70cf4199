import FootlightPlatform
import IndexStores
import SearchEngine
import Synchronization

/// The look of the file in which activity is kept: another one means that something was recorded.
private struct ActivityLook: Sendable, Hashable {
  var parts: [Int64] = []

  init(_ path: String) {
    for name in [path, path + "-wal"] {
      var status: FileStatus?
      do throws(Failure) { status = try FileStatus.of(name) } catch { parts.append(-1) }
      guard let status else {
        parts.append(0)
        continue
      }
      parts += [Int64(bitPattern: status.inode), Int64(status.size), status.modified]
    }
  }
}

/// The activity that a library read last.
final class ActivityMemory: Sendable {
  private struct Held: Sendable {
    var look: ActivityLook
    var changes: Int
    var minute: Int64
    var view: ActivityView
  }

  private let held = Mutex<Held?>(nil)

  /// The present view; read again where the file looks otherwise, another day has come, or a page may
  /// have ended.
  ///
  /// - Parameter changes: how often this program has changed it.
  func view(
    _ path: String, _ data: UserDatabase, changes: Int, now: Int64, knowsQueries: Bool
  ) -> ActivityView {
    let look = ActivityLook(path)
    let minute = now / 60
    if let known = held.withLock({ $0 }), known.look == look, known.changes == changes {
      if known.minute == minute { return known.view }
      let isCurrent =
        known.view.today == ActivityStrength.day(of: now)
        && !(known.view.pages?.items.contains { $0.expires.map { $0 <= now } ?? false } ?? false)
      if isCurrent { return known.view }
    }
    var view: ActivityView
    do throws(Failure) {
      view = ActivityView(try data.activity(), now: now)
    } catch {
      // Unreadable activity never stops searching.
      view = ActivityView([], now: now, failure: error.diagnostics.first)
    }
    if view.records.isEmpty, view.failure == nil { view = ActivityView([], now: now) }
    if knowsQueries, view.failure == nil {
      view.queries = (try? data.queries(on: view.today)) ?? []
    }
    let made = Held(look: look, changes: changes, minute: minute, view: view)
    held.withLock { $0 = made }
    return view
  }
}

extension Library {
  /// The recorded activity as searches see it.
  func activityView() -> ActivityView {
    activityMemory.view(
      userDataPath, userData, changes: open.activityChanges.count, now: system.now(),
      knowsQueries: logsQueries)
  }

  /// Where activity is kept.
  var userDataPath: String { Path.join(workspace.index, UserDatabase.fileName) }

  /// Whether activity is recorded at all here.
  var recordsActivity: Bool {
    system.environment("FOOTLIGHT_ACTIVITY")?.lowercased() != "off"
  }
}
