import QueryLanguage
import Testing

@Suite struct QueryTests {
  @Test func `the last word is a prefix unless white space follows it`() {
    #expect(Query("rule 12").words.map(\.isPrefix) == [false, true])
    #expect(Query("rule 12 ").words.map(\.isPrefix) == [false, false])
    #expect(Query("Rule 12.").words.map(\.isPrefix) == [false, true])
    #expect(Query(" rule 12 ").identifier == "rule 12")
  }
}
