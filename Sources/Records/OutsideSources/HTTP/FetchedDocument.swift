import DeclaredRecords
package import FootlightPlatform

/// The document at an address, for a look at what it holds; its further pages are not asked for.
package struct FetchedDocument: Sendable {
  /// The file that holds it, in the user's cache.
  package let path: String
  /// Where it is.
  package let address: HTTPAddress

  /// Asks for it, unless that was done a minute ago.
  package init(_ text: String, _ world: World) throws(Failure) {
    guard let address = HTTPAddress(text) else {
      throw Failure(
        .sourceFetch, "this is no address of http or https, without a name or a password",
        at: SourceLocation(file: text), remedy: "write it as in `https://example.org/feed.xml`")
    }
    var settings = HTTPSettings([address], .feed, ForeignSettings(kind: "http"))
    settings.mostPages = 1
    settings.limits.outputLimit = 256 << 20
    let folder = try HTTPFetch.folder(settings, world)
    let fetch = HTTPFetch(
      settings: settings, program: try SisterProgram.read.located(world), world: world,
      cancellation: Cancellation(followsSignals: true))
    let kept = try fetch.run(in: folder)
    guard let page = kept.fetched[address.text]?.pages.first else {
      throw .fetch("there is no document", address, "try the address in a browser")
    }
    self.address = address
    path = Path.join(folder, page.file)
  }
}
