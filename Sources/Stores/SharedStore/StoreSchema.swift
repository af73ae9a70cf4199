/// The tables of a shared store and the functions through which alone they are changed.
///
/// A domain is one row; a generation consists of parts, one or a shard each, and a part is one file, cut into extents.
/// Versions and fences decide, never a clock of a client: `fence` grows with every claim, and nothing is
/// changed by who names an older one (Kleppmann, How to do distributed locking, 2016).
enum StoreSchema {
  /// The format that ``migrations`` lead to.
  static var format: Int { migrations.count }

  /// The migrations from each format to the next, one transaction each; a released migration never changes.
  static let migrations = [first, second, third]

  /// The roles and what they may, by each `init` anew: a reader reads, a builder adds extents and publishes
  /// through the functions, a sweeper deletes what is retired.
  static let roles = """
    DO $$
    DECLARE role text;
    BEGIN
      FOREACH role IN ARRAY ARRAY['footlight_reader', 'footlight_builder', 'footlight_sweeper'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
          EXECUTE format('CREATE ROLE %I NOLOGIN', role);
        END IF;
      END LOOP;
    END $$;
    GRANT footlight_reader TO footlight_builder, footlight_sweeper;
    REVOKE ALL ON SCHEMA footlight FROM PUBLIC;
    GRANT USAGE ON SCHEMA footlight TO footlight_reader;
    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA footlight FROM PUBLIC;
    GRANT SELECT ON ALL TABLES IN SCHEMA footlight TO footlight_reader;
    GRANT INSERT ON footlight.extent TO footlight_builder;
    GRANT USAGE ON SEQUENCE footlight.number TO footlight_builder;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA footlight TO footlight_builder;
    GRANT EXECUTE ON FUNCTION footlight.is_distributed, footlight.change_lock TO footlight_reader;
    REVOKE EXECUTE ON FUNCTION footlight.check_fence FROM footlight_builder;
    GRANT DELETE ON footlight.extent, footlight.part, footlight.generation, footlight.share
      TO footlight_sweeper;
    GRANT UPDATE (retired) ON footlight.generation TO footlight_sweeper;
    GRANT UPDATE (touched) ON footlight.share TO footlight_sweeper;
    """
}
