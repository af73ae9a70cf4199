import Footlight

extension Command {
  static let compact = Command(
    name: "compact", operands: .any("DOMAIN"),
    summary: "delete files of the index that nobody needs",
    detail: """
      Deletes what builds that were killed, replaced or removed have left in the folder of the \
      index, and says for each domain how much room that gave back. A domain's index is one segment \
      today, since changed sources are built anew: there is nothing to merge. Searches go on \
      meanwhile.
      """,
    options: [.wait, .json],
    examples: [Example(line: "footlight compact", says: "all domains")]
  ) { (settings, console) throws(Failure) in
    let compacted = try Library.opened(settings, console).compact(
      settings.operands, waits: settings.waits, cancellation: console.cancellation())
    if settings.format == .json {
      var json = JSONWriter()
      for domain in compacted { json.compacted(domain) }
      try console.output.bytes(json.bytes)
      return .done
    }
    var table = Table([.left, .right, .right, .right])
    for domain in compacted {
      table.add([
        Table.Cell(visible(domain.domain), .title),
        Table.Cell(Quantity.of(domain.segments, "segment")),
        Table.Cell(
          domain.deletedFiles == 0
            ? "nothing to delete" : "\(Quantity.of(domain.deletedFiles, "file")) deleted",
          domain.deletedFiles == 0 ? .faint : .good),
        Table.Cell(domain.freedBytes == 0 ? "" : Quantity.bytes(domain.freedBytes)),
      ])
    }
    for line in table.lines(console.style) { try console.output.line(line) }
    return .done
  }
}
