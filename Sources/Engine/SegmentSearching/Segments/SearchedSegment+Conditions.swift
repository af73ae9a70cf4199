import FootlightDiagnostics
package import QueryLanguage
import SegmentFiles

extension SearchedSegment {
  /// Whether it is searched at all: its domain is asked for, and it has the attributes.
  package func isAdmitted(by conditions: [QueryExpression]) -> Bool {
    conditions.allSatisfy { condition in
      switch condition {
      case .domain(let names): belongs(to: names)
      case .not(.domain(let names)): !belongs(to: names)
      case .filter(let filter): stored.attributes.contains { $0.name == filter.name }
      default: true
      }
    }
  }

  /// Whether one of some names is that of its domain or of a group of it.
  func belongs(to names: [String]) -> Bool {
    names.contains { domain == $0 || domain.hasPrefix($0 + ".") }
  }
}
