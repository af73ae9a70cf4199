#if PostgresStore
  import FootlightPlatform
  import StoreTestSupport
  import TestSupport

  /// Machines of a team: each a workspace with the same declarations, and all with one store.
  struct Team: ~Copyable {
    let server: PrivateServer
    let database: String
    let folder: TemporaryFolder

    /// What a run printed and how it ended.
    struct Run {
      let code: Int32
      let output: String
      let talk: String
    }

    init() throws {
      let server = try PrivateServer.running()
      let database = try server.makeDatabase()
      folder = try TemporaryFolder()
      self.server = server
      self.database = database
    }

    /// Writes the workspace of a machine, with so many domains of so many records.
    func addMachine(
      _ name: String, domains: Int, records: Int = 40, edition: Int = 1, version: Int? = nil
    ) throws {
      try folder.write("\(name)/footlight.yaml", "store: \(server.address(database))\n")
      for number in 0..<domains {
        try folder.write(
          "\(name)/domains/d\(number).yaml",
          """
          domain: d\(number)
          version: \(version ?? edition)
          source: { kind: csv, path: data/d\(number).csv }
          item: { id: "{id}", title: "{title}", body: "{text}" }

          """)
        var text = "id,title,text\n"
        for record in 0..<records {
          text +=
            "\(record),Title \(record) of \(number),words of edition \(edition) and \(record)\n"
        }
        try folder.write("\(name)/domains/data/d\(number).csv", text)
      }
    }

    /// A program as the build has left it, called on the workspace of a machine.
    func process(_ program: String, _ words: [String], on machine: String) throws -> Subprocess {
      guard let path = BuiltProgram.path(program) else {
        throw Failure(.fileMissing, "\(program) was not built")
      }
      var process = Subprocess(path, words + ["--workspace", folder.path(machine)])
      process.output = folder.path("\(machine).output")
      process.errors = folder.path("\(machine).errors")
      return process
    }

    /// Runs it to its end.
    func run(_ program: String, _ words: [String], on machine: String) throws -> Run {
      let code = try process(program, words, on: machine).run()
      return Run(
        code: code, output: try folder.text("\(machine).output"),
        talk: try folder.text("\(machine).errors"))
    }

    func number(_ sql: String) throws -> Int { try server.number(sql, in: database) }

    func execute(_ sql: String) throws { try server.execute(sql, in: database) }
  }
#endif
