import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// The queries with which `add` ends.
@Suite struct FindingQueriesTests {
  @Test func `every query that is shown finds something`() throws {
    let folder = try TemporaryFolder()
    try FileOperations.system.createFolder(folder.path("domains"))
    let path = try folder.write(
      "plants.csv",
      """
      id,name,latin,place
      1,Lesser Celandine,Ficaria verna,"woods: wet"
      2,Ramsons,Allium ursinum,woods
      3,"Bugle (blue)",Ajuga reptans,meadows
      4,Yarrow,Achillea millefolium,meadows

      """)
    let library = try Library(workspace: folder.path)
    let proposal = try library.propose(for: path)
    #expect(proposal.samples.count == 3)
    try library.add(proposal)
    try library.sync()
    let queries = try library.findingQueries(proposal)
    #expect(queries.count == 3 && Set(queries).count == 3)
    for query in queries { #expect(try !library.search(query).hits.isEmpty, "\(query)") }
    // One that finds nothing is left out.
    var other = proposal
    other.queries = ["zzzzzz qqqqq"] + proposal.queries
    #expect(try library.findingQueries(other) == queries)
  }
}
