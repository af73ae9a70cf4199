import FootlightPlatform
import QueryLanguage
import SegmentFiles

/// Documents with at most as many typos as a ``TypoLevel`` says.
struct FuzzyDocuments {
  var level: Int
  var documents: Bitmap
}

extension ExpressionReader {
  /// The documents that match, by ascending levels, 0 among them: what is negated, a phrase or a
  /// filter takes no typos.
  func fuzzyDocuments(
    _ expression: PlannedExpression, onlyNames: Bool
  ) throws(Failure) -> [FuzzyDocuments] {
    switch expression {
    case .words(let places, let field):
      var sets: [[FuzzyDocuments]] = []
      for place in places {
        sets.append(try fuzzyDocuments(place, field, onlyNames: onlyNames))
      }
      return conjunction(of: sets)
    case .all(let operands):
      var sets: [[FuzzyDocuments]] = []
      for operand in operands { sets.append(try fuzzyDocuments(operand, onlyNames: onlyNames)) }
      return conjunction(of: sets)
    case .any(let operands):
      var sets: [[FuzzyDocuments]] = []
      for operand in operands { sets.append(try fuzzyDocuments(operand, onlyNames: onlyNames)) }
      let levels = Set(sets.joined().map(\.level)).union([0])
      return levels.sorted().map { level in
        var found = Bitmap(size: query.stored.header.items)
        for set in sets {
          if let those = set.last(where: { $0.level <= level }) { found.formUnion(those.documents) }
        }
        return FuzzyDocuments(level: level, documents: found)
      }
    case .phrase, .identifier, .filter, .domain, .not:
      return [
        FuzzyDocuments(level: 0, documents: try documents(expression, onlyNames: onlyNames))
      ]
    }
  }

  /// The documents that hold a word, by ascending levels, 0 among them.
  func fuzzyDocuments(
    _ place: Int, _ field: Field?, onlyNames: Bool
  ) throws(Failure) -> [FuzzyDocuments] {
    var found = try documents(.words([place], field: field), onlyNames: onlyNames)
    var sets = [FuzzyDocuments(level: 0, documents: found)]
    for (index, words) in (query.plan.expansions[place] ?? []).enumerated() where !words.isEmpty {
      for word in words {
        found.formUnion(try documents(.words([word], field: field), onlyNames: onlyNames))
      }
      sets.append(FuzzyDocuments(level: index + 1, documents: found))
    }
    return sets
  }

  /// The documents of all of some sets, whose typos add up.
  private func conjunction(of operands: [[FuzzyDocuments]]) -> [FuzzyDocuments] {
    let items = query.stored.header.items
    var found = [FuzzyDocuments(level: 0, documents: Bitmap(all: items))]
    for operand in operands {
      var sums: [Int: Bitmap] = [:]
      for one in found {
        for other in operand {
          var both = one.documents
          both.formIntersection(other.documents)
          sums[TypoLevel.sum(one.level, other.level), default: Bitmap(size: items)].formUnion(both)
        }
      }
      found = []
      for (level, documents) in sums.sorted(by: { $0.key < $1.key }) {
        var documents = documents
        if let fewer = found.last { documents.formUnion(fewer.documents) }
        found.append(FuzzyDocuments(level: level, documents: documents))
      }
    }
    return found
  }
}

extension PlannedExpression {
  /// The words that may hold typos: those that stand alone and are not negated.
  var words: [Int] {
    switch self {
    case .words(let words, _): words
    case .all(let operands), .any(let operands): operands.flatMap(\.words)
    case .phrase, .identifier, .filter, .domain, .not: []
    }
  }
}
