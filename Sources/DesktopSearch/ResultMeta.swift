import BusHandles
import Footlight

/// What GNOME shows of one result.
package struct ResultMeta: Sendable, Equatable {
  /// The identifier as it was asked.
  package var id: String
  /// The title on one line.
  package var name: String
  /// One line below it; empty for none.
  package var description = ""
  /// The name of the icon in the desktop's theme.
  package var icon = "system-search"

  /// An identifier that stands for nothing that may be shown: only itself is told.
  package init(unknown id: String) {
    self.id = id
    name = singleLine(id)
  }

  /// An item.
  init(id: String, item: Item) {
    self.id = id
    name = singleLine(item.title)
    description = singleLine(item.description)
    icon = item.url.isEmpty ? "text-x-generic" : "text-html"
  }

  /// `a{sv}`, with an icon as GLib serialises one.
  var value: BusValue {
    var properties: [(name: String, value: BusValue)] = [("id", .text(id)), ("name", .text(name))]
    if !description.isEmpty { properties.append(("description", .text(description))) }
    let names = BusValue.texts([icon, "system-search"])
    properties.append(("icon", .structure([.text("themed"), .variant(names)])))
    return .properties(properties)
  }
}
