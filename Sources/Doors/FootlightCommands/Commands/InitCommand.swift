import Footlight
import FootlightPlatform

extension Command {
  static let initialise = Command(
    name: "init", operands: .optional("DIR"),
    summary: "start a workspace with an example that works",
    detail: """
      Makes domains/ in DIR, or in the present folder, with one commented declaration and its \
      data. What is there already is left as it is.
      """,
    options: [],
    examples: [
      "footlight init finder && cd finder && footlight sync": "begin at once"
    ]
  ) { (settings, console) throws(Failure) in
    let folder = settings.operands.first ?? settings.workspace ?? "."
    let made = try Library.initialise(folder == "." ? console.folder : folder)
    for path in made { try console.output.line(console.data(path)) }
    let place = folder == "." ? "" : "cd \(Quoting.shell(folder)) && "
    try console.say("now: \(place)footlight sync && footlight query verne")
    return .done
  }
}
