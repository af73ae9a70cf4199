import DeclaredRecords
package import Footlight
import FootlightPlatform

/// The feed of changes (Atom, RFC 4287).
extension Pages {
  /// The feed of a domain, or of all; the latest first, each item once.
  ///
  /// - Parameter updated: When anything changed last, in seconds since 1970.
  package func feed(
    of domain: (name: String, label: String)?, _ entries: [Listed], updated: Int64
  ) -> [UInt8] {
    feed(
      domain.map { "Changes in \($0.label)" } ?? "Changes",
      at: domain.map { addresses.feed($0.name) } ?? addresses.named("changes.atom"),
      beside: domain.map { addresses.domain($0.name) } ?? addresses.start, updated: updated
    ) { feed in
      for entry in entries {
        feed.line()
        self.entry(entry, updated, &feed)
      }
    }
  }

  /// The feed of what has come, changed and gone for searches, the oldest first.
  ///
  /// - Parameter search: The name of the search that is asked for alone; each has a feed of its own.
  package func feed(of alerts: [Alert], for search: String? = nil) -> [UInt8] {
    feed(
      search.map { "Alerts of \($0)" } ?? "Alerts", at: addresses.alerts(of: search),
      beside: addresses.start, updated: alerts.last?.time ?? 0
    ) { feed in
      for alert in alerts.reversed() {
        feed.line()
        let link = addresses.absolute(addresses.item(alert.domain, alert.id))
        feed.element(Tag("entry")) { writer in
          let title = alert.title.isEmpty ? alert.id : alert.title
          writer.element(.title, text: "\(alert.search): \(title) \(alert.kind.rawValue)")
          writer.element(Tag("id"), text: link.text + "#\(alert.sequence)")
          writer.element(Tag("updated"), text: Instant(seconds: alert.time).iso)
          writer.empty(.link, [.rel("alternate"), .type("text/html"), .href(link)])
        }
      }
    }
  }

  private func feed(
    _ title: String, at own: Link, beside page: Link, updated: Int64,
    _ entries: (inout MarkupWriter) -> Void
  ) -> [UInt8] {
    var writer = MarkupWriter(.xml)
    writer.prologue()
    writer.element(Tag("feed"), [Attribute("xmlns", "http://www.w3.org/2005/Atom")]) { feed in
      feed.element(.title, text: title)
      feed.element(Tag("id"), text: addresses.absolute(own).text)
      feed.element(Tag("updated"), text: Instant(seconds: updated).iso)
      feed.element(Tag("author")) { $0.element(Tag("name"), text: "Footlight") }
      feed.empty(
        .link,
        [.rel("self"), .type("application/atom+xml"), .href(addresses.absolute(own))])
      feed.empty(.link, [.rel("alternate"), .type("text/html"), .href(addresses.absolute(page))])
      entries(&feed)
    }
    return writer.bytes
  }

  private func entry(_ entry: Listed, _ updated: Int64, _ feed: inout MarkupWriter) {
    let link = addresses.absolute(addresses.item(entry.domain, entry.id))
    feed.element(Tag("entry")) { writer in
      writer.element(.title, text: entry.title.isEmpty ? entry.id : entry.title)
      writer.element(Tag("id"), text: link.text)
      writer.element(Tag("updated"), text: Instant(seconds: entry.changed ?? updated).iso)
      writer.empty(.link, [.rel("alternate"), .type("text/html"), .href(link)])
      if !entry.summary.isEmpty {
        writer.element(.summary, text: Pages.cut(entry.summary))
      }
    }
  }
}
