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
    examples: ["footlight compact": "all domains"]
  ) { (settings, console) throws(Failure) in
    let compacted = try Library.opened(settings, console).compact(
      settings.operands, waits: settings.waits, cancellation: console.cancellation())
    try console.list(
      compacted, as: JSONObjects.compacted, settings, [.left, .right, .right, .right]
    ) { domain in
      [
        Table.Cell(visible(domain.domain), .title),
        Table.Cell(Quantity.of(domain.segments, "segment")),
        Table.Cell(
          domain.deletedFiles == 0
            ? "nothing to delete" : "\(Quantity.of(domain.deletedFiles, "file")) deleted",
          domain.deletedFiles == 0 ? .faint : .good),
        Table.Cell(domain.freedBytes == 0 ? "" : Quantity.bytes(domain.freedBytes)),
      ]
    }
    return .done
  }
}
