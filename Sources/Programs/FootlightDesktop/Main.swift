import DesktopSearch
import FootlightCommands
import FootlightPlatform

/// The program that GNOME and KDE ask, and that installs itself for them.
@main
struct Main {
  static func main() {
    Tool.main(as: .desktop, Process.arguments) { (settings, console) throws(Failure) in
      #if Complete
        try DesktopProgram(settings, console).run()
      #else
        throw SisterProgram.desktop.lacksTrait
      #endif
    }
  }
}
