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

  /// States have random tokens, and files lie under numbers that their names do not bear.
  ///
  /// Whatever is counted is given out a second time when a backup is restored, or a standby promoted that lacked the
  /// last changes; who had pulled it would take one for the other. Versions are for people from here on.
  static let second = """
    SET LOCAL search_path = footlight;
    -- So many random bits, of the 122 that a random UUID has (PostgreSQL: gen_random_uuid).
    CREATE FUNCTION random_bits(bits int) RETURNS bigint
    LANGUAGE sql VOLATILE SET search_path = footlight, pg_temp AS $$
      SELECT ('x' || left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 16))::bit(64)::bigint
        & ((1::bigint << bits) - 1)
    $$;

    -- The token of a state: larger than any version, and below 2^48 as all numbers of an index are.
    CREATE FUNCTION new_token() RETURNS bigint
    LANGUAGE sql VOLATILE SET search_path = footlight, pg_temp AS $$
      SELECT 1::bigint << 47 | random_bits(47)
    $$;

    -- The number of a file or of a delta: larger than all before, and not the same again in a store that went back.
    CREATE FUNCTION next_number() RETURNS bigint
    LANGUAGE sql VOLATILE SET search_path = footlight, pg_temp AS $$
      SELECT nextval('number') << 20 | random_bits(20)
    $$;

    ALTER TABLE domain ADD token bigint NOT NULL DEFAULT new_token();
    ALTER TABLE generation ADD name bigint;
    UPDATE generation SET name = id;
    ALTER TABLE generation ALTER name SET NOT NULL;
    ALTER TABLE store DROP is_distributed;

    -- Whether the extents lie on the workers of a Citus cluster: a backup of such a store can be restored elsewhere.
    CREATE FUNCTION is_distributed() RETURNS boolean
    LANGUAGE plpgsql STABLE SET search_path = footlight, pg_temp AS $$
    BEGIN
      IF to_regclass('pg_catalog.pg_dist_partition') IS NULL THEN
        RETURN false;
      END IF;
      RETURN EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'footlight.extent'::regclass);
    END $$;

    -- The lock that is held by who is changing a domain, so that others see it.
    CREATE FUNCTION change_lock(the_domain text) RETURNS bigint
    LANGUAGE sql IMMUTABLE SET search_path = footlight, pg_temp AS $$
      SELECT ('x' || left(encode(sha256(convert_to('footlight ' || the_domain, 'UTF8')), 'hex'), 16))
        ::bit(64)::bigint
    $$;

    DROP FUNCTION claim(text, text, int);
    -- Takes the right to change a domain: the fence, and the token of its state, 0 where nothing was published yet.
    CREATE FUNCTION claim(the_domain text, the_owner text, seconds int,
      OUT the_fence bigint, OUT the_token bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    DECLARE held record;
    BEGIN
      -- Looked for first: an insert would wait for whoever is changing the row.
      IF NOT EXISTS (SELECT FROM domain WHERE name = the_domain) THEN
        INSERT INTO domain(name) VALUES (the_domain) ON CONFLICT DO NOTHING;
      END IF;
      SELECT * INTO held FROM domain WHERE name = the_domain FOR UPDATE SKIP LOCKED;
      IF NOT FOUND OR (held.lease > clock_timestamp() AND held.owner <> the_owner) THEN
        SELECT * INTO held FROM domain WHERE name = the_domain;
        RAISE EXCEPTION '%: %', the_domain, coalesce(held.owner, 'a machine without a name')
          USING ERRCODE = 'FL002';
      END IF;
      UPDATE domain SET fence = fence + 1, owner = the_owner,
        lease = clock_timestamp() + make_interval(secs => seconds)
        WHERE name = the_domain
        RETURNING fence, CASE version WHEN 0 THEN 0 ELSE token END INTO the_fence, the_token;
    END $$;

    DROP FUNCTION begin_file(text, bigint, bigint);
    -- Tells of a file before its extents come, so that they are found when it is never published: the number under
    -- which it lies, and the one that its name bears.
    CREATE FUNCTION begin_file(the_domain text, the_fence bigint, the_file bigint, the_name bigint)
    RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM domain WHERE name = the_domain AND fence = the_fence) THEN
        RAISE EXCEPTION '%', the_domain USING ERRCODE = 'FL001';
      END IF;
      INSERT INTO generation(id, name, domain, fence, state, parts)
        VALUES (the_file, the_name, the_domain, the_fence, 'building', 1);
      INSERT INTO part(generation, part, fence, file) VALUES (the_file, 0, the_fence, the_file);
    END $$;

    -- Has a Citus cluster end what a lost worker has left half committed, for who has begun the file. It needs more
    -- rights than a builder has, and so has those of the store's owner.
    CREATE FUNCTION settle_file(the_file bigint, the_fence bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    BEGIN
      PERFORM FROM part WHERE file = the_file AND fence = the_fence AND NOT done;
      IF FOUND AND is_distributed() THEN
        PERFORM recover_prepared_transactions();
      END IF;
    END $$;

    DROP FUNCTION begin_change(text, bigint, bigint);
    -- Begins a change, within a transaction: until its end nobody else can claim or change the domain.
    CREATE FUNCTION begin_change(the_domain text, the_fence bigint, the_token bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    DECLARE present record;
    BEGIN
      -- A sign for who asks after the holder; the row lock below decides, so that a lock of somebody else holds up nobody.
      PERFORM pg_try_advisory_xact_lock(change_lock(the_domain));
      SELECT * INTO present FROM domain WHERE name = the_domain FOR UPDATE;
      IF NOT FOUND OR present.fence <> the_fence THEN
        RAISE EXCEPTION '%', the_domain USING ERRCODE = 'FL001';
      END IF;
      IF (CASE present.version WHEN 0 THEN 0 ELSE present.token END) <> the_token THEN
        RAISE EXCEPTION '%', the_domain USING ERRCODE = 'FL003';
      END IF;
    END $$;

    -- Ends a change: the new row and, where one is named, the new generation; 0 means that there is none. Returns the
    -- token of the new state.
    CREATE OR REPLACE FUNCTION finish_change(
      the_domain text, the_fence bigint, the_facts bytea, the_generation bigint)
    RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    DECLARE before bigint; the_token bigint;
    BEGIN
      PERFORM check_fence(the_domain, the_fence);
      SELECT generation INTO before FROM domain WHERE name = the_domain;
      IF the_generation > 0 THEN
        UPDATE generation g SET state = 'live'
          WHERE id = the_generation AND domain = the_domain AND fence = the_fence
            AND state = 'building'
            AND NOT EXISTS (SELECT FROM part p WHERE p.generation = g.id AND NOT p.done);
        IF NOT FOUND THEN
          RAISE EXCEPTION 'generation %', the_generation USING ERRCODE = 'FL004';
        END IF;
      END IF;
      IF the_generation IS NOT NULL THEN
        UPDATE generation SET state = 'retired', retired = clock_timestamp() WHERE id = before;
      END IF;
      UPDATE domain SET version = version + 1, token = new_token(), facts = the_facts,
        generation = CASE WHEN the_generation IS NULL THEN generation
          WHEN the_generation = 0 THEN NULL ELSE the_generation END
        WHERE name = the_domain RETURNING token INTO the_token;
      NOTIFY footlight;
      RETURN the_token;
    END $$;
    """
}
