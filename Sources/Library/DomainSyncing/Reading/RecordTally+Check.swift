import DeclaredRecords
import FootlightPlatform

extension RecordTally {
  /// Fails when more records are bad than the source tolerates, naming the first of them.
  func check(_ definition: DomainDefinition) throws(Failure) {
    guard !definition.source.tolerate.endures(bad: bad, of: records) else { return }
    var diagnostics = [
      Diagnostic(
        .tooManyBadRecords,
        """
        \(definition.name): \(bad) of \(records) records are bad, and the source tolerates \
        \(definition.source.tolerate.text)
        """, at: definition.source.location,
        remedy: "mend the records below, or raise `tolerate`")
    ]
    diagnostics += remarks + firstBad.map(\.diagnostic)
    if bad > firstBad.count {
      diagnostics.append(
        Diagnostic(
          .tooManyBadRecords, "\(bad - firstBad.count) more records are bad",
          remedy: "`footlight check` shows the first of them once those above are mended",
          severity: .note))
    }
    throw Failure(diagnostics) ?? Failure(diagnostics[0])
  }

  /// The remarks of the reader, and the first bad records as warnings, since they were tolerated.
  var warnings: [Diagnostic] { warnings(without: []) }

  /// The same without the records with these numbers.
  func warnings(without numbers: Set<UInt32>) -> [Diagnostic] {
    remarks
      + firstBad.filter { $0.number == 0 || !numbers.contains($0.number) }.map { record in
        var warning = record.diagnostic
        warning.severity = .warning
        return warning
      }
  }
}

extension SourceDefinition.Tolerance {
  /// The tolerance as a declaration writes it.
  var text: String {
    switch self {
    case .count(let count): "\(count)"
    case .share(let millionths):
      millionths % 10_000 == 0 ? "\(millionths / 10_000)%" : "\(Double(millionths) / 10_000)%"
    }
  }
}
