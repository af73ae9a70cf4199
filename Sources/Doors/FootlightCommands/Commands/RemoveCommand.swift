import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let remove = Command(
    name: "remove", operands: .some("DOMAIN"),
    summary: "delete the index data of domains",
    detail: "The declaration stays unless --declaration is given; data files always stay.",
    options: [.declaration, .wait, .json],
    examples: ["footlight remove books": "forget what was indexed of books"]
  ) { (settings, console) throws(Failure) in
    let removed = try Library.opened(settings, console).remove(
      settings.operands, declarations: settings.removesDeclaration, waits: settings.waits,
      cancellation: console.cancellation())
    if settings.printsJSON {
      try console.write(JSONObjects.removed, removed)
    } else {
      for domain in removed {
        try console.output.line(
          "\(visible(domain.domain))  removed \(Quantity.of(domain.items, "item"))")
      }
    }
    try console.output.flush()
    for domain in removed {
      if let file = domain.remainingDeclaration {
        try console.say("\(file) is still there: the next sync builds \(domain.domain) again")
      } else if let file = domain.deletedDeclaration {
        try console.say("deleted \(file)")
      }
    }
    return .done
  }

  static let allow = Command(
    name: "allow", operands: .one("DOMAIN"),
    summary: "let a domain run its program, read elsewhere, or ask its hosts",
    detail: """
      The permission holds for the declaration as it is now and where it is now: after a change of \
      its text, or of its place, it is asked for again, and a copy of the workspace brings none. It \
      is kept in $XDG_STATE_HOME/footlight (~/.local/state/footlight). Read the declaration before \
      you allow it.
      """,
    options: [],
    examples: ["footlight allow mail": "mail may read the folder it names"]
  ) { (settings, console) throws(Failure) in
    let domain = settings.operands.first ?? ""
    let library = try Library.opened(settings, console)
    try library.allow(domain)
    guard !library.isSettings(domain) else {
      try console.say(
        "the program of 'on_match' may run, until its words or its scripts change, or \(domain) "
          + "moves")
      return .done
    }
    try console.say(
      "\(domain) may read outside its folder, run its program and ask the hosts that it names, until "
        + "its declaration changes or moves"
    )
    return .done
  }
}
