/// The purposes for which a text is analysed.
package enum AnalysisForm: Sendable, Hashable, CaseIterable {
  /// The sequence and its derived tokens: postings, forward records and the words of a query.
  case field
  /// The sequence as names are compared: cut between letters and digits, without symbols unless
  /// nothing else remains, without derived tokens.
  case name
}
