import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let alerts = Command(
    name: "alerts", operands: .none,
    summary: "tell what has come, changed and gone for your searches",
    detail: """
      'searches' in footlight.yaml names searches. Whenever items change, by sync, watch or index, it is found out for \
      which searches they came, changed or went; this command tells it since it was asked last, each once. \
      The newest 10,000 are kept. An index that is a copy of a shared store tells nothing.

      'on_match' in footlight.yaml names a program that 'sync' and 'watch' tell the same, as JSON lines on its standard \
      input, once 'footlight allow footlight.yaml' lets it run. What a program has failed to take it is told again.

      Exits 0 when there was something to tell and 1 when there was nothing.
      """,
    options: [.keepAlerts, .json],
    examples: [
      "footlight alerts": "what is new since the last time",
      "footlight alerts --keep --json": "for a program; the next call tells it again",
    ]
  ) { (settings, console) throws(Failure) in
    let library = try Library.opened(settings, console)
    let batch = try library.alerts()
    try console.list(
      batch.alerts, as: JSONObjects.alert, settings, [.left, .left, .left, .left]
    ) { alert in
      [
        Table.Cell(visibleLine(alert.search), .label),
        Table.Cell(alert.kind.rawValue, alert.kind == .went ? .faint : .good),
        Table.Cell(visibleLine(alert.title), .title),
        Table.Cell(visible(ItemAddress(domain: alert.domain, id: alert.id).description), .address),
      ]
    }
    // Whoever reads has it before it counts as told.
    try console.output.flush()
    if batch.missed > 0 {
      try console.say(
        "\(Quantity.of(batch.missed, "alert")) "
          + (batch.missed == 1
            ? "was dropped before it was told" : "were dropped before they were told"))
    }
    if library.isCopy, library.namesSearches {
      try console.say("this index is a copy of a shared store, of which searches tell nothing")
    }
    guard let last = batch.alerts.last else {
      try console.say(
        library.namesSearches
          ? "nothing new" : "there are no searches: name some under 'searches' in footlight.yaml")
      return .nothingFound
    }
    if !settings.keepsAlerts, !console.output.isClosed {
      try library.noteTold(upTo: last.sequence)
    }
    return .done
  }
}

extension CommandOption {
  static let keepAlerts = CommandOption(
    "keep", .general, .none { $0.keepsAlerts = true }, "tell the same again the next time")
}
