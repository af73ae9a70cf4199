import FootlightPlatform
import QueryLanguage
import SegmentSearching

extension Hit.Group {
  /// A group with as many items as the engine has counted.
  init(_ key: GroupKey, items: Int) {
    self.init(more: max(0, items - 1))
    guard case .value(let attribute, let value) = key else { return }
    self.attribute = attribute
    self.value = value.text
  }
}

extension FacetKey {
  /// The value as a filter names it: of texts, which are compared folded, the folded one.
  var text: String {
    switch folded {
    case .text(let text), .date(let text): text
    case .number(let number): Quantity.plain(number)
    case .boolean(let truth): truth ? "true" : "false"
    }
  }
}

extension GroupKey {
  /// The condition that an item belongs to the group; nil for an item that stands alone.
  var condition: QueryExpression? {
    guard case .value(let attribute, let value) = self else { return nil }
    return attribute == GroupColumns.domainName
      ? .domain([value.text])
      : .filter(AttributeFilter(attribute, .oneOf([.equal(value.text)])))
  }
}
