import FootlightPlatform
import Testing

/// The checks that lie beside the checkout, where there are any.
struct AcceptanceTests {
  private static let script: String? = {
    // This file is three folders below the checkout.
    var folder = #filePath
    for _ in 0..<4 { folder = Path.parent(of: folder) ?? "/" }
    let script = Path.join(folder, "shared/acceptance/main_job.py")
    let isThere = (try? FileStatus.of(script))??.kind == .file
    return isThere ? script : nil
  }()

  private static let python: String? = Subprocess.find(
    "python3", path: "/usr/local/bin:/usr/bin:/bin")

  @Test(.enabled(if: script != nil && python != nil && BuiltTool.path != nil))
  func `the main job passes from the first declaration to a killed rebuild`() throws {
    guard let script = Self.script, let python = Self.python, let path = BuiltTool.path else {
      return
    }
    let run = try BuiltTool().run([script, path], program: python)
    let last = run.lines.last.map(String.init) ?? ""
    #expect(run.code == 0 && last.hasSuffix(" 0 failed"), "\(run.output)\(run.talk)")
  }
}
