package import FootlightPlatform
import Synchronization

/// Notices columns that the mapping uses and that no file has: most often a slip in a name.
package final class ColumnsSeen: Sendable {
  private struct State: Sendable {
    /// Names that the mapping uses without a default, and that no file has had so far.
    var missing: [String] = []
    /// All names that were seen, for suggestions; nil before the first file.
    var names: [String]?
  }

  private let state: Mutex<State>

  package init(_ plan: FieldPlan) {
    var missing: [String] = []
    for (slot, path) in plan.paths.enumerated()
    where !plan.optional.contains(slot) && !path.isGivenToAll {
      if let name = path.columnName, !missing.contains(name) { missing.append(name) }
    }
    state = Mutex(State(missing: missing))
  }

  /// A file has these columns.
  package func add(_ columns: [String]) {
    state.withLock { state in
      let names = state.names ?? []
      state.names = names.count < 10_000 ? names + columns : names
      state.missing.removeAll { name in
        columns.contains { $0.utf8.elementsEqual(name.utf8) }
      }
    }
  }

  /// A warning for each column that is nowhere; none when no file was read.
  package func remarks(_ file: SourceFile?) -> [Diagnostic] {
    let (missing, names) = state.withLock { ($0.missing, $0.names) }
    guard let names else { return [] }
    return missing.map { name in
      Diagnostic(
        .sourceColumn, "the mapping uses `\(name)`, which is no column here",
        at: file.map { SourceLocation(file: $0.display) },
        remedy: nearest(to: name, among: names).map { "did you mean `\($0)`?" }
          ?? "correct the name, or say with `default` what stands in its place",
        severity: .warning)
    }
  }
}
