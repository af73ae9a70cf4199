import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let dump = Command(
    name: "dump", operands: .any("DOMAIN"),
    summary: "print all items as JSON, one a line",
    detail: """
      The objects are those of 'show --json', in the order of the sources; expired items are left \
      out. A jsonl source reads them back. With --sqlite the items become the table 'items' of a new \
      database: a column for each field and each attribute, lists as JSON arrays, expires in \
      seconds since 1970.

      The index is read as it is. One that cannot be read whole is an error. What has changed since \
      the last build stands after the rest until a rebuild, and the shards of a domain one after \
      another, each in the order of the source; to compare two dumps, sort their lines.
      """,
    options: [.sqlite],
    examples: [
      "footlight dump books > books.jsonl": "one domain, to keep or to convert",
      "footlight dump --sqlite everything.db": "all domains, to ask with SQL",
    ]
  ) { (settings, console) throws(Failure) in
    let library = try Library.opened(settings, console)
    let cancellation = console.cancellation()
    let report: DumpReport
    if let path = settings.sqliteFile {
      report = try library.dump(settings.operands, toSQLite: path, cancellation: cancellation)
      try console.say("\(path): \(Quantity.of(report.items, "item"))")
    } else {
      do throws(Failure) {
        report = try print(library, settings, cancellation, console)
      } catch {
        // A reader that has gone away is no failure.
        guard console.output.isClosed, error.concerns([.cancelled]) else { throw error }
        return .done
      }
    }
    for domain in report.unbuilt {
      try console.say("\(domain) is declared but not built; run `footlight sync \(domain)`")
    }
    return .done
  }

  private static func print(
    _ library: Library, _ settings: Settings, _ cancellation: Cancellation, _ console: Console
  ) throws(Failure) -> DumpReport {
    var json = JSONWriter(capacity: 1 << 16)
    return try library.dump(settings.operands, cancellation: cancellation) {
      (found) throws(Failure) in
      if console.output.isClosed { cancellation.cancel() }
      try cancellation.check()
      json.line(JSONObjects.item, found)
      try console.output.bytes(json.bytes)
      json.removeAll()
    }
  }
}
