import CSystemSQLite

/// A file of an observed file system: SQLite's own part first, followed by the wrapped file.
@safe
struct ObservedFile {
  var base: sqlite3_file
  var facts: UnsafeMutableRawPointer?
}

/// The offset of the wrapped file: after our part, aligned as any C struct may require.
let observedFileSize = (MemoryLayout<ObservedFile>.size + 15) / 16 * 16

private final class ObservedFacts {
  let path: String
  let context: ObservedContext

  init(path: String, context: ObservedContext) {
    self.path = path
    self.context = context
  }
}

func openObserved(
  _ filesystem: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?,
  _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
  _ outFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
  guard let context = unsafe observedContext(of: filesystem), let file = unsafe file else {
    return SQLITE_CANTOPEN
  }
  let inner = unsafe wrapped(file)
  unsafe file.pointee.pMethods = nil
  let code = unsafe context.wrapped.pointee.xOpen(context.wrapped, name, inner, flags, outFlags)
  guard code == SQLITE_OK else {
    // A file that says how to be closed wants to be, even when it could not be opened.
    if let methods = unsafe inner.pointee.pMethods { unsafe _ = methods.pointee.xClose(inner) }
    return code
  }
  let path = unsafe name.map { unsafe String(cString: $0) } ?? ""
  let facts = ObservedFacts(path: path, context: context)
  unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: ObservedFile.self).pointee.facts =
    Unmanaged.passRetained(facts).toOpaque()
  unsafe file.pointee.pMethods = UnsafePointer(context.methods)
  return SQLITE_OK
}

private func wrapped(_ file: UnsafeMutablePointer<sqlite3_file>?)
  -> UnsafeMutablePointer<sqlite3_file>
{
  // SQLite hands out only files that were opened here.
  guard let file = unsafe file else { preconditionFailure("SQLite handed out no file") }
  return unsafe (UnsafeMutableRawPointer(file) + observedFileSize)
    .assumingMemoryBound(to: sqlite3_file.self)
}

private func ask(
  _ file: UnsafeMutablePointer<sqlite3_file>?,
  _ step: (String) -> ObservedFilesystem.Step
) -> ObservedFilesystem.Verdict {
  guard let file = unsafe file,
    let facts = unsafe UnsafeMutableRawPointer(file)
      .assumingMemoryBound(to: ObservedFile.self).pointee.facts
  else { return .proceed }
  let known = unsafe Unmanaged<ObservedFacts>.fromOpaque(facts).takeUnretainedValue()
  return known.context.owner.observe(step(known.path))
}

private func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
  let inner = unsafe wrapped(file)
  let code = unsafe inner.pointee.pMethods.pointee.xClose(inner)
  if let file = unsafe file {
    let whole = unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: ObservedFile.self)
    if let facts = unsafe whole.pointee.facts {
      unsafe Unmanaged<ObservedFacts>.fromOpaque(facts).release()
    }
    unsafe whole.pointee.facts = nil
    unsafe file.pointee.pMethods = nil
  }
  return code
}

/// The methods of an observed file: four ask first, the others go straight to the wrapped file.
func observedMethods() -> sqlite3_io_methods {
  var methods = sqlite3_io_methods()
  methods.iVersion = 3
  unsafe methods.xClose = { file in unsafe close(file) }
  unsafe methods.xWrite = { file, bytes, count, offset in
    let inner = unsafe wrapped(file)
    switch unsafe ask(file, { .write($0, offset: Int(offset), bytes: Int(count)) }) {
    case .proceed:
      return unsafe inner.pointee.pMethods.pointee.xWrite(inner, bytes, count, offset)
    case .tear(let kept, let then):
      let size = max(0, min(count, Int32(clamping: kept)))
      _ = unsafe inner.pointee.pMethods.pointee.xWrite(inner, bytes, size, offset)
      then()
      return failedWrite
    case .diskFull: return SQLITE_FULL
    case .failure: return failedWrite
    }
  }
  unsafe methods.xTruncate = { file, size in
    let code = unsafe refusal(ask(file) { .truncate($0, size: Int(size)) })
    let inner = unsafe wrapped(file)
    return unsafe code != SQLITE_OK
      ? code : inner.pointee.pMethods.pointee.xTruncate(inner, size)
  }
  unsafe methods.xSync = { file, flags in
    let code = unsafe refusal(ask(file) { .synchronize($0) })
    let inner = unsafe wrapped(file)
    return unsafe code != SQLITE_OK ? code : inner.pointee.pMethods.pointee.xSync(inner, flags)
  }
  forwardReading(&methods)
  forwardSharedMemory(&methods)
  return methods
}

/// SQLITE_IOERR_WRITE, which is a macro that Swift does not import.
private var failedWrite: Int32 { SQLITE_IOERR | (3 << 8) }

private func forwardReading(_ methods: inout sqlite3_io_methods) {
  unsafe methods.xRead = { file, bytes, count, offset in
    let inner = unsafe wrapped(file)
    return unsafe inner.pointee.pMethods.pointee.xRead(inner, bytes, count, offset)
  }
  unsafe methods.xFileSize = { file, size in
    let inner = unsafe wrapped(file)
    return unsafe inner.pointee.pMethods.pointee.xFileSize(inner, size)
  }
  unsafe methods.xLock = { file, level in
    let inner = unsafe wrapped(file)
    return unsafe inner.pointee.pMethods.pointee.xLock(inner, level)
  }
  unsafe methods.xUnlock = { file, level in
    let inner = unsafe wrapped(file)
    return unsafe inner.pointee.pMethods.pointee.xUnlock(inner, level)
  }
  unsafe methods.xCheckReservedLock = { file, result in
    let inner = unsafe wrapped(file)
    return unsafe inner.pointee.pMethods.pointee.xCheckReservedLock(inner, result)
  }
  unsafe methods.xFileControl = { file, operation, argument in
    let inner = unsafe wrapped(file)
    return unsafe inner.pointee.pMethods.pointee.xFileControl(inner, operation, argument)
  }
  unsafe methods.xSectorSize = { file in
    let inner = unsafe wrapped(file)
    return unsafe inner.pointee.pMethods.pointee.xSectorSize(inner)
  }
  unsafe methods.xDeviceCharacteristics = { file in
    let inner = unsafe wrapped(file)
    return unsafe inner.pointee.pMethods.pointee.xDeviceCharacteristics(inner)
  }
  unsafe methods.xFetch = { file, offset, count, address in
    let inner = unsafe wrapped(file)
    return unsafe inner.pointee.pMethods.pointee.xFetch(inner, offset, count, address)
  }
  unsafe methods.xUnfetch = { file, offset, address in
    let inner = unsafe wrapped(file)
    return unsafe inner.pointee.pMethods.pointee.xUnfetch(inner, offset, address)
  }
}

private func forwardSharedMemory(_ methods: inout sqlite3_io_methods) {
  unsafe methods.xShmMap = { file, page, size, extend, address in
    let inner = unsafe wrapped(file)
    return unsafe inner.pointee.pMethods.pointee.xShmMap(inner, page, size, extend, address)
  }
  unsafe methods.xShmLock = { file, offset, count, flags in
    let inner = unsafe wrapped(file)
    return unsafe inner.pointee.pMethods.pointee.xShmLock(inner, offset, count, flags)
  }
  unsafe methods.xShmBarrier = { file in
    let inner = unsafe wrapped(file)
    unsafe inner.pointee.pMethods.pointee.xShmBarrier(inner)
  }
  unsafe methods.xShmUnmap = { file, remove in
    let inner = unsafe wrapped(file)
    return unsafe inner.pointee.pMethods.pointee.xShmUnmap(inner, remove)
  }
}
