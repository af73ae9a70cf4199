import FootlightPlatform
package import QueryLanguage
import SegmentFiles

extension SearchedSegment {
  /// Whether it is searched at all: its domain is asked for, and it has the attributes.
  package func isAdmitted(by conditions: [QueryExpression]) -> Bool {
    conditions.allSatisfy { condition in
      switch condition {
      case .domain(let names): DomainReach(names).contains(domain)
      case .not(.domain(let names)): !DomainReach(names).contains(domain)
      case .filter(let filter): stored.attributes.hold(filter.name)
      default: true
      }
    }
  }
}
