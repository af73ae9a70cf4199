import DeclaredRecords
import FootlightPlatform
import Testing

/// What people read and copy holds what the tables say.
@Suite struct ReferenceTests {
  private static let root = (0..<4).reduce(#filePath) { path, _ in Path.parent(of: path) ?? "" }

  private func text(_ path: String) throws -> String {
    let bytes = try File.readWhole(Path.join(Self.root, path))
    return bytes.text(bytes.all)
  }

  @Test func `every key, kind of source and filter is in the guide`() throws {
    let guide = try text("docs/declarations.md")
    var names = DomainKeys.top.flatMap { keyNames($0) }
    names += SourceKindKeys.builtIn.flatMap { [$0.name] + $0.keys.flatMap { keyNames($0) } }
    names += AttributeType.allCases.map(\.rawValue)
    for name in names {
      let isThere = guide.contains("`\(name)`")
      #expect(isThere, "docs/declarations.md does not name `\(name)`")
    }
    for filter in FilterDescription.all {
      let isThere = ["`\(filter.name)`", "`\(filter.name): "].contains { guide.contains($0) }
      #expect(isThere, "docs/declarations.md does not name the filter \(filter.name)")
    }
  }

  private func keyNames(_ key: Key) -> [String] {
    switch key.type {
    case .section(let keys), .expanded(let keys), .named(.expanded(let keys)):
      [key.name] + keys.flatMap { keyNames($0) }
    default: [key.name]
    }
  }

  @Test func `the bundled declarations hold no mistake`() throws {
    let folder = Path.join(Self.root, "domains")
    let files = try Folder.entries(of: folder).map(\.name).filter { $0.hasSuffix(".yaml") }
    #expect(
      files == [
        "anime.yaml", "constellations.yaml", "iceland.yaml", "rules.yaml", "statutes.yaml",
        "tv-shows.yaml",
      ])
    for file in files {
      let definition = try DomainDefinition.load(
        Array(text("domains/\(file)").utf8), file: "domains/\(file)", folder: folder,
        kinds: SourceKindKeys.builtIn)
      #expect(definition.version == (file == "tv-shows.yaml" ? 2 : 1))
    }
  }

  @Test(arguments: ["docs/declarations.md", "README.md"])
  func `declarations in the documentation hold no mistake`(page: String) throws {
    let blocks = try text(page).split(separator: "```yaml\n", omittingEmptySubsequences: false)
    let declarations = blocks.dropFirst().compactMap { block in
      block.start(of: "```").map { block[..<$0] }
    }.filter { $0.hasPrefix("domain:") }
    #expect(!declarations.isEmpty)
    for declaration in declarations {
      _ = try DomainDefinition.load(
        Array(declaration.utf8), file: page, folder: Path.join(Self.root, "domains"),
        kinds: SourceKindKeys.builtIn)
    }
  }
}

extension Substring {
  /// Where a text first occurs.
  fileprivate func start(of text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}
