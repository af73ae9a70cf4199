import FileHandles
package import FootlightPlatform
import Synchronization

/// A disk that forgets: at a step the power goes, and of what was not forced to the disk each page may be as it
/// was, or as it was to be; one of them is torn.
///
/// Names are lost as well: of a folder that was not forced to the disk, what was removed or replaced may be back, and
/// what was made may be gone. A lying disk says that it has forced something and sometimes has not.
///
/// Everything is kept back by the copy of a file that is made whenever it is forced to the disk. For a process that
/// runs one test: it ends there.
package final class PowerLoss: Sendable {
  private struct State {
    var count = 0
    /// What is on the disk for certain, by path.
    var durable: [String: [UInt8]] = [:]
    /// What was on the disk under names that are gone since, until their folder is forced to the disk.
    var ghosts: [String: [UInt8]] = [:]
    /// The files whose names are on the disk for certain.
    var named: Set<String> = []
    var random: SeededRandom
  }

  private let state: Mutex<State>
  private let folder: String
  private let chosen: Int
  private let isLying: Bool

  /// The power goes at the n-th step, counted from 1; with 0 never.
  ///
  /// - Parameter folder: only files in it are lost; what is there now is on the disk.
  package init(in folder: String, at chosen: Int = 0, seed: UInt64 = 1, isLying: Bool = false) {
    self.folder = folder
    self.chosen = chosen
    self.isLying = isLying
    var state = State(random: SeededRandom(seed: seed))
    for path in PowerLoss.files(in: folder) { state.durable[path] = PowerLoss.contents(path) }
    state.named = Set(state.durable.keys)
    self.state = Mutex(state)
  }

  /// How many steps there were.
  package var count: Int { state.withLock { $0.count } }

  /// File operations that count and lose.
  package var files: FileOperations {
    FileOperations { (step) throws(Failure) in
      guard step.changesDisk else { return }
      self.reach()
      switch step {
      case .synchronize(let path): self.keep(path)
      case .synchronizeFolder(let path): self.keepNames(in: path)
      case .remove(let path): self.remove(path)
      case .rename(let path, let other): self.rename(path, other)
      default: break
      }
    }
  }

  /// Makes every SQLite connection that is opened from now on count and lose.
  package func observeSQLite() throws(Failure) {
    _ = try ObservedFilesystem(name: "losing", isDefault: true) { step in
      self.reach()
      switch step {
      case .synchronize(let path):
        self.keep(path)
        // SQLite forces the name of a log or a journal to the disk with its first contents.
        if path.hasSuffix("-wal") || path.hasSuffix("-journal") { self.keepName(path) }
      case .remove(let path): self.remove(path)
      default: break
      }
      return .proceed
    }
  }

  private func reach() {
    let isNow = state.withLock { state in
      state.count += 1
      return state.count == chosen
    }
    if isNow { strike() }
  }

  private func keep(_ path: String) {
    guard path.hasPrefix(folder), let contents = PowerLoss.contents(path) else { return }
    state.withLock { state in
      if isLying, state.random.oneIn(3) { return }
      state.durable[path] = contents
    }
  }

  private func remove(_ path: String) {
    state.withLock { state in
      if let contents = state.durable.removeValue(forKey: path) { state.ghosts[path] = contents }
      state.named.remove(path)
    }
  }

  private func rename(_ path: String, _ other: String) {
    state.withLock { state in
      if let contents = state.durable[other] { state.ghosts[other] = contents }
      state.durable[other] = state.durable.removeValue(forKey: path)
      state.named.remove(path)
    }
  }

  /// With the folder of a file all names in it are forced to the disk.
  private func keepName(_ path: String) {
    guard !state.withLock({ $0.named.contains(path) }), let folder = Path.parent(of: path) else {
      return
    }
    keepNames(in: folder)
  }

  private func keepNames(in folder: String) {
    state.withLock { state in
      for path in PowerLoss.files(in: folder) where Path.parent(of: path) == folder {
        state.named.insert(path)
      }
      for path in state.ghosts.keys where Path.parent(of: path) == folder {
        state.ghosts[path] = nil
      }
    }
  }

  /// The power goes.
  package func strike() -> Never {
    state.withLock { state in
      for path in PowerLoss.files(in: folder).sorted() where !path.hasSuffix("-shm") {
        guard let present = PowerLoss.contents(path) else { continue }
        let durable = state.durable[path]
        if let ghost = state.ghosts[path], state.random.oneIn(2) {
          PowerLoss.put(ghost, path)
        } else if durable == nil || !state.named.contains(path), state.random.oneIn(3) {
          unsafe unlink(path)
        } else if durable != present {
          PowerLoss.put(PowerLoss.mixed(durable ?? [], present, &state.random), path)
        }
      }
      for (path, ghost) in state.ghosts.sorted(by: { $0.key < $1.key })
      where PowerLoss.contents(path) == nil && state.random.oneIn(2) {
        PowerLoss.put(ghost, path)
      }
      // The shared memory of a log is of the processes, and those are gone.
      for path in PowerLoss.files(in: folder) where path.hasSuffix("-shm") { unsafe unlink(path) }
    }
    kill(getpid(), SIGKILL)
    while true { pause() }
  }

  /// Pages of both, one of them half and half.
  private static func mixed(
    _ durable: [UInt8], _ present: [UInt8], _ random: inout SeededRandom
  ) -> [UInt8] {
    let page = 4096
    // The size is one of the two.
    let size = random.oneIn(2) ? durable.count : present.count
    var bytes = [UInt8](repeating: 0, count: size)
    let pages = (size + page - 1) / page
    let torn = pages > 0 ? random.below(pages) : 0
    for number in 0..<pages {
      let takesPresent = random.oneIn(2)
      for place in number * page..<min(size, (number + 1) * page) {
        let isFirstHalf = place - number * page < page / 2
        let source = (number == torn ? isFirstHalf : takesPresent) ? present : durable
        if place < source.count { bytes[place] = source[place] }
      }
    }
    return bytes
  }

  private static func files(in folder: String) -> [String] {
    var found: [String] = []
    for entry in (try? Folder.entries(of: folder)) ?? [] {
      let path = Path.join(folder, entry.name)
      if entry.kind == .folder { found += files(in: path) } else { found.append(path) }
    }
    return found
  }

  private static func contents(_ path: String) -> [UInt8]? {
    guard let bytes = try? File.readWhole(path) else { return nil }
    return bytes.bytes(bytes.all)
  }

  /// Writes past everything that observes.
  private static func put(_ bytes: [UInt8], _ path: String) {
    guard let file = try? FileOperations.system.create(path) else { return }
    try? file.write(bytes.span)
  }
}
