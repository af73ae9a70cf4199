#if PostgresStore
  import FootlightPlatform
  import IndexStores

  extension StoreOwner {
    /// Refuses where Citus cannot take the files yet: then nothing was done.
    ///
    /// Citus: pg_dist_node lists the servers of the cluster; the coordinator is group 0.
    mutating func checkCitus() throws(Failure) {
      let steps: [(sql: String, fault: String, remedy: String)] = [
        (
          "SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'citus')",
          "the server has no extension citus", "install Citus on each server of the cluster"
        ),
        (
          "SELECT EXISTS (SELECT FROM pg_settings WHERE name = 'citus.shard_count')",
          "the server does not load Citus when it starts",
          "write shared_preload_libraries = 'citus' into the postgresql.conf of each server, and restart it"
        ),
        (
          "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')",
          "this database lacks the extension citus",
          "run CREATE EXTENSION citus in the database of this name on each server of the cluster"
        ),
        (
          """
          SELECT EXISTS (SELECT FROM pg_dist_node
            WHERE groupid <> 0 AND isactive AND shouldhaveshards AND noderole = 'primary')
          """, "the cluster knows no worker that takes files",
          "run SELECT citus_add_node('HOST', 5432) in this database for each worker"
        ),
        (
          "SELECT has_function_privilege('pg_catalog.recover_prepared_transactions()', 'EXECUTE')",
          "the store's owner may not end what a lost worker leaves half committed",
          "run it as a superuser, or GRANT EXECUTE ON FUNCTION recover_prepared_transactions() to this role"
        ),
      ]
      for step in steps where try !connection.rows(step.sql).bool(0, 0) {
        throw Failure(
          .storeExtension, step.fault,
          remedy: step.remedy + " (docs/guide/citus.md), or leave out --citus")
      }
    }

    /// Spreads the extents over the workers, and makes what a worker lacks that was set up anew.
    ///
    /// Citus: create_distributed_table copies the rows that are there and leaves the local ones, which
    /// truncate_local_data_after_distributing_table deletes; run_command_on_placements asks the worker of each shard,
    /// over connections of its own, so that the table has to be committed before.
    mutating func distribute() throws(Failure) {
      if try !connection.rows("SELECT footlight.is_distributed()").bool(0, 0) {
        _ = try connection.rows("SELECT create_distributed_table('footlight.extent', 'file')")
      }
      _ = try connection.rows(
        "SELECT truncate_local_data_after_distributing_table('footlight.extent')")
      let faults = try connection.rows(
        """
        SELECT DISTINCT nodename || ':' || nodeport, result FROM run_command_on_placements('footlight.extent',
          'CREATE TABLE IF NOT EXISTS %s (LIKE footlight.extent INCLUDING ALL)') WHERE NOT success
        """)
      if let failure = Failure(
        (0..<faults.count).map { row in
          Diagnostic(
            .storeAway,
            "the worker \(faults.text(row, 0)) has no place for files: \(faults.text(row, 1))",
            remedy:
              "start it again, or replace it as docs/guide/citus.md says, and run this once more")
        })
      {
        throw failure
      }
    }
  }
#endif
