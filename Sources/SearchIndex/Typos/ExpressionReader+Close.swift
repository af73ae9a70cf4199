import FootlightDiagnostics
import QueryLanguage

extension ExpressionReader {
  /// The documents that match with at most 0, 1, 2 … typos: what is negated, a phrase or a filter
  /// takes none.
  func closeDocuments(
    _ expression: PlannedExpression, onlyNames: Bool
  ) throws(Failure) -> [Bitmap] {
    switch expression {
    case .words(let places, let field):
      var sets: [[Bitmap]] = []
      for place in places {
        sets.append(try closeDocuments(place, field, onlyNames: onlyNames))
      }
      return together(sets)
    case .all(let parts):
      var sets: [[Bitmap]] = []
      for part in parts { sets.append(try closeDocuments(part, onlyNames: onlyNames)) }
      return together(sets)
    case .any(let parts):
      var found = [Bitmap(size: generation.header.items)]
      for part in parts {
        let other = try closeDocuments(part, onlyNames: onlyNames)
        while found.count < other.count, let last = found.last { found.append(last) }
        for typos in found.indices {
          found[typos].formUnion(other[min(typos, other.count - 1)])
        }
      }
      return found
    case .phrase, .identifier, .filter, .domain, .not:
      return [try documents(expression, onlyNames: onlyNames)]
    }
  }

  /// The documents that hold a word with at most so many typos.
  func closeDocuments(
    _ place: Int, _ field: QueryField?, onlyNames: Bool
  ) throws(Failure) -> [Bitmap] {
    var found = try documents(.words([place], field: field), onlyNames: onlyNames)
    var sets = [found]
    for level in words.plan.meant[place] ?? [] {
      for meant in level {
        found.formUnion(try documents(.words([meant], field: field), onlyNames: onlyNames))
      }
      sets.append(found)
    }
    return sets
  }

  /// The documents of all of some sets, whose typos add up.
  private func together(_ parts: [[Bitmap]]) -> [Bitmap] {
    var found = [Bitmap(all: generation.header.items)]
    for part in parts {
      var sums: [Bitmap] = []
      for typos in 0...(found.count + part.count - 2) {
        var sum = Bitmap(size: generation.header.items)
        for one in found.indices where typos >= one && typos - one < part.count {
          var both = found[one]
          both.formIntersection(part[typos - one])
          sum.formUnion(both)
        }
        sums.append(sum)
      }
      found = sums
    }
    return found
  }
}

extension PlannedExpression {
  /// The words that may hold typos: those that stand alone and are not negated.
  var words: [Int] {
    switch self {
    case .words(let words, _): words
    case .all(let parts), .any(let parts): parts.flatMap(\.words)
    case .phrase, .identifier, .filter, .domain, .not: []
    }
  }
}
