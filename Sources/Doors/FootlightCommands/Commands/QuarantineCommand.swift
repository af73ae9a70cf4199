import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let quarantine = Command(
    name: "quarantine", operands: .any("DOMAIN"),
    summary: "show changes that were set aside, or try them again",
    detail: """
      A changed record that cannot become an item keeps the item it had, and the other changes go \
      on. Each sync tries it once more, or when its time has come where only others changed; after \
      five attempts it is set aside and listed here. A new change of the record, a rebuild, or \
      --release try it again.
      """,
    options: [.release, .wait, .json],
    examples: [
      "footlight quarantine": "what was set aside, and why",
      "footlight quarantine --release people:7": "the next sync tries it",
    ]
  ) { (settings, console) throws(Failure) in
    let library = try Library.opened(settings, console)
    if let address = settings.released {
      let count = try library.release(
        address, waits: settings.waits, cancellation: console.cancellation())
      try console.say(
        count == 0
          ? "nothing of \(visible(address)) is set aside"
          : "\(Quantity.of(count, "change")) of \(visible(address)) will be tried by the next sync")
      return count == 0 ? .nothingFound : .done
    }
    let changes = try library.quarantine(settings.operands)
    try console.list(changes, as: JSONObjects.setAside, settings, [.left, .right, .left]) {
      change in
      [
        Table.Cell(visible(ItemAddress(domain: change.domain, id: change.id).description), .title),
        Table.Cell(Quantity.of(change.attempts, "attempt"), .faint),
        Table.Cell(visibleLine(change.lastError)),
      ]
    }
    if changes.isEmpty, !settings.printsJSON { try console.say("nothing is set aside") }
    return .done
  }
}
