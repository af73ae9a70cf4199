import DeclaredRecords
import Footlight
import FootlightPlatform

/// The feed of changes (Atom, RFC 4287).
extension Pages {
  /// The feed of a domain, or of all; the latest first, each item once.
  ///
  /// - Parameter updated: When anything changed last, in seconds since 1970.
  func feed(
    of domain: (name: String, label: String)?, _ entries: [Listed], updated: Int64
  ) -> [UInt8] {
    feed(
      domain.map { "Changes in \($0.label)" } ?? "Changes",
      at: domain.map { addresses.feed($0.name) } ?? addresses.named("changes.atom"),
      beside: domain.map { addresses.domain($0.name) } ?? addresses.start, updated: updated
    ) { feed in
      for entry in entries {
        self.entry(
          addresses.item(entry.domain, entry.id), entry.title.isEmpty ? entry.id : entry.title,
          updated: entry.changed ?? updated, summary: entry.summary, &feed)
      }
    }
  }

  /// The feed of what has come, changed and gone for searches, the oldest first.
  ///
  /// - Parameter search: The name of the search that is asked for alone; each has a feed of its own.
  func feed(of alerts: [Alert], for search: String? = nil) -> [UInt8] {
    feed(
      search.map { "Alerts of \($0)" } ?? "Alerts", at: addresses.alerts(of: search),
      beside: addresses.start, updated: alerts.last?.time ?? 0
    ) { feed in
      for alert in alerts.reversed() {
        let title = alert.title.isEmpty ? alert.id : alert.title
        self.entry(
          addresses.item(alert.domain, alert.id), mark: "#\(alert.sequence)",
          "\(alert.search): \(title) \(alert.kind.rawValue)", updated: alert.time, &feed)
      }
    }
  }

  private func feed(
    _ title: String, at own: Link, beside page: Link, updated: Int64,
    _ entries: (inout MarkupWriter) -> Void
  ) -> [UInt8] {
    MarkupWriter.xml(Tag("feed"), "http://www.w3.org/2005/Atom") { feed in
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
  }

  /// - Parameter mark: What tells it from other entries of the same address.
  private func entry(
    _ item: Link, mark: String = "", _ title: String, updated: Int64, summary: String = "",
    _ feed: inout MarkupWriter
  ) {
    let link = addresses.absolute(item)
    feed.line()
    feed.element(Tag("entry")) { writer in
      writer.element(.title, text: title)
      writer.element(Tag("id"), text: link.text + mark)
      writer.element(Tag("updated"), text: Instant(seconds: updated).iso)
      writer.empty(.link, [.rel("alternate"), .type("text/html"), .href(link)])
      if !summary.isEmpty { writer.element(.summary, text: Pages.cut(summary)) }
    }
  }
}
