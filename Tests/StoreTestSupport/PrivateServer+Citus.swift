#if PostgresStore
  package import FootlightPlatform
  import SharedStore
  import Synchronization

  /// The workers of a Citus cluster, each a server of its own on a socket beside the coordinator's.
  extension PrivateServer {
    /// Whether the server is the coordinator of a cluster.
    package static var isCluster: Bool {
      SystemServices.system.environment("CITUS_CONFIG").map { !$0.isEmpty } ?? false
    }

    /// How many workers it has.
    package static var workers: Int { isCluster ? 2 : 0 }

    /// Makes a database on each server of the cluster, with a store that is spread over the workers where it has an
    /// identity.
    func makeCluster(_ name: String, identity: Int?) throws(Failure) {
      try PrivateServer.copying.withLock { (_) throws(Failure) in
        for worker in 0...PrivateServer.workers { try makeMember(name, worker: worker) }
        try execute("SELECT citus_set_coordinator_host('\(folder)', 5432)", in: name)
        for worker in 1...PrivateServer.workers {
          try execute("SELECT citus_add_node('\(folder)', \(5_432 + worker))", in: name)
        }
        guard let identity else { return }
        var owner = try StoreOwner(PostgresAddress(address(name)))
        _ = try owner.initialise(distributing: true)
        try execute("UPDATE footlight.store SET identity = \(identity)", in: name)
      }
    }

    /// Makes the database of a server of the cluster.
    package func makeMember(_ name: String, worker: Int) throws(Failure) {
      var server = try PostgresConnection(PostgresAddress(address("postgres", worker: worker)))
      // What is made on the coordinator would be made on workers, too, which are not known there yet.
      try server.run("SET citus.enable_create_database_propagation = off")
      try server.run("CREATE DATABASE \(name) TEMPLATE template0")
      try execute("CREATE EXTENSION citus", in: name, worker: worker)
    }

    /// Ends a worker at once, as a crash would.
    package func loseWorker(_ worker: Int) throws(Failure) {
      try control("-m immediate stop", of: worker)
    }

    /// Starts a worker again.
    package func startWorker(_ worker: Int) throws(Failure) {
      try control("-w -t 120 -l server\(worker).log start", of: worker)
    }

    /// Puts an empty server in the place of a worker that is lost with its disk.
    package func replaceWorker(_ worker: Int) throws(Failure) {
      try loseWorker(worker)
      let script = """
        set -eu
        folder="\(folder)"
        cd "$folder"
        as=""
        if [ "$(id -u)" = 0 ]; then as="setpriv --reuid=postgres --regid=postgres --clear-groups"; fi
        n=\(worker)
        rm -rf data$n
        \(PrivateServer.making)
        """
      guard try Subprocess("/bin/sh", ["-c", script]).run() == 0 else {
        throw Failure(.fileFailed, "an empty worker does not start")
      }
    }

    /// Has all processes of a worker stand still, so that it takes connections and answers nothing, or go on.
    package func freezeWorker(_ worker: Int, _ isFrozen: Bool) throws(Failure) {
      let signal = isFrozen ? "STOP" : "CONT"
      try shell(
        """
        sh -c 'first=$(head -n 1 "\(folder)/data\(worker)/postmaster.pid"); \
        for one in $(pgrep -P $first) $first; do kill -\(signal) $one; done'
        """)
    }

    /// The worker on which a file lies.
    package func worker(of file: Int, in database: String) throws(Failure) -> Int {
      try number(
        """
        SELECT n.nodeport - 5432 FROM pg_dist_placement p JOIN pg_dist_node n USING (groupid)
        WHERE p.shardid = get_shard_id_for_distribution_column('footlight.extent', \(file)::bigint)
        """, in: database)
    }
  }
#endif
