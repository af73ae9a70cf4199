import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords
@testable import SourceKinds

/// Programs that print what has changed since a cursor.
struct CommandChangesTests {
  /// What a run came to: the way, the records, the deletions and the cursor.
  private func run(_ script: String, since cursor: String?) -> String {
    do throws(Failure) {
      let folder = try TemporaryFolder()
      let source = CommandSource(DeclaredProgram("/bin/sh", ["-c", script], folder: folder.path))
      let plan = FieldPlan("a")
      switch try source.changes(
        since: cursor, plan, keyLimit: 1_000, cancellation: Cancellation())
      {
      case .unchanged(let cursor): return "unchanged \(cursor)"
      case .keys: return "keys"
      case .some(let reader): return "some " + read(reader)
      case .all(let reader, _): return "all " + read(reader)
      }
    } catch {
      return "failure \(error.diagnostics.first?.code.name ?? "")"
    }
  }

  private func read(_ reader: any RecordReader) -> String {
    let seen = readAll(reader, slots: 1)
    guard seen.failure == nil else { return "failure" }
    let records = seen.records.map { "\($0.number)=\($0.values[0].joined())" }
    let gone = reader.deletions().map { "\($0.number)-\($0.id)" }
    return (records + gone + [reader.cursor() ?? "no cursor"]).joined(separator: " ")
  }

  private static let changes = """
    cat <<'E'
    {"op": "upsert", "record": {"a": 1, "op": "delete", "id": 3}}
    {"op":"delete","id":"é\\u0041"}
    { "record" : {"a":"x"} , "op" : "upsert" }
    {"id": 7, "op": "delete"}
    {"cursor": "two"}
    E
    """

  @Test func `changes are records and deletions in their order, with the cursor at the end`() {
    let changes = CommandChangesTests.changes
    #expect(run(changes, since: "one") == "some 1=number 1 3=\"x\" 2-éA 4-7 two")
    // A program that fails tells nothing: neither a deletion nor a cursor.
    #expect(run(changes + "\nexit 3", since: "one") == "failure source.program")
    #expect(run("echo '{\"op\":\"delete\",\"id\":1}'; kill -9 $$", since: "x").hasPrefix("failure"))
  }

  @Test func `the cursor is in the environment, and only when there is one`() {
    let script = "echo \"{\\\"cursor\\\": \\\"${FOOTLIGHT_CURSOR-unset}+\\\"}\"; echo '{\"a\":1}'"
    #expect(run(script, since: "a b'c") == "all 2=number 1 a b'c+")
    #expect(run(script, since: nil) == "all 2=number 1 unset+")
    #expect(run("echo \"{\\\"a\\\":\\\"$HOME\\\"}\"", since: "x") != "all 1=\"\" no cursor")
  }

  @Test func `nothing has changed when the program says so, or prints nothing but a cursor`() {
    #expect(run("echo '{\"unchanged\": true}'", since: "one") == "unchanged one")
    #expect(run("echo '{\"cursor\": 2}'", since: "one") == "unchanged 2")
    #expect(run("true", since: "one") == "unchanged one")
    #expect(run("echo '{\"unchanged\": true}'; exit 1", since: "one") == "failure source.program")
  }

  /// TB-18: without a cursor a program cannot say that nothing has changed.
  @Test func `without a cursor all records are wanted`() {
    #expect(run("echo '{\"unchanged\": true}'", since: nil) == "all failure")
    #expect(run("echo '{\"op\":\"delete\",\"id\":1}'", since: nil) == "all failure")
    #expect(
      run("echo '{\"op\":\"upsert\",\"record\":{\"a\":1}}'; echo '{\"cursor\":\"c\"}'", since: nil)
        == "all 1=number 1 c")
  }

  @Test func `lines of several sorts are not mixed`() {
    for script in [
      "echo '{\"a\":1}'; echo '{\"op\":\"delete\",\"id\":1}'",
      "echo '{\"unchanged\":true}'; echo '{\"a\":1}'",
    ] {
      #expect(run(script, since: "x").contains("failure"), "\(script)")
    }
  }

  @Test func `a record that only looks like a message is a record`() {
    let script = """
      cat <<'E'
      {"op": "upsert", "record": {"a": 1}, "a": 2}
      {"op": "insert", "id": 1}
      {"cursor": {"a": 1}}
      {"unchanged": false}
      {"cursor": "x", "a": 3}
      {"op": "delete", "id": null}
      {"op"}
      E
      """
    #expect(
      run(script, since: "x")
        == "all 1=number 2 2= 3= 4= 5=number 3 6= no cursor")
  }
}
