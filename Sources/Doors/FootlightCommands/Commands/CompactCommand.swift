import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let compact = Command(
    name: "compact", operands: .any("DOMAIN"),
    summary: "merge what has changed into the index, delete leftovers",
    detail: """
      Merges the small segments that changes were written to with the index of their domain, so \
      that it is one segment again and what was deleted leaves the disk. Deletes what builds that \
      were killed, replaced or removed have left in the folder of the index. Says for each domain \
      how much room that gave back. Searches go on meanwhile.
      """,
    options: [.wait, .json],
    examples: [Example(line: "footlight compact", says: "all domains")]
  ) { (settings, console) throws(Failure) in
    let compacted = try Library.opened(settings, console).compact(
      settings.operands, waits: settings.waits, cancellation: console.cancellation())
    if settings.format == .json {
      var json = JSONWriter()
      for domain in compacted { json.line(JSONObjects.compacted, domain) }
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
