import FootlightPlatform
import TestSupport
import Testing

/// Where `footlight-NAME` is looked for, and what is said when it is nowhere.
struct SisterProgramTests {
  private func program(_ folder: borrowing TemporaryFolder, _ place: String) throws -> String {
    let path = try folder.write(place, "#!/bin/sh\necho \"$0\" \"$@\"\n")
    try ProgramFile.make(path)
    return path
  }

  @Test func `beside the tool comes before libexec, and that before PATH`() throws {
    let folder = try TemporaryFolder()
    let tool = folder.path("bin/footlight")
    let path = "\(folder.path("nowhere")):\(folder.path("path"))"
    let serve = SisterProgram.serve
    #expect(serve.find(beside: tool, path: path) == nil)
    let inPath = try program(folder, "path/footlight-serve")
    #expect(serve.find(beside: tool, path: path) == inPath)
    #expect(serve.find(beside: nil, path: path) == inPath)
    let inLibexec = try program(folder, "libexec/footlight/footlight-serve")
    #expect(serve.find(beside: tool, path: path) == inLibexec)
    // What cannot be run is passed by.
    try folder.write("bin/footlight-serve", "no program")
    #expect(serve.find(beside: tool, path: path) == inLibexec)
    let beside = try program(folder, "bin/footlight-serve")
    #expect(serve.find(beside: tool, path: path) == beside)
  }

  @Test func `a missing program of ours names its trait and its package`() throws {
    var system = SystemServices.system
    system.environment = { _ in "/nowhere" }
    let other = try #require(SisterProgram(named: "nobody-has-this"))
    let failure = #expect(throws: Failure.self) { try other.located(system) }
    #expect(failure?.diagnostics.map(\.code) == [.programMissing])
    #expect(failure?.diagnostics.first?.message.contains("footlight-nobody-has-this") == true)
    let lacking = SisterProgram.serve.lacksTrait.diagnostics
    #expect(lacking.map(\.code) == [.programWithoutTrait])
    #expect(lacking.first?.remedy?.contains("package footlight-serve") == true)
    #expect(lacking.first?.remedy?.contains("--traits Complete") == true)
    #expect(SisterProgram(named: "serve") == .serve)
  }

  @Test(arguments: ["", "-x", "a/b", "..", "a b", "ü", "a\0b", "a:b"])
  func `what can be no name is none`(_ name: String) {
    #expect(SisterProgram(named: name) == nil)
  }

  @Test func `the running program knows where it lies`() throws {
    let path = try #require(Process.executable)
    #expect(try FileStatus.of(path)?.kind == .file)
  }
}
