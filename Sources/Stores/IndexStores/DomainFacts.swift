package import DeclaredRecords
import FootlightPlatform
package import SearchEngine

/// The facts that a builder publishes about a domain beside its items.
///
/// Everything that a query needs is here or in the generation, so that a query reads no
/// declaration.
package struct DomainFacts: Sendable, Hashable {
  /// The name for people.
  package var label: String
  /// The domain's weight in thousandths.
  package var weight: Int
  /// Words that count as the same word.
  package var synonyms = Synonyms()
  /// How items are recorded, shown and opened.
  package var querySettings = QuerySettings()
  /// The data version.
  package var version: Int
  /// A hash of all that decides the bytes of the index.
  package var fingerprint: String
  /// The declaration; nil for a domain that was registered in code.
  package var declaration: WatchedFile?
  /// The look of the source when it was read.
  package var sourceStamp: String
  /// Whether the source was so young that an equal look proves nothing.
  package var sourceIsFresh: Bool
  /// A digest of all records, in their order.
  package var sourceDigest: UInt64
  /// Files of the source whose change makes the index old; only so many that looking is cheap.
  package var watched: [WatchedFile]
  /// The cursor with which the source goes on where it stopped; only the source reads it.
  package var cursor: String
  /// How many records were read.
  package var records: Int
  /// How many records were bad.
  package var badRecords: Int
  /// How the items differ from those before.
  package var changes: ChangeCounts
  /// How long the build took.
  package var seconds: Double
  /// When it was published, in seconds since 1970.
  package var built: Int64

  /// Makes facts; what is left out is nothing.
  package init(
    label: String, weight: Int = 1000, version: Int, fingerprint: String,
    declaration: WatchedFile? = nil, sourceStamp: String = "", sourceIsFresh: Bool = false,
    sourceDigest: UInt64 = 0, watched: [WatchedFile] = [], cursor: String = "",
    records: Int = 0, badRecords: Int = 0,
    changes: ChangeCounts = ChangeCounts(), seconds: Double = 0, built: Int64 = 0
  ) {
    self.label = label
    self.weight = weight
    self.version = version
    self.fingerprint = fingerprint
    self.declaration = declaration
    self.sourceStamp = sourceStamp
    self.sourceIsFresh = sourceIsFresh
    self.sourceDigest = sourceDigest
    self.watched = watched
    self.cursor = cursor
    self.records = records
    self.badRecords = badRecords
    self.changes = changes
    // A stored number may be NaN, or more than a duration holds.
    self.seconds = seconds.isFinite ? min(max(0, seconds), 1e9) : 0
    self.built = built
  }
}

/// A file and how it looked when it was read: a query tells by one `stat` whether it changed.
package struct WatchedFile: Sendable, Hashable {
  /// The absolute path.
  package var path: String
  /// Its size in bytes.
  package var size: Int64
  /// When it was written last, in nanoseconds since 1970.
  package var modified: Int64

  /// Describes a file.
  package init(path: String, size: Int64, modified: Int64) {
    self.path = path
    self.size = size
    self.modified = modified
  }

  /// The files as the catalog stores them: size, time, length of the path, path.
  package static func encoded(_ files: [WatchedFile]) -> [UInt8] {
    var bytes = ByteArena()
    for file in files {
      bytes.append(varint: UInt64(bitPattern: file.size))
      bytes.append(varint: UInt64(bitPattern: file.modified))
      bytes.append(varint: UInt64(file.path.utf8.count))
      bytes.append(file.path)
    }
    return bytes.bytes(bytes.all)
  }

  /// Reads them back; stops where the bytes make no sense.
  package static func decoded(_ code: [UInt8]) -> [WatchedFile] {
    var bytes = ByteArena(capacity: code.count)
    bytes.append(code)
    var files: [WatchedFile] = []
    var at = 0
    while at < bytes.count {
      guard let size = bytes.varint(&at), let modified = bytes.varint(&at),
        let length = bytes.varint(&at), length <= UInt64(bytes.count - at)
      else { break }
      files.append(
        WatchedFile(
          path: bytes.text(ByteRange(start: at, count: Int(length))),
          size: Int64(bitPattern: size), modified: Int64(bitPattern: modified)))
      at += Int(length)
    }
    return files
  }
}
