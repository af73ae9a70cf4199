package import Footlight

extension JSONWriter {
  /// The object of an explained item.
  package mutating func itemExplanation(_ found: ItemExplanation) {
    object { json in
      json.member("query", found.query)
      json.member("domain", found.domain)
      json.member("id", found.id)
      json.member("title", found.title)
      if found.isCut {
        json.name("cut")
        json.value(true)
      }
      json.members(of: found.explanation)
    }
    endLine()
  }

  /// What is said of a hit, or of an item that is none.
  package mutating func members(of explanation: Explanation) {
    member("tier", explanation.tier?.rawValue)
    member("reason", explanation.reason)
    // As in a hit: the first two tiers know no score; programs still find a number.
    member("score", explanation.tier == nil ? nil : explanation.score ?? 0)
    name("factors")
    array { list in
      for factor in explanation.factors {
        list.object { json in
          json.member("name", factor.name)
          json.member("value", factor.value)
          json.name("adds")
          json.value(factor.adds)
          json.member("detail", factor.detail)
        }
      }
    }
    member("missing", explanation.missing)
  }
}
