import Footlight
import FootlightCommands
import FootlightPlatform

/// The program `footlight-store`: the shared store, and the commands that change an index which is a copy of one.
@main
struct Main {
  static func main() {
    #if PostgresStore
      StoreProgram.main(Process.arguments)
    #else
      Tool.main(
        storing: Process.arguments,
        { (_, _, _, _) throws(Failure) in throw SisterProgram.store.lacksTrait },
        { (_, _, _) throws(Failure) in throw SisterProgram.store.lacksTrait })
    #endif
  }
}
