import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// The bundled domains, built into an index of their own for as long as a suite runs.
struct BundledDomains: Sendable {
  /// What the running suite searches.
  @TaskLocal static var current: BundledDomains?

  let library: Library
  let report: SyncReport

  /// The first twenty hits.
  static func search(_ query: String) throws -> [Hit] {
    let current = try #require(current)
    return try current.library.search(query, options: SearchOptions(limit: 20)).hits
  }
}

extension BundledDomains {
  /// Builds before the first test of a suite and cleans up behind the last.
  struct Scope: SuiteTrait, TestScoping {
    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let tests = Path.parent(of: SearchCase.root) ?? ""
      let index = try TemporaryFolder()
      let library = try Library(
        workspace: Path.parent(of: tests) ?? "", index: index.path,
        system: BuiltPrograms.system(home: index.path("home")))
      // A build without the trait that a domain needs says so, and builds the others.
      var options = SyncOptions()
      options.collectsFailures = true
      let built = BundledDomains(
        library: library, report: try library.sync(options: options))
      try await BundledDomains.$current.withValue(built) { try await function() }
    }
  }
}

extension Trait where Self == BundledDomains.Scope {
  /// Gives the tests of a suite the bundled domains, built.
  static var bundledDomains: Self { Self() }
}
