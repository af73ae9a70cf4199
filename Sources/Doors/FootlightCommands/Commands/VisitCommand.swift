import Footlight
import FootlightPlatform
import IndexStores

extension Command {
  static let visit = Command(
    name: "visit", operands: .one("TARGET"),
    summary: "record that something was used, without opening it",
    detail: """
      What is used comes first among its equals. TARGET is domain:id, an item's url, a footlight: link, \
      a link that the item's domain accepts, or the url of any page; a page that is no item is found in \
      the domain 'history' for thirty days. It is kept in user.sqlite beside the index and nowhere \
      else. Nothing is recorded with FOOTLIGHT_ACTIVITY=off, or in domains that declare \
      'activity: false'.
      """,
    options: CommandOption.visitOptions,
    examples: [
      "footlight visit books:103": "it comes earlier from now on",
      "footlight visit books:103 --for dune": "and first when 'du' is asked again",
      "footlight visit https://example.org/a --title Page": "a page that is no item",
    ]
  ) { (settings, console) throws(Failure) in
    let library = try Library.opened(settings, console)
    let outcome = try library.visit(
      settings.operands.first ?? "", options: try settings.visitOptions())
    try VisitCommand.say(outcome, console)
    return .done
  }

  static let star = Command(
    name: "star", operands: .one("TARGET"), summary: "put something before its equals, for good",
    detail: "TARGET is what 'visit' takes; 'unstar' takes the star back.", options: [],
    examples: ["footlight star books:103": "a favourite"]
  ) { (settings, console) throws(Failure) in
    try VisitCommand.say(
      try Library.opened(settings, console).star(settings.operands.first ?? ""), console)
    return .done
  }

  static let unstar = Command(
    name: "unstar", operands: .one("TARGET"), summary: "take a star back",
    detail: "TARGET is what 'visit' takes.", options: [],
    examples: ["footlight unstar books:103": "as it was before"]
  ) { (settings, console) throws(Failure) in
    let outcome = try Library.opened(settings, console).unstar(settings.operands.first ?? "")
    try VisitCommand.say(outcome, console)
    return outcome.isRecorded ? .done : .nothingFound
  }
}

private enum VisitCommand {
  /// Says why something was not recorded.
  static func say(_ outcome: VisitOutcome, _ console: Console) throws(Failure) {
    if let reason = outcome.reason { try console.say("not recorded: \(reason)") }
  }
}

extension Settings {
  /// The options of a visit.
  func visitOptions() throws(Failure) -> VisitOptions {
    var options = visit
    for name in notEligible.flatMap({ $0.split(separator: ",") }) {
      guard let place = Eligibility(rawValue: String(name)) else {
        let names = Eligibility.allCases.map(\.rawValue)
        throw Failure(
          .wrongValue, "'\(visible(String(name)))' is no value for '--not'",
          remedy: nearest(to: String(name), among: names).map { "did you mean '\($0)'?" }
            ?? "write one of: \(names.joined(separator: ", "))")
      }
      options.excluded.insert(place)
    }
    return options
  }
}
