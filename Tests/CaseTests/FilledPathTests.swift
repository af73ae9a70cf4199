import DeclaredRecords
import Footlight
import FootlightPlatform
import SourceKinds
import TestSupport
import Testing

/// Holds what `add` proposes against what the records hold: each path that is filled in a record of
/// `Tests/Additions` is part of the item, or named as one that is not used.
@Suite struct FilledPathTests {
  @Test(arguments: AdditionTests.names)
  func `every filled path is used, or named as not used`(name: String) throws {
    let folder = Path.join(AdditionTests.root, name)
    guard try AdditionTests.isRead(folder) else { return }
    let data = try AdditionTests.data(in: folder)
    let workspace = try TemporaryFolder()
    try FileOperations.system.createFolder(workspace.path("domains"))
    let library = try Library(
      workspace: workspace.path, system: BuiltPrograms.system(home: workspace.path("home")))
    let proposal = try library.propose(for: Path.join(folder, data))
    try library.add(proposal)
    let definition = try DomainDefinition.load(
      Array(proposal.declaration.utf8), file: proposal.file, folder: workspace.path("domains"),
      kinds: SourceKind.builtIn.map(\.keys), allowsOutside: true)

    var columns: [String] = []
    if try FileStatus.of(Path.join(folder, data))?.kind == .file {
      columns = try FormatSniffer.shape(
        ofSome: [Path.join(folder, data)], display: data
      ).columns
    }
    let records = try RecordSample(
      definition.source, columns: columns,
      system: BuiltPrograms.system(home: workspace.path("home"))
    ).records
    #expect(!records.isEmpty)
    let told = FilledPathTests.told(in: proposal.declaration, proposal.doubts)
    // A place is made of all that a geometry holds.
    let whole = FilledPathTests.told(
      in: proposal.declaration.split(separator: "\n").filter { $0.hasSuffix(", type: place }") }
        .joined(separator: "\n"), [])
    // Where a file lies is told with every record, and needs no account.
    let namesFiles = ["html", "mail", "markdown", "text", "documents"].contains(
      definition.source.kind)
    var lost: Set<String> = []
    for record in records {
      FilledPathTests.eachPath(.object(record), []) { path in
        let isOfFile = ["path", "folder", "name"].contains(FieldPath(path).description)
        if !(isOfFile && namesFiles), !told.contains(where: { FilledPathTests.covers($0, path) }),
          !whole.contains(where: { path.starts(with: $0.steps) })
        {
          lost.insert(FieldPath(path).description)
        }
      }
    }
    #expect(lost.sorted() == [])
  }

  @Test func `a path that is neither used nor named is noticed`() {
    let told = [FieldPath([.key("a"), .everyElement]), FieldPath([.key("b"), .everyValue])]
    let lost = [
      [FieldPath.Step.key("c")], [.key("a"), .everyElement, .key("x")], [.key("b")],
    ].filter { path in !told.contains { FilledPathTests.covers($0, path) } }
    #expect(lost.count == 3)
    #expect(FilledPathTests.covers(told[0], [.key("a"), .everyElement]))
    #expect(FilledPathTests.covers(told[1], [.key("b"), .key("en")]))
  }

  /// The paths that the templates and the notes of a proposal hold.
  private static func told(in declaration: String, _ doubts: [String]) -> [FieldPath] {
    var told: [FieldPath] = []
    let body = declaration.split(separator: "\n").filter { !$0.hasPrefix("#") }
    for line in body {
      for expression in line.split(separator: "{").dropFirst() {
        let path = expression.prefix { !"}|".contains($0) }.split(separator: " ").first ?? ""
        if let path = FieldPath(String(path)) { told.append(path) }
        // A name may hold spaces.
        let whole = expression.prefix { !"}|".contains($0) }
        if let path = FieldPath(String(whole.trimmingSuffix { $0 == " " })) { told.append(path) }
      }
    }
    for doubt in doubts {
      let parts = doubt.split(separator: "`", omittingEmptySubsequences: false)
      for place in parts.indices where place % 2 == 1 {
        if let path = FieldPath(String(parts[place])) { told.append(path) }
      }
    }
    return told
  }

  /// Whether a path of a template leads to where a value stands; lists of one may go without brackets.
  static func covers(_ told: FieldPath, _ path: [FieldPath.Step]) -> Bool {
    var rest = path[...]
    for step in told.steps {
      switch step {
      case .key:
        while rest.first == .everyElement { rest.removeFirst() }
        guard rest.popFirst() == step else { return false }
      case .everyElement, .index: if rest.first == .everyElement { rest.removeFirst() }
      case .everyValue:
        guard case .key? = rest.popFirst() else { return false }
      }
    }
    return rest.allSatisfy { $0 == .everyElement }
  }

  /// Calls `body` with the path of each value that holds something.
  private static func eachPath(
    _ value: RecordValue, _ path: [FieldPath.Step], _ body: ([FieldPath.Step]) -> Void
  ) {
    switch value {
    case .null: break
    case .boolean, .number: body(path)
    case .text(let text): if !text.isEmpty { body(path) }
    case .list(let elements):
      for element in elements { eachPath(element, path + [.everyElement], body) }
    case .object(let record):
      for field in record.fields { eachPath(field.value, path + [.key(field.name)], body) }
    }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}
