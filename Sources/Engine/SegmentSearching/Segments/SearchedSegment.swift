import FootlightPlatform

/// One segment of a search, with what its domain says of it; the segments of a domain follow each other.
package struct SearchedSegment: Sendable {
  /// The domain's name; orders equal hits.
  package var domain: String
  /// The domain's weight in thousandths: 1000 leaves scores as they are.
  package var weight: Int
  /// Words that count as the same word.
  package var synonyms: Synonyms
  /// The open segment.
  package var segment: SearchableSegment
  /// The documents that a later segment of the domain has replaced or deleted.
  package var hidden: HiddenDocuments?
  /// The dictionaries of what is hidden in the whole domain, with one of its segments: so that a word is
  /// counted once for each item that is there.
  package var hiddenWords: [Segment]
  /// The words that the domain's other segments hold and this one does not, with the first of them.
  package var addedWords: AddedWords?

  /// Names a segment.
  package init(
    domain: String, weight: Int = 1000, synonyms: Synonyms = Synonyms(),
    segment: SearchableSegment,
    hidden: HiddenDocuments? = nil, hiddenWords: [Segment] = [], addedWords: AddedWords? = nil
  ) {
    self.domain = domain
    self.weight = weight
    self.synonyms = synonyms
    self.segment = segment
    self.hidden = hidden
    self.hiddenWords = hiddenWords
    self.addedWords = addedWords
  }

  /// Names a segment of which nothing is kept for the next search.
  package init(
    domain: String, weight: Int = 1000, synonyms: Synonyms = Synonyms(), stored: Segment,
    hidden: HiddenDocuments? = nil
  ) {
    self.init(
      domain: domain, weight: weight, synonyms: synonyms, segment: SearchableSegment(stored),
      hidden: hidden)
  }

  /// The segment as stored.
  package var stored: Segment { segment.stored }
}

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
