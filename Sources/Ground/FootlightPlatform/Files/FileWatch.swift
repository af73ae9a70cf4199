/// Something that happened in a watched folder.
package struct FileEvent: Sendable, Hashable {
  /// The folder; empty when so much has happened that it was not told.
  package var folder: String
  /// The name of what came, changed or went in it; empty for the folder itself.
  package var name: String
  /// The kind of change.
  package var kind: Kind

  /// The kinds of changes of a file or a folder.
  package enum Kind: Sendable, Hashable {
    /// It was written, or came, and its writer has not closed it yet.
    case written
    /// Somebody who might have written it has closed it.
    case closed
    /// It came complete, or went.
    case moved
  }
}

/// Wakes a thread when something happens in one of several folders.
///
/// Where the operating system tells nothing, or cannot tell it of all folders, waiting is all there
/// is, and ``isComplete`` says so.
///
/// Linux: inotify(7).
package struct FileWatch: ~Copyable, Sendable {
  #if os(Linux)
    /// How much is read at a time, and how often at most before it is told: whoever writes without a
    /// pause would never let it come to an end.
    private static let blockSize = 1 << 12
    private static let mostReads = 16

    private let descriptor: Descriptor?
    /// Its number; negative where the system has none to give.
    private let number: Int32
  #endif
  private var marks: [String: Int32] = [:]
  /// The names of each folder: it can have several.
  private var folders: [Int32: Set<String>] = [:]
  /// Whether all folders that are there are watched, so that nobody needs to look often.
  package private(set) var isComplete = false

  /// A watch of nothing.
  package init() {
    #if os(Linux)
      number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      descriptor = number >= 0 ? Descriptor(owned: number) : nil
    #endif
  }

  /// Watches these folders and no others; those that are not there are passed over.
  ///
  /// C: inotify_add_watch, inotify_rm_watch.
  package mutating func watch(_ wanted: Set<String>) {
    #if os(Linux)
      guard number >= 0 else { return }
      let events = UInt32(
        IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
          | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
      for (folder, mark) in marks where !wanted.contains(folder) { forget(folder, mark) }
      isComplete = true
      for folder in wanted where marks[folder] == nil {
        let mark = unsafe inotify_add_watch(number, folder, events)
        if mark < 0 {
          if errno != ENOENT && errno != ENOTDIR { isComplete = false }
        } else {
          marks[folder] = mark
          folders[mark, default: []].insert(folder)
        }
      }
    #endif
  }

  private mutating func forget(_ folder: String, _ mark: Int32) {
    #if os(Linux)
      marks[folder] = nil
      folders[mark]?.remove(folder)
      if folders[mark]?.isEmpty == true {
        folders[mark] = nil
        inotify_rm_watch(number, mark)
      }
    #endif
  }

  /// Waits until something has happened, for so many milliseconds at most; empty when nothing has.
  ///
  /// A signal that is caught ends the waiting early. C: poll, read.
  package mutating func wait(milliseconds: Int) -> [FileEvent] {
    let time = Int32(clamping: max(0, milliseconds))
    #if os(Linux)
      guard number >= 0 else {
        _ = poll(nil, 0, time)
        return []
      }
      var told = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&told, 1, time) > 0 else { return [] }
      var found: [FileEvent] = []
      var buffer = ByteArena()
      for _ in 0..<FileWatch.mostReads {
        var got = 0
        buffer.removeAll()
        unsafe buffer.appendUnsafe(room: FileWatch.blockSize) { room in
          got = unsafe read(number, room.baseAddress, room.count)
          return max(0, got)
        }
        guard got > 0 else { break }
        take(buffer, into: &found)
      }
      return found
    #else
      _ = poll(nil, 0, time)
      return []
    #endif
  }

  #if os(Linux)
    /// Takes events apart: mark, mask, cookie and length of the name, four bytes each, then the name,
    /// filled up with zeros.
    private mutating func take(_ buffer: borrowing ByteArena, into found: inout [FileEvent]) {
      var at = 0
      while at + 16 <= buffer.count {
        let mark = buffer.load(at, as: Int32.self)
        let mask = buffer.load(at + 4, as: UInt32.self)
        let length = min(Int(buffer.load(at + 12, as: UInt32.self)), buffer.count - at - 16)
        let bytes = buffer.bytes(ByteRange(start: at + 16, count: length)).prefix { $0 != 0 }
        at += 16 + length
        func holds(_ events: Int32...) -> Bool {
          events.contains { mask & UInt32(bitPattern: $0) != 0 }
        }
        if holds(IN_Q_OVERFLOW) {
          found.append(FileEvent(folder: "", name: "", kind: .moved))
        }
        guard let names = folders[mark] else { continue }
        let isWritten = holds(IN_MODIFY) || holds(IN_CREATE) && !holds(IN_ISDIR)
        let kind: FileEvent.Kind =
          isWritten ? .written : holds(IN_CLOSE_WRITE) ? .closed : .moved
        for folder in names {
          found.append(
            FileEvent(
              folder: folder, name: String(decoding: bytes, as: UTF8.self),
              kind: kind))
        }
        // The kernel watches the folder and not its name: another folder can take the name.
        if holds(IN_IGNORED, IN_MOVE_SELF) {
          for name in names { marks[name] = nil }
          folders[mark] = nil
          if !holds(IN_IGNORED) { inotify_rm_watch(number, mark) }
          // The watched folders inside it moved with it.
          for name in names where holds(IN_MOVE_SELF) {
            for (inner, mark) in marks where Path.isInside(inner, name) { forget(inner, mark) }
          }
        }
      }
    }
  #endif
}
