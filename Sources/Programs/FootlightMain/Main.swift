import FootlightCommands

@main
struct Main {
  static func main() {
    Tool.main(CommandLine.arguments)
  }
}
