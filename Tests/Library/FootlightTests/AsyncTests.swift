import Footlight
import TestSupport
import Testing

@Suite struct AsyncTests {
  private let work: TestWorkspace

  init() throws {
    work = try TestWorkspace()
    try work.folder.write("domains/data/names.csv", "id,title\n1,alpha\n2,beta\n")
    try work.folder.write(
      "domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: csv, path: data/names.csv }
      item: { id: "{id}", title: "{title}" }

      """)
  }

  @Test func `calls are made on a thread of their own while the task is suspended`() async throws {
    let library = try Library(workspace: work.folder.path)
    #expect(
      try await library.detached { library, _ in try library.check().domains.map(\.items) } == [2])
    #expect(
      try await library.detached { library, _ in try library.sync().rows.map(\.decision) } == [
        .build
      ])
    let snapshot = try library.snapshot()
    #expect(try await snapshot.detached { state, _ in try state.search("beta").total } == 1)
    let failure = await #expect(throws: Failure.self) {
      try await library.detached { library, _ in try library.sync(["nobody"]) }
    }
    #expect(failure?.diagnostics.first?.code == .unknownDomain)
    let totals = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await library.detached { try $0.search("alpha", cancellation: $1).total }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(totals == 20)
  }

  @Test func `a call ends when its task is cancelled`() async throws {
    let library = try Library(workspace: work.folder.path)
    // It goes on for ever, and is told to stop once it has built what there is.
    let (built, continuation) = AsyncStream.makeStream(of: Void.self)
    let watching = Task {
      try await library.detached { library, stop in
        try library.watch(
          options: WatchOptions(cancellation: stop) { _ in continuation.yield() })
      }
    }
    for await _ in built { break }
    watching.cancel()
    try await watching.value
    let syncing = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await library.detached { library, stop in
        try library.rebuild(["names"], options: SyncOptions(cancellation: stop))
      }
    }
    syncing.cancel()
    let failure = await #expect(throws: Failure.self) { try await syncing.value }
    #expect(failure?.diagnostics.first?.code == .cancelled)
    #expect(try library.search("beta").hits.map(\.id) == ["2"])
  }
}
