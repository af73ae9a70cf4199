/// The command line of a reader: the kind, settings as `--NAME=VALUE`, and files.
package struct ForeignOptions: Sendable, Hashable {
  /// The kind of the files.
  package var kind: String
  /// The files.
  package var paths: [String] = []
  private var settings: [String: String] = [:]

  /// Reads a command line without the name of the program; nil when there is no kind.
  package init?(_ arguments: [String]) {
    guard let kind = arguments.first, !kind.hasPrefix("-") else { return nil }
    self.kind = kind
    var isOption = true
    for argument in arguments.dropFirst() {
      if isOption, argument == "--" {
        isOption = false
      } else if isOption, argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") {
        let name = argument[..<sign].dropFirst(2)
        settings[String(name)] = String(argument[argument.index(after: sign)...])
      } else if isOption, argument.hasPrefix("--") {
        settings[String(argument.dropFirst(2))] = "true"
      } else {
        paths.append(argument)
      }
    }
  }

  /// A setting; nil when it is not given.
  package subscript(name: String) -> String? { settings[name] }

  /// The first setting that is none of these.
  package func unknown(_ known: [String]) -> String? {
    settings.keys.sorted().first { !known.contains($0) }
  }
}
