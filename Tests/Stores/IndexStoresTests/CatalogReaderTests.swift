import FootlightPlatform
import SearchEngine
import TestSupport
import Testing
import TextAnalysis

@testable import IndexStores

@Suite struct CatalogReaderTests {
  @Test func `a commit of another connection is seen by the next read`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("catalog.sqlite")
    var reader = CatalogReader(path: path)
    #expect(try reader.read().state == nil)
    let writer = try Catalog.forWriting(path)
    #expect(try reader.read().state?.domains == [])
    _ = try writer.publish(CatalogTests.sample, .merge)
    #expect(try reader.read().state?.domains == [CatalogTests.sample])
    try writer.remove("law.rules")
    #expect(try reader.read().state?.domains == [])
  }

  @Test func `what was opened once stays open while other domains are asked`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    let indexer = try store.indexer(.none)
    for name in ["one", "two"] {
      let build = try indexer.build(name, settings: IndexSettings(analyzer: Analyzer()), memory: 0)
      let worker = try build.worker()
      worker.beginBatch(0)
      try worker.endBatch()
      _ = try build.finish(keeping: .keepFirst)
      _ = try build.publish(DomainFacts(label: name, version: 1, fingerprint: "f"))
    }
    indexer.close()
    let first = try store.embeddedSnapshot(of: ["one"])
    #expect(try store.embeddedSnapshot(of: ["one"]) === first)
    let second = try store.embeddedSnapshot(of: ["two"])
    #expect(second !== first)
    #expect(second.covers(["one", "two"]) && !second.covers(nil))
    #expect(try store.embeddedSnapshot(of: ["one"]) === second)
    let all = try store.embeddedSnapshot(of: nil)
    #expect(all.covers(nil))
    #expect(try store.embeddedSnapshot(of: ["two"]) === all)
  }
}
