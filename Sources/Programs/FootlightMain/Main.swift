import FootlightCommands
import FootlightPlatform

@main
struct Main {
  static func main() {
    Tool.main(Process.arguments)
  }
}
