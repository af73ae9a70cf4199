import DeclaredRecords
import FootlightPlatform

/// A source without records of its own: programs push them into the index.
struct ExternalSource: RecordSource {
  /// Where it is declared.
  let location: SourceLocation

  /// Always the same: nothing changes but by what is pushed.
  func stamp() throws(Failure) -> SourceStamp { SourceStamp(text: "external") }

  /// A read without records.
  func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader {
    try RecordEnumeration(plan, name: location.file) { nil }
  }
}
