import TestSupport
import Testing

@testable import IndexStores

@Suite struct CatalogReaderTests {
  @Test func `a commit of another connection is seen by the next read`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("catalog.sqlite")
    var reader = CatalogReader(path: path)
    #expect(try reader.read().state == nil)
    let writer = try Catalog.forWriting(path)
    #expect(try reader.read().state?.domains == [])
    try writer.publish(CatalogTests.sample)
    #expect(try reader.read().state?.domains == [CatalogTests.sample])
    try writer.remove("law.rules")
    #expect(try reader.read().state?.domains == [])
  }
}
