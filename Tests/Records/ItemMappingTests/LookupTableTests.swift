import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords

/// The rows of a lookup in memory.
struct LookupTableTests {
  @Test func `every key finds its rows in their order, and others nothing`() {
    var table = LookupTable()
    var random = SeededRandom.announced("lookup rows")
    var naive: [[UInt8]: [[UInt8]]] = [:]
    for number in 0..<20_000 {
      let key = Array("k\(Int.random(in: 0..<8_000, using: &random))".utf8)
      let values = Array("row \(number)".utf8)
      naive[key, default: []].append(values)
      table.add(key: key, values: values)
    }
    #expect(table.count == 20_000 && table.keys == naive.count)
    for number in 0..<8_100 {
      let key = Array("k\(number)".utf8)
      #expect(table.rows(key).map(Array.init) == naive[key] ?? [])
    }
    #expect(table.rows([]).isEmpty)
  }

  @Test func `empty keys and rows larger than a chunk are rows`() {
    var table = LookupTable()
    let large = [UInt8](repeating: 7, count: 5 << 20)
    table.add(key: [], values: [])
    table.add(key: [1], values: large)
    table.add(key: [], values: [9])
    #expect(table.rows([]).map(Array.init) == [[], [9]])
    #expect(table.rows([1]).map(\.count) == [large.count])
  }
}
