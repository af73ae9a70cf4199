import DeclaredRecords
public import FootlightPlatform
import SourceKinds

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
    let document = HTTPAddress.isMeant(path) ? try FetchedDocument(path, world) : nil
    var selection = try DataSelection(document?.path ?? path)
    if document != nil { selection.display = path }
    let domain = try domainName(
      name, from: document.map { InferenceRun.name(of: $0.address) } ?? selection.path)
    let place = try place(named: domain, replacing: replacing)
    var shape = DataShape(kind: "")
    if let documents = selection.documents {
      shape = documents
    } else {
      shape = try FormatSniffer.shape(of: selection.first, display: selection.display)
    }
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
    if !place.replaces, try world.files.exists(place.file) {
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
