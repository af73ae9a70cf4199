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

/// The values of one result that KRunner takes.
struct RunnerMatch {
  let hit: Hit
  /// The place in the answer, from 0.
  let place: Int

  /// Where KRunner sorts it among the results of all runners: by tier, and within it by place, so that its order is
  /// that of the search.
  var relevance: Double {
    let tier =
      switch hit.tier {
      case .exact: 1.0
      case .starts: 0.85
      case .named: 0.7
      case .found: 0.55
      case .close: 0.4
      case .part: 0.25
      }
    return tier - Double(min(place, 99)) / 1000
  }

  /// The type of the match, which Plasma 6 takes for the importance of its group: exact, or possible.
  var kind: Int32 { hit.tier == .exact ? 100 : 70 }

  /// `(sssida{sv})`.
  var value: BusValue {
    var properties: [(name: String, value: BusValue)] = []
    let line = singleLine(hit.description)
    if !line.isEmpty { properties.append(("subtext", .text(line))) }
    if OpenableAddress(hit.url) != nil { properties.append(("urls", .texts([hit.url]))) }
    return .structure([
      .text(hit.address), .text(singleLine(hit.title)),
      .text(hit.url.isEmpty ? "text-x-generic" : "text-html"), .signed(kind), .real(relevance),
      .properties(properties),
    ])
  }

  /// The type of the whole, for an empty list, too.
  static let signature = "(sssida{sv})"
}

/// A text on one line, as both desktops show it: each run of white space is one space, controls and what turns the
/// direction of writing are left out, and more than so many characters are cut.
func singleLine(_ text: String, atMost count: Int = 300) -> String {
  var line = String.UnicodeScalarView()
  var kept = 0
  var gap = false
  for scalar in text.unicodeScalars {
    if scalar.properties.isWhitespace {
      gap = !line.isEmpty
      continue
    }
    if isCommand(scalar) { continue }
    guard kept < count else { return String(line) + "…" }
    if gap { line.append(" ") }
    gap = false
    line.append(scalar)
    kept += 1
  }
  return String(line)
}

private func isCommand(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF,
    0xFFF9...0xFFFB:
    true
  default: false
  }
}

/// An address that is handed to other programs: of a web page, or to write to.
struct OpenableAddress: Sendable, Equatable {
  /// The address as it is written.
  let text: String

  /// Nil for what is not opened.
  init?(_ text: String) {
    guard text.utf8.count <= 8_192, LinkSafety.opens(text) else { return nil }
    self.text = text
  }
}
