import CSystemSQLite
import FileHandles
package import FootlightPlatform

/// A SQLite file system that asks before everything that changes a file: for tests that count,
/// refuse, or end the process at the n-th step.
///
/// It wraps the default one and stays registered for the life of the process, as SQLite keeps its
/// address.
package final class ObservedFilesystem: Sendable {
  /// One step, before it is taken; the path is empty for files without a name.
  package enum Step: Sendable, Hashable {
    case write(String, offset: Int, bytes: Int)
    case truncate(String, size: Int)
    case synchronize(String)
    case remove(String)

    /// The file that the step changes.
    package var path: String {
      switch self {
      case .write(let path, _, _), .truncate(let path, _), .synchronize(let path),
        .remove(let path):
        path
      }
    }
  }

  /// The fate of a step.
  package enum Verdict: Sendable {
    case proceed
    /// The step is not taken, and SQLite is told that the disk is full.
    case diskFull
    /// The step is not taken, and SQLite is told that the disk failed.
    case failure
    /// Of a write, only so many bytes reach the disk; then `then` is called, and if it returns,
    /// SQLite is told that the disk failed.
    case tear(Int, then: @Sendable () -> Void)
  }

  /// The name by which a connection asks for it.
  package let name: String
  let observe: @Sendable (Step) -> Verdict

  /// Registers a file system; as the default one it serves all connections opened from now on.
  ///
  /// SQLite: sqlite3_vfs_find, sqlite3_vfs_register.
  package init(
    name: String, isDefault: Bool = false, observe: @escaping @Sendable (Step) -> Verdict
  ) throws(Failure) {
    self.name = name
    self.observe = observe
    let code = register(self, isDefault: isDefault)
    guard code == SQLITE_OK else {
      throw Failure(.sqliteFailed, "cannot register the file system \(name): \(code)")
    }
  }
}

/// The pointers with which a wrapped file system finds its way back; never freed.
@safe
final class ObservedContext {
  let owner: ObservedFilesystem
  let wrapped: UnsafeMutablePointer<sqlite3_vfs>
  let methods: UnsafeMutablePointer<sqlite3_io_methods>

  init(_ owner: ObservedFilesystem, _ wrapped: UnsafeMutablePointer<sqlite3_vfs>) {
    self.owner = owner
    unsafe self.wrapped = wrapped
    unsafe methods = .allocate(capacity: 1)
    unsafe methods.initialize(to: observedMethods())
  }
}

private func register(_ owner: ObservedFilesystem, isDefault: Bool) -> Int32 {
  // SQLite sets itself up at the first call; a look for a VFS does that too.
  guard let wrapped = unsafe sqlite3_vfs_find("unix") ?? sqlite3_vfs_find(nil) else {
    return SQLITE_ERROR
  }
  let context = unsafe ObservedContext(owner, wrapped)
  var name = Array(owner.name.utf8CString)
  let keptName = UnsafeMutablePointer<CChar>.allocate(capacity: name.count)
  unsafe keptName.initialize(from: &name, count: name.count)
  let filesystem = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
  unsafe filesystem.initialize(to: wrapped.pointee)
  unsafe filesystem.pointee.iVersion = 2
  unsafe filesystem.pointee.szOsFile = Int32(observedFileSize) + wrapped.pointee.szOsFile
  unsafe filesystem.pointee.pNext = nil
  unsafe filesystem.pointee.zName = UnsafePointer(keptName)
  unsafe filesystem.pointee.pAppData = Unmanaged.passRetained(context).toOpaque()
  unsafe filesystem.pointee.xOpen = { unsafe openObserved($0, $1, $2, $3, $4) }
  unsafe filesystem.pointee.xDelete = { filesystem, name, synchronize in
    guard let context = unsafe observedContext(of: filesystem) else { return SQLITE_IOERR }
    let path = unsafe name.map { unsafe String(cString: $0) } ?? ""
    let code = refusal(context.owner.observe(.remove(path)))
    return unsafe code != SQLITE_OK
      ? code : context.wrapped.pointee.xDelete(context.wrapped, name, synchronize)
  }
  // The functions that remain do not look at the address with which they are called.
  return unsafe sqlite3_vfs_register(filesystem, isDefault ? 1 : 0)
}

/// The context of a registered file system.
func observedContext(of filesystem: UnsafeMutablePointer<sqlite3_vfs>?) -> ObservedContext? {
  guard let data = unsafe filesystem?.pointee.pAppData else { return nil }
  return unsafe Unmanaged<ObservedContext>.fromOpaque(data).takeUnretainedValue()
}

/// The error code that SQLite gets for a step that is not taken.
func refusal(_ verdict: ObservedFilesystem.Verdict) -> Int32 {
  switch verdict {
  case .proceed: SQLITE_OK
  case .diskFull: SQLITE_FULL
  case .failure, .tear: SQLITE_IOERR
  }
}
