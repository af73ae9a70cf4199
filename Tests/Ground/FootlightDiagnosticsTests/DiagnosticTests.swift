import FootlightPlatform
import Testing

struct DiagnosticTests {
  private let code = DiagnosticCode("test.code", .caller)

  @Test func `a diagnostic names place, code, cause and remedy`() {
    let diagnostic = Diagnostic(
      code, "the cause", at: SourceLocation(file: "a.yaml", line: 3, column: 7),
      remedy: "the remedy")
    #expect(diagnostic.description == "a.yaml:3:7: error[test.code]: the cause\n  help: the remedy")
    #expect(Diagnostic(code, "x", severity: .note).description == "note[test.code]: x")
  }

  @Test func `a place says no more than it knows`() {
    #expect(SourceLocation(file: "f").description == "f")
    #expect(SourceLocation(file: "f", line: 2).description == "f:2")
    #expect(SourceLocation(file: "f", column: 2).description == "f")
  }

  @Test func `a failure ends the process with the gravest of its reasons`() {
    let machine = Diagnostic(DiagnosticCode("test.machine", .machine), "m")
    let interrupted = Diagnostic(DiagnosticCode("test.interrupted", .interrupted), "i")
    #expect(Failure(code, "c").exitCode == 2)
    #expect(Failure([Diagnostic(code, "c"), machine])?.exitCode == 3)
    #expect(Failure([machine, interrupted, Diagnostic(code, "c")])?.exitCode == 130)
  }

  @Test func `a failure without reasons does not exist`() {
    #expect(Failure([]) == nil)
  }

  @Test func `all reasons of a failure are shown`() {
    let failure = Failure([Diagnostic(code, "one"), Diagnostic(code, "two")])
    #expect(failure?.description == "error[test.code]: one\nerror[test.code]: two")
  }
}
