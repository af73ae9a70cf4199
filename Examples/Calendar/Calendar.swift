import Footlight

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Searches a workspace whose declarations may say `kind: icalendar`.
///
///     CalendarExample WORKSPACE QUERY…
@main
struct Calendar {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    do throws(Failure) {
      let library = try Library(
        workspace: words.first ?? ".", kinds: SourceKind.builtIn + [ICalendar.kind])
      try library.sync()
      let answer = try library.search(
        words.dropFirst().joined(separator: " "), options: SearchOptions(timeout: .seconds(1)))
      for hit in answer.hits { print(hit.address, hit.title, hit.description, separator: "  ") }
      exit(answer.hits.isEmpty ? 1 : 0)
    } catch {
      for diagnostic in error.diagnostics { print(diagnostic) }
      exit(error.exitCode)
    }
  }
}
