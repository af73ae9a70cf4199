#if PostgresStore
  package import FootlightPlatform

  extension PrivateServer {
    /// Puts the extents of a store behind two workers that can be away, as those of a cluster can: a file with an even
    /// number lies on one of them, the others on the other one.
    ///
    /// The table becomes a view, whose functions fail as a coordinator does that has lost a worker (SQLSTATE 08006).
    package func addWorkers(to database: String) throws(Failure) {
      try execute(
        """
        ALTER TABLE footlight.extent RENAME TO stored_extent;
        CREATE TABLE footlight.away(worker int);
        CREATE FUNCTION footlight.ask_worker(the_file bigint) RETURNS boolean
        LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN
          IF EXISTS (SELECT FROM footlight.away WHERE worker = the_file % 2) THEN
            RAISE EXCEPTION 'connection to the remote node failed' USING ERRCODE = '08006';
          END IF;
          RETURN true;
        END $$;
        CREATE VIEW footlight.extent AS
          SELECT file, n, data FROM footlight.stored_extent WHERE footlight.ask_worker(file);
        CREATE FUNCTION footlight.change_extent() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN
          IF TG_OP = 'DELETE' THEN
            PERFORM footlight.ask_worker(OLD.file);
            DELETE FROM footlight.stored_extent WHERE file = OLD.file AND n = OLD.n;
            RETURN OLD;
          END IF;
          PERFORM footlight.ask_worker(NEW.file);
          INSERT INTO footlight.stored_extent VALUES (NEW.file, NEW.n, NEW.data);
          RETURN NEW;
        END $$;
        CREATE TRIGGER change_extent INSTEAD OF INSERT OR DELETE ON footlight.extent
          FOR EACH ROW EXECUTE FUNCTION footlight.change_extent();
        CREATE OR REPLACE FUNCTION footlight.is_distributed() RETURNS boolean
          LANGUAGE sql STABLE AS 'SELECT true';
        GRANT SELECT, INSERT, DELETE ON footlight.extent TO PUBLIC
        """, in: database)
    }
  }
#endif
