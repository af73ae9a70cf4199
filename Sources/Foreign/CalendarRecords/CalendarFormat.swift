package import FootlightPlatform

/// Reads calendars: events, tasks and entries of journals of iCalendar files (RFC 5545).
///
/// A recurring event is one record, with the date on which it comes next.
package struct CalendarFormat: ForeignFormat {
  private static let limit = 256 << 20

  package init() {}

  package mutating func read(
    _ file: inout ForeignFile, _ printer: inout RecordPrinter
  ) throws(Failure) {
    #if Complete
      var bytes = ByteArena()
      guard try file.readAll(into: &bytes, limit: CalendarFormat.limit) else {
        return try printer.failed(
          line: 1, "the calendar is larger than \(CalendarFormat.limit >> 20) MB",
          remedy: "split it")
      }
      guard var calendar = Calendar(bytes) else {
        return try printer.failed(
          line: 1, "this is no calendar", remedy: "name files of iCalendar (.ics)")
      }
      var number = 0
      try calendar.forEach { (entry) throws(Failure) in
        number += 1
        entry.append(to: &printer.json)
        try printer.record(line: number)
      }
      try printer.end()
    #else
      throw SisterProgram.read.lacksTrait
    #endif
  }
}
