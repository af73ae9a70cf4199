/// An attribute of an element.
///
/// Its name always stands in the source of the program. Addresses are ``Link`` values, so that no text of an item becomes
/// one by accident; there is none for inline styles or handlers.
package struct Attribute: Sendable {
  let name: String
  let value: String?

  private init(_ name: StaticString, _ value: String?) {
    self.name = name.description
    self.value = value
  }

  /// An attribute whose value stands in the source too.
  package init(_ name: StaticString, _ value: StaticString) { self.init(name, value.description) }

  /// An attribute without a value.
  static func flag(_ name: StaticString) -> Attribute { Attribute(name, nil) }
  /// An attribute for the page's own script.
  static func data(_ name: StaticString, _ value: String) -> Attribute { Attribute(name, value) }

  static func href(_ link: Link) -> Attribute { Attribute("href", link.text) }
  static func source(_ link: Link) -> Attribute { Attribute("src", link.text) }
  static func template(_ link: Link) -> Attribute { Attribute("template", link.text) }
  static func action(_ link: Link) -> Attribute { Attribute("action", link.text) }

  static func type(_ value: StaticString) -> Attribute { Attribute("type", value) }
  static func rel(_ value: StaticString) -> Attribute { Attribute("rel", value) }
  static func id(_ value: StaticString) -> Attribute { Attribute("id", value) }
  /// An id that is made of letters and digits of a text.
  static func anchor(_ text: String) -> Attribute { Attribute("id", text) }
  static func classes(_ value: StaticString) -> Attribute { Attribute("class", value) }
  static func role(_ value: StaticString) -> Attribute { Attribute("role", value) }
  static func refers(_ id: String) -> Attribute { Attribute("for", id) }
  static func named(_ text: String) -> Attribute { Attribute("name", text) }
  static func name(_ value: StaticString) -> Attribute { Attribute("name", value) }

  static func value(_ text: String) -> Attribute { Attribute("value", text) }
  static func content(_ text: String) -> Attribute { Attribute("content", text) }
  static func label(_ text: String) -> Attribute { Attribute("aria-label", text) }
  static func start(_ number: Int) -> Attribute { Attribute("start", String(number)) }
  static func dateTime(_ text: String) -> Attribute { Attribute("datetime", text) }
  static func placeholder(_ text: String) -> Attribute { Attribute("placeholder", text) }

  /// The text says which way it runs, and turns nothing around it.
  static let ownDirection = Attribute("dir", "auto")
}
