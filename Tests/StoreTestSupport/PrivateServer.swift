#if PostgresStore
  package import FootlightPlatform
  import SharedStore
  import Synchronization

  /// A PostgreSQL server of the tests' own, on a socket in a temporary folder.
  ///
  /// All tests of a process share it, each with a database of its own. It ends, and its folder goes, when
  /// the process does. Where `CITUS_CONFIG` names the pg_config of a PostgreSQL with Citus, it is the coordinator of a
  /// cluster with two workers, and every store is spread over them.
  package final class PrivateServer: Sendable {
    /// The server; started by who asks first.
    package static func running() throws(Failure) -> PrivateServer {
      try started.withLock { (server) throws(Failure) in
        if let server { return server }
        let made = try PrivateServer()
        server = made
        return made
      }
    }

    private static let started = Mutex<PrivateServer?>(nil)
    private static let numbers = Atomic<Int>(0)

    /// The folder of the socket.
    package let folder: String

    /// One that nobody else asks, so that it can be ended at any moment.
    package static func alone() throws(Failure) -> PrivateServer { try PrivateServer() }

    private init() throws(Failure) {
      guard let programs = PrivateServer.programs else {
        throw Failure(
          .fileMissing, "no PostgreSQL server is installed", remedy: "run `make store`")
      }
      // The server refuses to be root, and reads its folder as whoever it is then.
      let script = """
        set -eu
        folder=$(mktemp -d /tmp/footlight-postgres-XXXXXX)
        chmod 755 "$folder"
        as=""
        if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; as="setpriv --reuid=postgres --regid=postgres --clear-groups"; fi
        cd "$folder"
        for n in $(seq 0 \(PrivateServer.workers)); do
          \(PrivateServer.making)
        done
        ( while kill -0 \(Machine.process) 2>/dev/null; do sleep 0.3; done
          for n in $(seq 0 \(PrivateServer.workers)); do
            for one in $(pgrep -P $(head -n 1 data$n/postmaster.pid)) $(head -n 1 data$n/postmaster.pid); do kill -CONT $one; done
            $as \(programs)/pg_ctl -D data$n -m immediate stop
          done; cd /; rm -rf "$folder" ) >/dev/null 2>&1 </dev/null &
        echo "$folder"
        """
      let number = PrivateServer.numbers.wrappingAdd(1, ordering: .relaxed).newValue
      let output = "/tmp/footlight-postgres-\(Machine.process)-\(number)"
      var shell = Subprocess("/bin/sh", ["-c", script])
      shell.output = output
      defer { _ = try? FileOperations.system.remove(output) }
      let code = try shell.run()
      let said = try File.readWhole(output)
      guard code == 0, let line = said.text(said.all).split(separator: "\n").last else {
        throw Failure(.fileFailed, "the PostgreSQL server of the tests does not start")
      }
      folder = String(line)
      guard !PrivateServer.isCluster else { return }
      try execute("CREATE DATABASE footlight_template", in: "postgres")
      var owner = try StoreOwner(PostgresAddress(address("footlight_template")))
      _ = try owner.initialise()
    }

    /// Makes and starts the server of the number `$n` in the folder `$folder`, as a script of which `$as` changes the
    /// user.
    static var making: String {
      let cluster = """
        shared_preload_libraries = 'citus'
        max_prepared_transactions = 200
        max_worker_processes = 400
        citus.shard_count = 4
        citus.node_conninfo = 'sslmode=disable'
        """
      return """
        $as \(programs ?? "")/initdb -D data$n -U postgres --auth=trust --encoding=UTF8 --locale=C -N >>log 2>&1
        cat >>data$n/postgresql.conf <<END
        port = $((5432 + n))
        unix_socket_directories = '$folder'
        listen_addresses = ''
        fsync = off
        full_page_writes = off
        max_connections = \(isCluster ? 1_500 : 200)
        log_min_messages = fatal
        \(isCluster ? cluster : "")
        END
        $as \(programs ?? "")/pg_ctl -D data$n -w -t 120 -l server$n.log start >>log 2>&1
        """
    }

    /// Where the server's programs are: the newest of Debian's folders, or PATH.
    static var programs: String? {
      if isCluster {
        return Path.parent(of: SystemServices.system.environment("CITUS_CONFIG") ?? "")
      }
      let base = "/usr/lib/postgresql"
      let versions = ((try? Folder.entries(of: base)) ?? []).compactMap { Int($0.name) }.sorted()
      for version in versions.reversed() {
        let folder = "\(base)/\(version)/bin"
        if Subprocess.find("initdb", path: folder) != nil { return folder }
      }
      let path = SystemServices.system.environment("PATH") ?? "/usr/bin"
      return Subprocess.find("initdb", path: path).flatMap { Path.parent(of: $0) }
    }

    /// Ends the server at once, as a crash would, and starts it again: what was not committed is lost.
    package func crash() throws(Failure) {
      try control("-w -t 120 -m immediate -l server0.log restart", of: 0)
    }

    /// Starts a hot standby of the server, as the number 9; returns the address of a database on it.
    package func startStandby(_ database: String) throws(Failure) -> String {
      try shell("sh -c 'pg_basebackup -c fast -R -D \"\(folder)/data9\"'")
      try shell("sh -c 'echo port = 5441 >>\"\(folder)/data9/postgresql.conf\"'")
      try shell("sh -c '[ \"$(id -u)\" != 0 ] || chown -R postgres \"\(folder)/data9\"'")
      try control("-w -t 120 -l server9.log start", of: 9)
      return address(database, worker: 9)
    }

    /// Ends the standby.
    package func endStandby() throws(Failure) { try control("-m immediate stop", of: 9) }

    /// Has `pg_ctl` do something with the server, or with a worker of its cluster, which count from 1.
    func control(_ words: String, of worker: Int) throws(Failure) {
      let script = """
        cd "\(folder)"
        as=""
        if [ "$(id -u)" = 0 ]; then as="setpriv --reuid=postgres --regid=postgres --clear-groups"; fi
        exec $as \(PrivateServer.programs ?? "")/pg_ctl -D data\(worker) \(words) >>"\(folder)/log" 2>&1 </dev/null
        """
      guard try Subprocess("/bin/sh", ["-c", script]).run() == 0 else {
        throw Failure(.fileFailed, "the PostgreSQL server of the tests does not come back")
      }
    }

    /// The address of a database, or of the one of the same name on a worker.
    package func address(
      _ database: String, user: String = "postgres", worker: Int = 0
    ) -> String {
      "host=\(folder) port=\(5_432 + worker) user=\(user) dbname=\(database)"
    }

    /// Runs statements as the owner, one after the other.
    package func execute(
      _ sql: String, in database: String, worker: Int = 0
    ) throws(Failure) {
      var connection = try PostgresConnection(
        PostgresAddress(address(database, worker: worker)))
      try connection.run(sql)
    }

    /// The first number that a query yields.
    package func number(_ sql: String, in database: String) throws(Failure) -> Int {
      var connection = try PostgresConnection(PostgresAddress(address(database)))
      return Int(try connection.rows(sql).int(0, 0))
    }

    /// Makes a database with a store in which nothing is published, or without one; returns its name.
    package func makeDatabase(isBlank: Bool = false) throws(Failure) -> String {
      let number = PrivateServer.numbers.wrappingAdd(1, ordering: .relaxed).newValue
      let name = "test_\(number)"
      if PrivateServer.isCluster {
        try makeCluster(name, identity: isBlank ? nil : number + 1)
        return name
      }
      let template = isBlank ? "template0" : "footlight_template"
      // Two at once may not copy one template.
      try PrivateServer.copying.withLock { (_) throws(Failure) in
        try execute("CREATE DATABASE \(name) TEMPLATE \(template)", in: "postgres")
        if !isBlank { try execute("UPDATE footlight.store SET identity = \(number + 1)", in: name) }
      }
      return name
    }

    static let copying = Mutex(())

    /// Writes the store of a database into a file (pg_dump).
    package func backUp(_ database: String, to path: String) throws(Failure) {
      try shell("pg_dump -n footlight -f '\(path)' '\(database)'")
    }

    /// Makes a database of such a file; returns its name.
    package func restore(_ path: String) throws(Failure) -> String {
      let name = try makeDatabase(isBlank: true)
      try shell("psql -q -v ON_ERROR_STOP=1 -o /dev/null -f '\(path)' '\(name)'")
      return name
    }

    func shell(_ words: String) throws(Failure) {
      let script = """
        export PGHOST="\(folder)" PGUSER=postgres PATH="\(PrivateServer.programs ?? ""):$PATH"
        exec \(words) 2>>"/tmp/footlight-postgres-\(Machine.process).errors"
        """
      guard try Subprocess("/bin/sh", ["-c", script]).run() == 0 else {
        throw Failure(.fileFailed, "this has failed: \(words)")
      }
    }
  }
#endif
