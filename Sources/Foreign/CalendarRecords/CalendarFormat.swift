package import FootlightPlatform

/// Reads calendars: events, tasks and entries of journals of iCalendar files (RFC 5545).
///
/// A recurring event is one record, with the date on which it comes next.
package struct CalendarFormat: ForeignFormat {
  package init() {}

  package mutating func read(
    _ file: inout ForeignFile, _ printer: inout RecordPrinter
  ) throws(Failure) {
    #if Complete
      var bytes = ByteArena()
      guard try file.readWhole(into: &bytes, &printer) else { return }
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
