import FootlightPlatform
import FootlightCommands

@main
struct Main {
  static func main() {
    Tool.main(Process.arguments)
  }
}
