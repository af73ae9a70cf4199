import DeclaredRecords
import Footlight
import FootlightPlatform

extension Pages {
  /// The page with the state of the index.
  func status(_ domains: [DomainStatus]) -> [UInt8] {
    let frame = Frame(
      title: "Status", canonical: addresses.named("status"), json: addresses.named("status.json"),
      kind: "website")
    return page(frame) { main in
      main.element(.heading1, text: "Status")
      guard !domains.isEmpty else {
        main.element(.paragraph, [.classes("none")], text: "There is no domain yet.")
        return
      }
      main.element(.table, [.classes("status")]) { table in
        table.element(.tableHead) { head in
          head.element(.row) { row in
            for name in ["Domain", "Items", "Version", "State", "Built", "Size"] {
              row.element(.columnName, [Attribute("scope", "col")], text: name)
            }
          }
        }
        table.element(.tableBody) { body in
          for domain in domains { row(domain, &body) }
        }
      }
    }
  }

  private func row(_ domain: DomainStatus, _ body: inout MarkupWriter) {
    body.element(.row) { row in
      row.element(.columnName, [Attribute("scope", "row")]) { name in
        name.element(.anchor, [.href(addresses.domain(domain.domain))], text: domain.label)
        if domain.label != domain.domain {
          name.text(" ")
          name.element(.span, [.classes("where")], text: domain.domain)
        }
      }
      row.element(.cell, [.classes("number")], text: Quantity.count(domain.items))
      row.element(
        .cell, [.classes("number")], text: domain.version.map { String($0) } ?? "–")
      row.element(.cell, text: Pages.state(domain))
      row.element(.cell) { cell in
        guard let built = domain.built else { return cell.text("–") }
        let instant = Instant(seconds: built)
        cell.element(.time, [.dateTime(instant.iso)], text: instant.short)
      }
      row.element(.cell, [.classes("number")], text: Quantity.bytes(domain.bytes))
    }
  }

  private static func state(_ domain: DomainStatus) -> String {
    let state =
      switch domain.decision {
      case .none: "up to date"
      case .build: "not built"
      case .rebuild: "to be rebuilt"
      case .apply: "changes wait"
      case .ahead: "newer than declared"
      case .undeclared: "not declared"
      case .leftOut: "not kept"
      }
    return domain.quarantined > 0
      ? state + ", \(Quantity.of(domain.quarantined, "change")) set aside" : state
  }
}
