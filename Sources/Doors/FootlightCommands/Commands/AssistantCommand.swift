import Footlight
import FootlightPlatform

extension Command {
  static let assistant = Command(
    name: "mcp", operands: .none,
    summary: "answer assistants over standard input and output",
    detail: """
      Speaks the Model Context Protocol, a JSON message a line: tools to search, show, suggest and list \
      domains, and items as resources. It reads alone, and the end of its input ends it. Give an \
      assistant the command 'footlight mcp --workspace DIR'.
      """,
    options: [],
    examples: [
      "footlight mcp --workspace ~/notes": "as an assistant starts it"
    ]
  ) { (settings, console) throws(Failure) in
    let library = try Library.opened(settings, console)
    let session = AssistantSession(library: library, version: Library.version)
    var input = MessageLines(try console.input("-"), longest: AssistantSession.longest)
    while let line = try input.next() {
      let answer = line.map { session.answer($0) } ?? session.answerTooLong()
      guard let answer else { continue }
      var bytes = ByteArena(capacity: answer.count)
      bytes.append(answer)
      try console.output.bytes(bytes)
      try console.output.flush()
    }
    return .done
  }
}
