import FootlightPlatform

/// The bookmarks of a file that a browser exported: lists within lists, each below the name of its folder.
///
/// Format: https://learn.microsoft.com/en-us/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85)
struct BookmarkList {
  /// An address that somebody has kept.
  struct Bookmark {
    let address: String
    let attributes: HTMLAttributes
    let folders: [String]
    let line: Int
    /// Where its name and the note below it stand in the text of the page.
    var name = 0..<0
    var note = 0..<0
  }

  private(set) var all: [Bookmark] = []
  /// The folders whose lists are open, and the name of the one that begins next.
  private var folders: [String] = []
  private var folder = ""
  /// Where the note of the last bookmark begins, while it is open.
  private var note: Int?
  /// Whether a note would be that of the last bookmark, and not that of a folder.
  private var isBehindBookmark = false
  /// Whether the open anchor is the last bookmark.
  private var isNamed = false

  /// Whether a file begins as such an export does.
  static func isBegun(by bytes: borrowing ByteArena) -> Bool {
    bytes.text(ByteRange(start: 0, count: min(512, bytes.count))).uppercased()
      .contains("NETSCAPE-BOOKMARK-FILE")
  }

  /// An element begins where the text has come to `place`.
  mutating func begin(
    _ tag: PageElement, _ attributes: HTMLAttributes, at place: Int, line: Int
  ) {
    switch tag {
    case .definitions:
      closeNote(at: place)
      isBehindBookmark = false
      folders.append(folder)
      folder = ""
    case .anchor:
      closeNote(at: place)
      isNamed = false
      guard let address = attributes["href"], !address.hasPrefix("place:") else { return }
      isNamed = true
      all.append(
        Bookmark(
          address: address, attributes: attributes,
          // Nobody keeps folders so deep within each other: what goes on does so by mistake.
          folders: folders.prefix(64).filter { !$0.isEmpty }, line: line))
    case .definition: note = isBehindBookmark ? place : nil
    default: break
    }
  }

  /// An element ends that began where the text had come to `start`.
  mutating func end(_ tag: PageElement, from start: Int, _ text: borrowing PageText) {
    switch tag {
    case .definitions:
      closeNote(at: text.end)
      _ = folders.popLast()
    case .definition: closeNote(at: text.end)
    case .anchor:
      guard isNamed, let last = all.indices.last else { return }
      all[last].name = start..<text.end
      isBehindBookmark = true
    case .heading(let level):
      isBehindBookmark = false
      // The first level is the title of the file.
      if level > 1 { folder = text.text(start..<text.end) }
    default: break
    }
  }

  private mutating func closeNote(at place: Int) {
    if let note, let last = all.indices.last { all[last].note = note..<max(note, place) }
    note = nil
  }
}

extension BookmarkList.Bookmark {
  /// The fields of the record.
  func record(_ text: borrowing PageText) -> Record {
    var object = Record()
    let name = text.text(name)
    object.put("title", name.isEmpty ? address : name)
    object.put("url", address)
    object.put("parents", folders)
    // Beside it stands the folder of the file: also where there is none, this one counts.
    object.fields.append(Record.Field("folder", .text(folders.joined(separator: " / "))))
    object.put("tags", attributes["tags"]?.listed ?? [])
    object.put("shortcut", attributes["shortcuturl"])
    object.put("added", date("add_date"))
    object.put("modified", date("last_modified"))
    object.put("body", text.text(note))
    return object
  }

  /// Seconds since 1970 as ISO 8601; some programs write thousandths or millionths of them.
  private func date(_ name: String) -> String? {
    guard var seconds = attributes[name].flatMap({ Int64($0) }), seconds > 0 else { return nil }
    while seconds > 99_999_999_999 { seconds /= 1000 }
    return Instant(seconds: seconds).iso
  }
}
