import TestSupport
import Testing

@testable import FootlightPlatform

/// What a process finds where it is started.
@Suite struct StartTests {
  #if os(Linux)
    @Test func `the words of a command line are found without asking for /proc`() async throws {
      await #expect(processExitsWith: .success) {
        guard let words = Process.startedWith, words.count > 0, words == CommandLine.arguments
        else {
          exit(1)
        }
      }
    }
  #endif

  @Test func `a folder for scratch files that is not there is named`() async throws {
    await #expect(processExitsWith: .success) {
      StartTests.point("TMPDIR", to: "/not/there")
      do throws(Failure) {
        _ = try ScratchFile()
      } catch {
        let isNamed =
          error.description.contains("/not/there") && error.description.contains("TMPDIR")
        exit(error.exitCode == 3 && isNamed ? 0 : 1)
      }
      exit(2)
    }
  }

  private static func point(_ variable: String, to path: String) {
    _ = unsafe setenv(variable, path, 1)
  }
}
