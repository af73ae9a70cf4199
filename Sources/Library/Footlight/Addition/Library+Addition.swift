import DeclaredRecords
import FileHandles
public import FootlightPlatform
import SourceKinds

extension Library {
  /// Writes a proposed domain into the workspace: first its data, then its declaration; builds
  /// nothing.
  ///
  /// A killed call leaves no half-written file under a final name, and the next one goes on: data that
  /// is there already, byte for byte, is in nobody's way. Of an SQLite database one state is copied,
  /// with what its write-ahead log holds.
  ///
  /// - Throws: `add.exists` when a file is in the way that the proposal does not replace, and what
  ///   the disk says.
  public func add(_ proposal: DomainProposal) throws(Failure) {
    try open.checkSettings()
    let files = system.files
    var problems: [Diagnostic] = []
    for file in proposal.data {
      let path = Path.join(workspace.domains, file.destination)
      guard !proposal.replaces, try files.exists(path), try !isSame(file.path, path) else {
        continue
      }
      problems.append(
        Diagnostic(
          .addExists, "there is a data file of this name already", at: SourceLocation(file: path),
          remedy: "rename the file that you add, or name the one that is there"))
    }
    if !proposal.replaces, try files.exists(proposal.file) {
      problems.append(
        Diagnostic(
          .addExists, "there is a declaration of this name already",
          at: SourceLocation(file: proposal.file), remedy: "replace it with --replace"))
    }
    if let failure = Failure(problems) { throw failure }
    var folders: Set<String> = []
    for file in proposal.data {
      let path = Path.join(workspace.domains, file.destination)
      let folder = Path.parent(of: path) ?? workspace.domains
      if folders.insert(folder).inserted { try files.createFolder(folder, parents: true) }
      if try FileBeginning.isDatabase(file.path) {
        try SQLiteCopy.copy(file.path, to: path, files: files)
      } else {
        try files.copy(file.path, to: path)
      }
    }
    for folder in folders.sorted() { try files.synchronizeFolder(folder) }
    if proposal.isInferred { try writeSchema() }
    try files.replace(proposal.file, with: ByteArena(proposal.declaration))
  }

  /// Takes an inferred declaration out of the workspace again whose domain was never built; false where it was, or where
  /// somebody has written it.
  ///
  /// Its data stays: who adds it again finds it there.
  package func withdraw(_ proposal: DomainProposal) throws(Failure) -> Bool {
    guard proposal.isInferred, !proposal.replaces,
      try !domains().contains(where: { $0.domain == proposal.domain && $0.version != nil })
    else { return false }
    return try system.files.remove(proposal.file)
  }

  /// Whether two files hold the same bytes.
  private func isSame(_ path: String, _ other: String) throws(Failure) -> Bool {
    guard try FileStatus.of(other)?.kind == .file else { return false }
    // Databases are read through SQLite, which keeps the locks of whoever has them open.
    let isDatabase = DatabaseMark.isDatabase(path)
    guard DatabaseMark.isDatabase(other) == isDatabase else { return false }
    if isDatabase { return try DatabaseMark.isSame(path, other) }
    let one = try File(path: path)
    let two = try File(path: other)
    guard try one.size() == two.size() else { return false }
    var offset = 0
    var bytes = ByteArena(capacity: 1 << 20)
    while true {
      bytes.removeAll()
      let count = try one.read(into: &bytes, at: offset, upTo: 1 << 19)
      let more = try two.read(into: &bytes, at: offset, upTo: 1 << 19)
      let second = bytes.bytes(ByteRange(start: count, count: more))
      guard bytes.bytes(ByteRange(start: 0, count: count)) == second else { return false }
      if count == 0 { return true }
      offset += count
    }
  }

  /// The first line of an inferred declaration names it.
  private func writeSchema() throws(Failure) {
    let path = Path.join(workspace.domains, "schema.json")
    guard try !system.files.exists(path) else { return }
    try system.files.replace(
      path,
      with: ByteArena(
        DeclarationSchema.text(DeclarationSchema.value(kinds: open.kinds.map(\.keys)))))
  }
}

extension Library {
  /// Looks at a declaration or at data, and says what adding it would mean; writes nothing.
  ///
  /// A declaration is validated. For data – a file of csv, tsv or otherwise delimited rows, json,
  /// jsonl, yaml or SQLite, XML, pages, mail, a feed, or a folder of them – a declaration is inferred
  /// from the first thousands of records; the file is read up to 160 MB.
  ///
  /// - Parameters:
  ///   - path: A file or a folder; a relative name begins where the process stands. Or an address of
  ///     http or https, which is asked for at once.
  ///   - name: The name of the domain; made of the name of the file when nil.
  ///   - replacing: Whether a domain that is declared already may be replaced.
  ///   - samples: How many items are mapped to be shown.
  ///   - mayRun: Is asked before a program reads the data, as those of bibutils read lists of literature;
  ///     without it, none runs. Who agrees also agrees that the domain may run it when it is built.
  /// - Throws: `data.format`, `add.program`, `add.exists`, `add.name`, and what is wrong with a declaration.
  public func propose(
    for path: String, name: String? = nil, replacing: Bool = false, samples: Int = 3,
    mayRun: @escaping @Sendable (_ program: String) throws(Failure) -> Bool = { _ in false }
  ) throws(Failure) -> DomainProposal {
    guard !YAMLShape.isDeclaration(path) else {
      return try proposal(ofDeclaration: path, name: name, replacing: replacing)
    }
    let document = HTTPAddress.isMeant(path) ? try FetchedDocument(path, system) : nil
    var selection = try DataSelection(document?.path ?? path)
    if document != nil { selection.display = path }
    let domain = try domainName(
      name, from: document.map { InferenceRun.name(of: $0.address) } ?? selection.path)
    let place = try place(named: domain, replacing: replacing)
    var shape = DataShape(kind: "")
    if let documents = selection.documents {
      shape = documents
    } else {
      shape = try FormatSniffer.shape(ofSome: selection.some, display: selection.display)
    }
    if let leftOut = selection.leftOut { shape.doubts.append(leftOut) }
    var inference = InferenceRun(
      library: self, selection: selection, place: place, shape: shape, samples: samples,
      address: document?.address, mayRun: mayRun)
    return try inference.proposal()
  }

  /// Validates a declaration that lies somewhere else, and finds its data.
  private func proposal(
    ofDeclaration path: String, name: String?, replacing: Bool
  ) throws(Failure) -> DomainProposal {
    let absolute = try Path.absolute(path)
    if name != nil {
      throw Failure(
        .addName, "a declaration names its domain itself", at: SourceLocation(file: path),
        remedy: "change `domain:` in the file")
    }
    let file = DeclarationFile(path: absolute, shown: path)
    let declared = try open.declared(file, ignoringPermission: true)
    let folder = try Path.resolved(Path.parent(of: absolute) ?? "/")
    let domains = try Path.resolved(workspace.domains)
    guard folder != domains else {
      throw Failure(
        .addExists, "the declaration is in this workspace already",
        at: SourceLocation(file: path), remedy: "run `footlight sync`")
    }
    var place = try place(named: declared.definition.name, replacing: replacing)
    if !place.replaces { place.file = Path.join(workspace.domains, Path.name(of: absolute)) }
    if !place.replaces, try system.files.exists(place.file) {
      throw Failure(
        .addExists, "there is another declaration of this name",
        at: SourceLocation(file: place.file), remedy: "rename the file that you add")
    }
    var proposal = DomainProposal(
      domain: declared.definition.name,
      declaration: try text(of: absolute), file: place.file, replaces: place.replaces)
    let files = try declared.source.files()
    let named = Set(files)
    for path in files {
      // A database is copied with what its log holds.
      if path.hasSuffix("-wal"), named.contains(String(path.dropLast(4))) { continue }
      let resolved = try Path.resolved(path)
      // A link within the folder is followed; what leads out of it belongs to somebody else.
      let written = Path.normalized(path)
      guard Path.isInside(resolved, folder) else {
        proposal.doubts.append("data outside the declaration's folder is not copied")
        continue
      }
      let relative = shownPath(
        Path.isInside(written, folder) ? written : resolved, from: folder)
      proposal.data.append(
        DomainProposal.DataFile(
          path: resolved, destination: relative, bytes: try FileStatus.of(resolved)?.size ?? 0))
    }
    return proposal
  }

  private func text(of path: String) throws(Failure) -> String {
    let bytes = try File.readWhole(path, limit: DeclarationFile.limit)
    return bytes.text(bytes.all)
  }
}
