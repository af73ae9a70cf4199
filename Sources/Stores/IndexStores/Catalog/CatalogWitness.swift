import FileHandles
import FootlightPlatform

/// A note beside the catalog about its newest state: the number of its changes, and the highest
/// number of a generation.
///
/// The seal tells whether rows fit together; those of an earlier state do, too, as after a log that was cut short.
/// It is written after each commit, and forced to the disk by nobody: it may tell of an earlier state than the
/// catalog's, never of a later one.
struct CatalogWitness: Sendable, Hashable {
  var changes: Int
  var generation: Int

  private static let magic: UInt64 = 0x4654_4C54_5354_4154

  static func path(of catalog: String) -> String {
    Path.join(Path.parent(of: catalog) ?? ".", fileName)
  }

  /// The name of the file.
  static let fileName = "catalog.state"

  /// Reads the note about a catalog; nil where there is none, or none that makes sense.
  static func read(of catalog: String) -> CatalogWitness? {
    guard let bytes = try? File.readWhole(path(of: catalog), limit: 64), bytes.count == 32,
      bytes.load(0, as: UInt64.self) == magic
    else { return nil }
    let body = ByteRange(start: 0, count: 24)
    guard bytes.load(24, as: UInt64.self) == bytes.hash(body) else { return nil }
    let (changes, generation) = (bytes.load(8, as: Int64.self), bytes.load(16, as: Int64.self))
    guard (0..<1 << 60).contains(changes), (0..<1 << 60).contains(generation) else { return nil }
    return CatalogWitness(changes: Int(changes), generation: Int(generation))
  }

  /// Remembers it; where that fails, less is known.
  func write(of catalog: String, _ files: FileOperations) {
    var bytes = ByteArena(capacity: 32)
    bytes.append(littleEndian: CatalogWitness.magic)
    bytes.append(littleEndian: Int64(changes))
    bytes.append(littleEndian: Int64(generation))
    bytes.append(littleEndian: bytes.hash(bytes.all))
    do throws(Failure) {
      let file = try files.create(CatalogWitness.path(of: catalog), permissions: 0o600)
      try file.write(bytes, bytes.all, at: 0)
    } catch {}
  }
}

extension Catalog {
  /// The row of `counter` that counts the transactions.
  static let changesName = "changes"

  /// The note about the present state.
  func witness() throws(Failure) -> CatalogWitness {
    CatalogWitness(
      changes: try counter(Catalog.changesName), generation: try highestGeneration())
  }

  /// Compares the present state with what is remembered of the newest one; in the transaction that reads it.
  ///
  /// - Parameter known: read before the transaction began.
  /// - Throws: `index.catalog-damaged` when it is an earlier state.
  func check(_ known: CatalogWitness?) throws(Failure) {
    guard let known, try presentFormat() > 0, try witness().changes < known.changes else { return }
    throw Catalog.damaged(connection.path)
  }
}
