import DeclaredRecords
package import FootlightPlatform

/// Feeds, JSON and CSV over http: documents are fetched into the user's cache, and read there as files are.
package struct HTTPSource: RecordSource {
  var settings: HTTPSettings
  let system: SystemServices
  /// The program that asks and reads feeds; nil for footlight-read, wherever that lies.
  var reader: String?

  package init(_ settings: HTTPSettings, _ system: SystemServices = .system) {
    self.settings = settings
    self.system = system
  }

  /// Asks whether the documents are still the same, if it is time to.
  func stamp() throws(Failure) -> SourceStamp {
    let (documents, _) = try fetched(Cancellation(followsSignals: true))
    var bytes = ByteArena()
    for page in pages(documents) {
      for text in [page.address, page.hash, String(page.size)] {
        bytes.append(text)
        bytes.append(0)
      }
    }
    return SourceStamp(text: "http:\(bytes.count):\(bytes.hash(bytes.all))")
  }

  func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader {
    try open(plan, cancellation: Cancellation(followsSignals: true))
  }

  func open(
    _ plan: FieldPlan, cancellation: Cancellation
  ) throws(Failure) -> any RecordReader {
    let (documents, folder) = try fetched(cancellation)
    let files = pages(documents).map { page in
      SourceFile(
        path: Path.join(folder, page.file), display: page.address, relative: page.address)
    }
    switch settings.format {
    case .file(let format):
      return try format.reader(of: files, plan, at: settings.limits.location)
    case .feed:
      var limits = settings.limits
      limits.kind = "feed"
      // They are kept already.
      limits.domain = ""
      return try ForeignReader(
        files, limits, plan, program: try program(), rootName: "", converted: nil, system,
        cancellation)
    }
  }

  private func program() throws(Failure) -> String {
    if let reader { reader } else { try SisterProgram.read.located(system) }
  }

  private func fetched(
    _ cancellation: Cancellation
  ) throws(Failure) -> (KeptDocuments, folder: String) {
    let folder = try HTTPFetch.folder(settings, system)
    let fetch = HTTPFetch(
      settings: settings, program: try program(), system: system, cancellation: cancellation)
    return (try fetch.run(in: folder), folder)
  }

  /// The documents in the order of their addresses.
  private func pages(_ documents: KeptDocuments) -> [KeptDocuments.Page] {
    settings.addresses.flatMap { documents.fetched[$0.text]?.pages ?? [] }
  }
}
