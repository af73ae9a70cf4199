#if PostgresStore
  import FootlightPlatform
  import DeclaredRecords
  @testable import SharedStore
  import SearchEngine
  import StoreTestSupport
  import TestSupport
  import Testing

  @testable import IndexStores

  /// Files come in slices, and a pull that was cut goes on where it was.
  @Suite struct SlicedPullTests {
    /// A store with a file of several slices, behind a proxy.
    private struct Setting: ~Copyable {
      let shared: SharedFolder
      let proxy: InterruptingProxy
      let socket: TemporaryFolder
      let size: Int
      var address: String { "host=\(socket.path) user=postgres dbname=\(shared.database)" }

      init() throws {
        let shared = try SharedFolder()
        let socket = try TemporaryFolder()
        try shared.machine("one").publish("shelf", Setting.items())
        let size = try shared.number("SELECT bytes FROM footlight.part")
        proxy = try InterruptingProxy(in: socket.path, to: shared.server.folder)
        self.shared = shared
        self.socket = socket
        self.size = size
      }

      deinit { proxy.stop() }

      /// Texts that nothing makes short: more than two slices of 2 MB.
      static func items(edition: Int = 1) -> [Item] {
        var random = SeededRandom(seed: 7)
        return (0..<1_500).map { number in
          let words = (0..<400).map { _ in String(random.below(1 << 40), radix: 36) }
          return Item(
            id: "i\(number)", title: "Title \(number) edition \(edition)",
            body: words.joined(separator: " "))
        }
      }

      /// Pulls, with the connection lost after so many bytes.
      func cutPull(_ name: String, after bytes: Int) throws {
        proxy.set(.cutAnswersAfter(bytes))
        let machine = try shared.machine(name, address: address)
        do throws(Failure) {
          try machine.pull()
          Issue.record("it was pulled with \(bytes) of \(size) bytes")
        } catch {
          #expect(error.concerns([.storeUnreachable]))
        }
        proxy.set(.none)
      }

      /// Pulls through to the end; returns how many bytes have come.
      func pull(_ name: String) throws -> Int {
        proxy.set(.none)
        try shared.machine(name, address: address).pull()
        #expect(try shared.generations(of: name) == shared.generations(of: "one"))
        return proxy.answeredBytes
      }
    }

    @Test func `the file of these tests has several slices`() throws {
      let setting = try Setting()
      #expect(setting.size > 3 * 8 * SharedFile.extentSize)
      #expect(try setting.pull("two") > setting.size)
    }

    @Test func `a pull that was cut goes on where it was`() throws {
      let setting = try Setting()
      try setting.cutPull("two", after: setting.size * 3 / 4)
      let came = try setting.pull("two")
      #expect(came < setting.size / 2, "\(came) of \(setting.size) bytes have come again")
      #expect(try setting.shared.machine("two").leftovers().isEmpty)
    }

    @Test func `one that is cut again and again ends all the same`() throws {
      let setting = try Setting()
      for _ in 0..<3 { try setting.cutPull("two", after: setting.size / 5) }
      _ = try setting.pull("two")
    }

    @Test func `what has come of a file that was replaced is thrown away`() throws {
      let setting = try Setting()
      try setting.cutPull("two", after: setting.size * 3 / 4)
      try setting.shared.machine("one").publish("shelf", Setting.items(edition: 2), version: 2)
      _ = try setting.pull("two")
      #expect(try setting.shared.machine("two").leftovers().isEmpty)
    }

    @Test(arguments: [0, 1_000_000])
    func `a part with a hole in it is fetched anew`(_ place: Int) throws {
      let setting = try Setting()
      try setting.cutPull("two", after: setting.size * 3 / 4)
      let name = try #require(
        setting.shared.folder.names("two").first { $0.hasSuffix(".scratch") })
      let part = try #require(
        setting.shared.folder.names("two/" + name).first { $0.hasPrefix("part-") })
      let path = "two/\(name)/\(part)"
      let whole = try File.readWhole(setting.shared.folder.path(path))
      var bytes = whole.bytes(whole.all)
      for offset in place..<(place + 4_096) { bytes[offset] = 0 }
      try setting.shared.folder.write(path, bytes: bytes)
      _ = try setting.pull("two")
    }

    @Test func `a connection that is lost within a file is made anew, and the file goes on`() throws
    {
      let setting = try Setting()
      setting.proxy.set(.cutOnceAfter(setting.size / 2))
      let machine = try setting.shared.machine("two", address: setting.address)
      try machine.pull()
      #expect(try setting.shared.generations(of: "two") == setting.shared.generations(of: "one"))
      #expect(setting.proxy.answeredBytes < setting.size * 3 / 2)
    }

    @Test func `the server writes no temporary file for a pull`() throws {
      let setting = try Setting()
      let sql = "SELECT temp_bytes FROM pg_stat_database WHERE datname = current_database()"
      let before = try setting.shared.number(sql)
      _ = try setting.pull("two")
      #expect(try setting.shared.number(sql) == before)
    }
  }
#endif
