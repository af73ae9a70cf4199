import DeclaredRecords
package import FootlightPlatform

/// Brings the documents of a source up to date: asks each address, follows its pages, and keeps what came.
///
/// Polite: one request at a time with a pause between, no request before its time, and no request that the server asked to be
/// spared, and with both validators where there is one document (RFC 9110, section 13).
struct HTTPFetch {
  let settings: HTTPSettings
  let program: String
  let system: SystemServices
  let cancellation: Cancellation

  /// How often an address is asked that is busy, and how far it may lead elsewhere.
  private static let tries = 3
  private static let redirects = 5

  /// The folder in which documents are kept: in XDG_CACHE_HOME, or else in `.cache` at home.
  static func folder(_ settings: HTTPSettings, _ system: SystemServices) throws(Failure) -> String {
    let name = ByteArena(settings.text)
    let hash = String(name.hash(name.all), radix: 36)
    guard let cache = KeptRecords.cacheFolder(system) else {
      throw Failure(
        .sourceMissing, "there is no folder to keep documents in", at: settings.limits.location,
        remedy: "set HOME or XDG_CACHE_HOME")
    }
    return Path.join(cache, "footlight/http/\(hash)")
  }

  /// Asks where it is time, and returns what there is now.
  func run(in folder: String) throws(Failure) -> KeptDocuments {
    try system.files.createFolder(folder, parents: true, permissions: 0o700)
    let lock = try FileLock(
      path: Path.join(folder, "lock"), files: system.files, waiting: true,
      cancellation: cancellation
    )
    return try withExtendedLifetime(lock) { () throws(Failure) in try bring(folder) }
  }

  private func bring(_ folder: String) throws(Failure) -> KeptDocuments {
    var kept = KeptDocuments(in: folder)
    var hasAsked = false
    for address in settings.addresses {
      let before = kept.fetched[address.text]
      let now = system.now()
      // A clock that was set back is no reason to wait.
      if let before, !before.pages.isEmpty, now >= before.asked,
        now < max(before.asked + settings.every, before.until)
      {
        continue
      }
      if let until = before?.until, now < until { throw leftAlone(address, until - now) }
      if hasAsked { try nap(settings.pause) }
      hasAsked = true
      let (fetched, failure) = try fetch(address, before, into: folder)
      kept.fetched[address.text] = fetched
      kept.fetched[address.text]?.asked = failure == nil ? now : before?.asked ?? 0
      try kept.save(in: folder, system.files)
      if let failure { throw failure }
    }
    return kept
  }

  /// Fetches an address with its pages; of one that is busy, what there was, and that it is.
  private func fetch(
    _ address: HTTPAddress, _ before: KeptDocuments.Fetched?, into folder: String
  ) throws(Failure) -> (KeptDocuments.Fetched, Failure?) {
    var one = KeptDocuments.Fetched()
    var asked: Set<HTTPAddress> = []
    var page = address
    while one.pages.count < settings.mostPages ?? HTTPSettings.pageLimit {
      guard asked.insert(page).inserted else {
        throw .fetch("the pages lead back to one that was read", page, "correct `next`")
      }
      let isFirst = one.pages.isEmpty
      if !isFirst { try nap(settings.pause) }
      let name = "page-" + String(UInt64.random(in: 0 ... .max), radix: 36)
      let path = Path.join(folder, name)
      // Of several pages a later one may have changed when the first one has not.
      let known = isFirst && before?.pages.count == 1 ? before : nil
      let (answer, place) = try answer(to: page, known, into: path)
      if answer.status == 304, let known { return (known, nil) }
      if HTTPFetch.isBusy(answer) {
        var kept = before ?? KeptDocuments.Fetched()
        let wait = max(HTTPSettings.longestNap, min(answer.wait, HTTPSettings.longestWait))
        kept.until = system.now() + wait
        return (kept, leftAlone(page, wait))
      }
      guard answer.status == 200 else { throw refused(page, answer.status) }
      one.pages.append(
        KeptDocuments.Page(
          file: name, address: place.text, size: answer.size, hash: answer.hash))
      if isFirst { (one.entityTag, one.modified) = (answer.entityTag, answer.modified) }
      guard let next = try next(answer, path, place) else { return (one, nil) }
      (one.entityTag, one.modified) = ("", "")
      page = next
    }
    if settings.mostPages == nil {
      throw .fetch(
        "there are more than \(HTTPSettings.pageLimit) pages", address,
        "say with `pages:` how many are wanted")
    }
    return (one, nil)
  }

  /// The answer of the host that was asked, wherever on it the document is now, and where that is.
  private func answer(
    to address: HTTPAddress, _ known: KeptDocuments.Fetched?, into path: String
  ) throws(Failure) -> (HTTPExchange.Answer, HTTPAddress) {
    let exchange = HTTPExchange(
      program: program, settings: settings, system: system, cancellation: cancellation)
    var place = address
    var redirects = 0
    var tries = 1
    while true {
      let answer = try exchange.ask(
        place, entityTag: known?.entityTag ?? "", modified: known?.modified ?? "", into: path)
      if [301, 302, 303, 307, 308].contains(answer.status), !answer.location.isEmpty {
        redirects += 1
        guard redirects <= HTTPFetch.redirects else {
          throw .fetch("the address leads from one to the next", address, "correct `url`")
        }
        place = try followed(answer.location, from: place)
      } else if HTTPFetch.isBusy(answer), answer.wait <= HTTPSettings.longestNap,
        tries < HTTPFetch.tries
      {
        tries += 1
        try nap(max(settings.pause, answer.wait * 1_000_000_000))
      } else {
        return (answer, place)
      }
    }
  }

  /// An address that was found in an answer, if it may be asked.
  private func followed(
    _ reference: String, from place: HTTPAddress
  ) throws(Failure) -> HTTPAddress {
    guard let found = place.resolving(reference) else {
      throw .fetch("the answer leads to what is no address", place, "try it in a browser")
    }
    guard settings.allows(found, from: place) else {
      throw .fetch(
        found.scheme == "http" && place.scheme == "https"
          ? "the answer leads away from https"
          : "the answer leads to another host, \(found.host)", place,
        "write the other address as `url:`, if it is right, and allow the domain again")
    }
    return found
  }

  /// Where the document goes on; nil at its end.
  private func next(
    _ answer: HTTPExchange.Answer, _ path: String, _ place: HTTPAddress
  ) throws(Failure) -> HTTPAddress? {
    var reference = answer.next
    if let field = settings.next {
      reference = try nextPage(field, in: path) ?? ""
    }
    return reference.isEmpty ? nil : try followed(reference, from: place)
  }

  /// The text at a path of a JSON document; nil when there is none.
  private func nextPage(_ field: FieldPath, in path: String) throws(Failure) -> String? {
    var bytes = try File.readWhole(path, limit: settings.limits.outputLimit)
    let raw = bytes.all
    bytes.append(zeros: scanPadding)
    var decoder = JSONDecoder(try FieldTrie(FieldPlan([field])))
    decoder.decodedStart = bytes.count
    let found = bytes.withSpan(bytes.all) { span in
      // Broken JSON is reported where its records are read.
      do throws(JSONFault) {
        try decoder.document(span, raw, FieldTrie.root)
      } catch {
        return false
      }
      return true
    }
    guard found, let value = decoder.values.first, value.kind == .text else { return nil }
    if Int(value.bytes.lowerBound) < bytes.count { return bytes.text(value.bytes) }
    let start = Int(value.bytes.lowerBound) - bytes.count
    return decoder.decoded.text(ByteRange(start: start, count: Int(value.bytes.count)))
  }

  // MARK: Waiting

  private static func isBusy(_ answer: HTTPExchange.Answer) -> Bool {
    answer.status == 429 || answer.status == 503
  }

  private func nap(_ nanoseconds: Int64) throws(Failure) {
    let end = system.monotonic() &+ nanoseconds
    while system.monotonic() < end {
      try cancellation.check()
      system.sleep(min(50_000_000, end &- system.monotonic()))
    }
  }

  private func leftAlone(_ address: HTTPAddress, _ seconds: Int64) -> Failure {
    .fetch(
      "the server is busy, and wants to be left alone for \(seconds) seconds", address,
      "try again then; ask less often with `refresh: { every: 1d }`")
  }

  private func refused(_ address: HTTPAddress, _ status: Int) -> Failure {
    switch status {
    case 404, 410: .fetch("the server has no such document (\(status))", address, "correct `url`")
    case 401, 403, 407:
      .fetch(
        "the server wants a permission (\(status))", address,
        "Footlight sends no passwords; fetch it with `kind: command`")
    case 300..<400:
      .fetch("the answer leads nowhere (\(status))", address, "try the address in a browser")
    default: .fetch("the server answers with \(status)", address, "try again later")
    }
  }
}

/// The document at an address, for a look at what it holds; its further pages are not asked for.
package struct FetchedDocument: Sendable {
  /// The file that holds it, in the user's cache.
  package let path: String
  /// Where it is.
  package let address: HTTPAddress

  /// Asks for it, unless that was done a minute ago.
  package init(_ text: String, _ system: SystemServices) throws(Failure) {
    guard let address = HTTPAddress(text) else {
      throw Failure(
        .sourceFetch, "this is no address of http or https, without a name or a password",
        at: SourceLocation(file: text), remedy: "write it as in `https://example.org/feed.xml`")
    }
    var settings = HTTPSettings([address], .feed, ForeignSettings(kind: "http"))
    settings.mostPages = 1
    settings.limits.outputLimit = 256 << 20
    let folder = try HTTPFetch.folder(settings, system)
    let fetch = HTTPFetch(
      settings: settings, program: try SisterProgram.read.located(system), system: system,
      cancellation: Cancellation(followsSignals: true))
    let kept = try fetch.run(in: folder)
    guard let page = kept.fetched[address.text]?.pages.first else {
      throw .fetch("there is no document", address, "try the address in a browser")
    }
    self.address = address
    path = Path.join(folder, page.file)
  }
}
