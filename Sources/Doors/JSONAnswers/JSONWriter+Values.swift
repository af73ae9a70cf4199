package import Footlight

extension JSONWriter {
  /// The member with the values of attributes and how many items have each.
  package mutating func facets(_ facets: [Facet]) {
    name("facets")
    object { json in
      for facet in facets {
        json.name(facet.name)
        json.array { list in
          for value in facet.values {
            list.object { json in
              json.name("value")
              switch value.value {
              case .text(let text), .date(let text): json.value(text)
              case .number(let number): json.value(number)
              case .boolean(let truth): json.value(truth)
              }
              json.member("count", value.count)
              if facet.isAtLeast {
                json.name("at_least")
                json.value(true)
              }
            }
          }
        }
      }
    }
  }

  /// Half-open ranges of Unicode scalars as pairs.
  mutating func highlights(_ highlights: Highlights) {
    array { list in
      for range in highlights.scalars {
        list.array { pair in
          pair.value(range.lowerBound)
          pair.value(range.upperBound)
        }
      }
    }
  }

  /// The member with the attributes of an item.
  package mutating func attributes(_ attributes: [ItemAttribute]) {
    name("attributes")
    object { json in
      for attribute in attributes {
        switch attribute.value {
        case .text(let text): json.member(attribute.name, text)
        case .date(let text, _): json.member(attribute.name, text)
        case .list(let texts): json.member(attribute.name, texts)
        case .place(let place):
          json.name(attribute.name)
          json.object { json in
            json.name("lat")
            json.value(place.latitude)
            json.name("lon")
            json.value(place.longitude)
          }
        case .number(let number, _):
          json.name(attribute.name)
          json.value(number)
        case .boolean(let flag):
          json.name(attribute.name)
          json.value(flag)
        }
      }
    }
  }
}
