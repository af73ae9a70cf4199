import DomainDeclarations
package import Footlight

extension JSONWriter {
  /// The object of a thing that was used.
  package mutating func activity(_ entry: ActivityEntry) {
    object { json in
      json.member("domain", entry.domain)
      json.member("id", entry.id)
      json.member("title", entry.title)
      json.member("url", entry.url)
      json.name("starred")
      json.value(entry.isStarred)
      json.name("last")
      if let last = entry.last { json.value(Instant(seconds: last).iso) } else { json.null() }
    }
    endLine()
  }

  /// The object of an activity that was restored.
  package mutating func restored(_ activity: RestoredActivity) {
    object { json in
      json.member("id", activity.identifier)
      json.member("type", activity.type)
      json.member("title", activity.title)
      json.member("url", activity.url)
      json.name("data")
      if activity.data.isEmpty { json.null() } else { json.value(json: activity.data) }
      json.name("item")
      if let item = activity.item {
        json.object { json in
          json.member("domain", item.domain)
          json.member("id", item.id)
        }
      } else {
        json.null()
      }
    }
    endLine()
  }
}
