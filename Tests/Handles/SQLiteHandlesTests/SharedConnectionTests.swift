import FileHandles
import FootlightPlatform
import Synchronization
import Testing

/// A connection and its statements behind one lock: how a shared object holds them.
private final class Store: Sendable {
  private struct Parts: ~Copyable {
    let connection: Connection
    let insert: Statement
    let select: Statement
    var scratch = ByteArena()
  }

  private let parts: Mutex<Parts>

  init() throws(Failure) {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE b(id INTEGER PRIMARY KEY, data BLOB)")
    let insert = try connection.statement("INSERT INTO b VALUES (?1, ?2)")
    let select = try connection.statement("SELECT data FROM b WHERE id = ?1")
    parts = Mutex(Parts(connection: connection, insert: insert, select: select))
  }

  func put(_ row: Int64, _ text: String) throws(Failure) {
    try parts.withLock { parts throws(Failure) in
      let bytes = ByteArena(text)
      try parts.insert.insert(row: row, blob: bytes, bytes.all)
    }
  }

  func text(_ row: Int64) throws(Failure) -> String {
    try parts.withLock { parts throws(Failure) in
      parts.scratch.removeAll()
      try parts.select.bind(Int(row), at: 1)
      guard try parts.select.step() else { return "" }
      let range = parts.select.blob(0, into: &parts.scratch)
      parts.select.reset()
      return parts.scratch.text(range)
    }
  }
}

struct SharedConnectionTests {
  @Test func `several threads share a connection behind a lock`() throws {
    let store = try Store()
    let wrong = Mutex<[String]>([])
    Workers.run(4) { number in
      do throws(Failure) {
        for index in 0..<300 {
          let row = Int64(number * 1000 + index)
          try store.put(row, "text \(row)")
          let text = try store.text(row)
          if text != "text \(row)" { wrong.withLock { $0.append(text) } }
        }
      } catch {
        wrong.withLock { $0.append("\(error)") }
      }
    }
    #expect(wrong.withLock { $0 }.isEmpty)
  }
}
