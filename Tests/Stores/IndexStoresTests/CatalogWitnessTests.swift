import FootlightPlatform
import TestSupport
import Testing

@testable import IndexStores

/// An earlier state of the catalog, as after a log that was cut short, is damage.
@Suite final class CatalogWitnessTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("catalog.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  private func publish(_ generation: Int) throws {
    let catalog = try Catalog.forWriting(path)
    var domain = CatalogTests.sample
    domain.generation = generation
    _ = try catalog.publish(domain, .merge)
  }

  @Test func `an earlier state is no state`() throws {
    try publish(3)
    try FileOperations.system.copy(path, to: folder.path("earlier"))
    try publish(4)
    var reader = CatalogReader(path: path)
    #expect(try reader.read().state?.domains.map(\.generation) == [4])
    reader.close()
    try FileOperations.system.copy(folder.path("earlier"), to: path)
    var other = CatalogReader(path: path)
    #expect(failureCode { _ = try other.read() } == .catalogDamaged)
    #expect(failureCode { try Catalog.forWriting(path).check() } == .catalogDamaged)
  }

  @Test func `one that is begun anew goes on with its numbers`() throws {
    try publish(3)
    for ending in ["", "-wal", "-shm"] { try FileOperations.system.remove(path + ending) }
    let catalog = try Catalog.forWriting(path)
    #expect(try catalog.highestGeneration() == 3)
    try catalog.check()
    var reader = CatalogReader(path: path)
    #expect(try reader.read().state?.domains == [])
  }

  @Test(arguments: ["", "nonsense", "FTLTSTAT and more than thirty-two bytes of it, all told"])
  func `what makes no sense beside it says nothing`(_ text: String) throws {
    try publish(3)
    try folder.write("catalog.state", text)
    var reader = CatalogReader(path: path)
    #expect(try reader.read().state?.domains.map(\.generation) == [3])
  }
}
