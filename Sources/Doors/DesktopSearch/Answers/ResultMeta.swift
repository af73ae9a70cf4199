import Footlight
import FootlightPlatform

/// The values of one result that GNOME shows.
package struct ResultMeta: Sendable, Equatable {
  /// The identifier as it was asked.
  package var id: String
  /// The title on one line.
  package var name: String
  /// One line below it; empty for none.
  package var description = ""
  /// The name of the icon in the desktop's theme.
  package var icon = "system-search"
  /// The picture that is shown in place of the icon: a file, by its path.
  package var picture: String?

  /// An identifier that stands for nothing that may be shown: only itself is told.
  package init(unknown id: String) {
    self.id = id
    name = singleLine(id)
  }

  /// An item, and the file that its declaration names as its picture.
  init(id: String, item: Item, picture: String?) {
    self.id = id
    self.picture = picture
    name = singleLine(item.title)
    description = singleLine(item.description)
    icon = item.url.isEmpty ? "text-x-generic" : "text-html"
  }

  /// `a{sv}`, with an icon as GLib serialises one.
  package var value: BusValue {
    var properties: [(name: String, value: BusValue)] = [("id", .text(id)), ("name", .text(name))]
    if !description.isEmpty { properties.append(("description", .text(description))) }
    properties.append(("icon", serializedIcon))
    return .properties(properties)
  }

  /// GLib, `g_icon_serialize`: a kind, and what it needs.
  private var serializedIcon: BusValue {
    if let picture {
      let address =
        "file://"
        + PercentEncoding.encoded(picture) {
          PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "/")
        }
      return .structure([.text("file"), .variant(.text(address))])
    }
    return .structure([.text("themed"), .variant(.texts([icon, "system-search"]))])
  }
}
