import FootlightPlatform

/// How a file is packed, as its name says.
package enum Packing: String, Sendable, Hashable, CaseIterable {
  /// RFC 1952.
  case gzip = "gz"
  /// RFC 8878.
  case zstandard = "zst"

  /// The packing of a file; nil for one that is read as it is.
  package init?(_ path: String) {
    self.init(rawValue: Path.fileExtension(of: path).lowercased())
  }

  /// Whether this build can unpack.
  package static var isAvailable: Bool {
    #if Complete
      true
    #else
      false
    #endif
  }

  /// A path without the ending that says how the file is packed: `a/b.csv` of `a/b.csv.gz`.
  package static func plain(_ path: String) -> String {
    guard let packing = Packing(path) else { return path }
    return String(path.unicodeScalars.dropLast(packing.rawValue.count + 1))
  }

  /// The first bytes of every file that is packed so; a file of Zstandard may also begin with a
  /// frame that is to be skipped.
  func begins(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .gzip: bytes.starts(with: [0x1F, 0x8B])
    case .zstandard:
      bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
        || bytes.count >= 4 && bytes[0] & 0xF0 == 0x50 && bytes[1...3] == [0x2A, 0x4D, 0x18]
    }
  }

  /// Its name for people.
  var name: String {
    switch self {
    case .gzip: "gzip"
    case .zstandard: "zstd"
    }
  }

  /// That this build cannot read a file.
  func unavailable(_ path: String) -> Failure {
    Failure(
      .packedUnavailable, "this build of Footlight reads no .\(rawValue) files",
      at: SourceLocation(file: path),
      remedy: """
        unpack it, or install zlib1g-dev and libzstd-dev and build with \
        `swift build --traits Complete`
        """)
  }
}

/// Why what was packed cannot be unpacked.
enum PackedDamage: Error {
  /// The bytes are not what the packing says.
  case damaged
  /// Unpacking needs more memory than it may have.
  case tooMuchMemory
}
