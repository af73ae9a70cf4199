extension StoreSchema {
  /// The tables and functions of version 0.2.0.
  static let first = """
    CREATE SCHEMA footlight;
    SET LOCAL search_path = footlight;
    CREATE TABLE store(
      identity bigint NOT NULL, format int NOT NULL, is_distributed boolean NOT NULL DEFAULT false,
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only));
    INSERT INTO store(identity, format)
      VALUES (1 + (('x' || substr(md5(gen_random_uuid()::text), 1, 11))::bit(44)::bigint), 0);
    CREATE SEQUENCE number;
    CREATE TABLE domain(
      name text COLLATE "C" PRIMARY KEY, version bigint NOT NULL DEFAULT 0, generation bigint,
      facts bytea, fence bigint NOT NULL DEFAULT 0, owner text, lease timestamptz);
    CREATE TABLE generation(
      id bigint PRIMARY KEY, domain text COLLATE "C" NOT NULL, fence bigint NOT NULL,
      state text NOT NULL CHECK (state IN ('building', 'live', 'retired')), parts int NOT NULL,
      begun timestamptz NOT NULL DEFAULT now(), retired timestamptz);
    CREATE TABLE part(
      generation bigint REFERENCES generation, part int, share bytea, fence bigint NOT NULL DEFAULT 0,
      worker text, lease timestamptz, file bigint UNIQUE, done boolean NOT NULL DEFAULT false,
      bytes bigint, sha256 bytea, PRIMARY KEY(generation, part));
    CREATE TABLE extent(file bigint, n int, data bytea NOT NULL, PRIMARY KEY(file, n));
    ALTER TABLE extent ALTER data SET STORAGE EXTERNAL;
    CREATE TABLE delta(
      domain text COLLATE "C", number bigint, entry bytea NOT NULL, sha256 bytea NOT NULL,
      PRIMARY KEY(domain, number));
    ALTER TABLE delta ALTER entry SET STORAGE EXTERNAL;
    CREATE TABLE journal(
      domain text COLLATE "C", key bytea, entry bytea NOT NULL, PRIMARY KEY(domain, key));

    -- Takes the right to change a domain: the fence, the version and how it is called meanwhile.
    CREATE FUNCTION claim(the_domain text, the_owner text, seconds int,
      OUT the_fence bigint, OUT the_version bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    DECLARE held record;
    BEGIN
      INSERT INTO domain(name) VALUES (the_domain) ON CONFLICT DO NOTHING;
      SELECT * INTO held FROM domain WHERE name = the_domain FOR UPDATE SKIP LOCKED;
      IF NOT FOUND OR (held.lease > clock_timestamp() AND held.owner <> the_owner) THEN
        RAISE EXCEPTION '% by %', the_domain, coalesce(held.owner, 'somebody else')
          USING ERRCODE = 'FL002';
      END IF;
      UPDATE domain SET fence = fence + 1, owner = the_owner,
        lease = clock_timestamp() + make_interval(secs => seconds)
        WHERE name = the_domain RETURNING fence, version INTO the_fence, the_version;
    END $$;

    -- Keeps the right, if nobody else has taken it.
    CREATE FUNCTION renew(the_domain text, the_fence bigint, seconds int) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    BEGIN
      UPDATE domain SET lease = clock_timestamp() + make_interval(secs => seconds)
        WHERE name = the_domain AND fence = the_fence AND lease IS NOT NULL;
      RETURN FOUND;
    END $$;

    -- Gives the right back.
    CREATE FUNCTION let_go(the_domain text, the_fence bigint) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
      UPDATE domain SET lease = NULL, owner = NULL WHERE name = the_domain AND fence = the_fence
    $$;

    -- Tells of a file before its extents come, so that they are found when it is never published.
    CREATE FUNCTION begin_file(the_domain text, the_fence bigint, the_file bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM domain WHERE name = the_domain AND fence = the_fence) THEN
        RAISE EXCEPTION '%', the_domain USING ERRCODE = 'FL001';
      END IF;
      INSERT INTO generation(id, domain, fence, state, parts)
        VALUES (the_file, the_domain, the_fence, 'building', 1);
      INSERT INTO part(generation, part, fence, file) VALUES (the_file, 0, the_fence, the_file);
    END $$;

    -- What came of a file: extents, bytes, and the digest of their digests.
    CREATE FUNCTION uploaded(the_file bigint,
      OUT extents bigint, OUT bytes bigint, OUT sha256 bytea)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
      SELECT count(*), coalesce(sum(octet_length(data)), 0)::bigint,
        sha256(coalesce(string_agg(sha256(data), ''::bytea ORDER BY n), ''::bytea))
      FROM extent WHERE file = the_file
    $$;

    -- Settles a file whose extents have come as they were sent.
    CREATE FUNCTION finish_file(the_file bigint, the_fence bigint, the_bytes bigint, the_digest bytea)
    RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    DECLARE came record;
    BEGIN
      SELECT * INTO came FROM uploaded(the_file);
      IF came.bytes <> the_bytes OR came.sha256 <> the_digest THEN
        RAISE EXCEPTION 'file %: % of % bytes', the_file, came.bytes, the_bytes
          USING ERRCODE = 'FL004';
      END IF;
      UPDATE part SET done = true, bytes = the_bytes, sha256 = the_digest
        WHERE file = the_file AND fence = the_fence AND NOT done;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'file %', the_file USING ERRCODE = 'FL004';
      END IF;
    END $$;

    -- Begins a change, within a transaction: until its end nobody else can claim or change the domain.
    CREATE FUNCTION begin_change(the_domain text, the_fence bigint, the_version bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    DECLARE present record;
    BEGIN
      SELECT * INTO present FROM domain WHERE name = the_domain FOR UPDATE;
      IF NOT FOUND OR present.fence <> the_fence THEN
        RAISE EXCEPTION '%', the_domain USING ERRCODE = 'FL001';
      END IF;
      IF present.version <> the_version THEN
        RAISE EXCEPTION '%', the_domain USING ERRCODE = 'FL003';
      END IF;
    END $$;

    -- Whether a change has begun with this fence; it is asked by all that follows.
    CREATE FUNCTION check_fence(the_domain text, the_fence bigint) RETURNS void
    LANGUAGE plpgsql SET search_path = footlight, pg_temp AS $$
    BEGIN
      PERFORM FROM domain WHERE name = the_domain AND fence = the_fence FOR UPDATE;
      IF NOT FOUND THEN
        RAISE EXCEPTION '%', the_domain USING ERRCODE = 'FL001';
      END IF;
    END $$;

    CREATE FUNCTION put_delta(
      the_domain text, the_fence bigint, the_number bigint, the_entry bytea, the_digest bytea)
    RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    BEGIN
      PERFORM check_fence(the_domain, the_fence);
      IF sha256(the_entry) <> the_digest THEN
        RAISE EXCEPTION 'delta %', the_number USING ERRCODE = 'FL004';
      END IF;
      INSERT INTO delta VALUES (the_domain, the_number, the_entry, the_digest);
    END $$;

    CREATE FUNCTION drop_deltas(the_domain text, the_fence bigint, numbers bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    BEGIN
      PERFORM check_fence(the_domain, the_fence);
      DELETE FROM delta WHERE domain = the_domain AND number = ANY(numbers);
    END $$;

    CREATE FUNCTION put_journal(
      the_domain text, the_fence bigint, keys bytea[], entries bytea[], settled bytea[])
    RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    BEGIN
      PERFORM check_fence(the_domain, the_fence);
      DELETE FROM journal WHERE domain = the_domain AND key = ANY(settled);
      INSERT INTO journal SELECT the_domain, k, e FROM unnest(keys, entries) AS u(k, e)
        ON CONFLICT (domain, key) DO UPDATE SET entry = excluded.entry;
    END $$;

    -- Ends a change: the new row and, where one is named, the new generation; 0 means that there is none.
    CREATE FUNCTION finish_change(
      the_domain text, the_fence bigint, the_facts bytea, the_generation bigint)
    RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    DECLARE before bigint; the_version bigint;
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
      UPDATE domain SET version = version + 1, facts = the_facts,
        generation = CASE WHEN the_generation IS NULL THEN generation
          WHEN the_generation = 0 THEN NULL ELSE the_generation END
        WHERE name = the_domain RETURNING version INTO the_version;
      NOTIFY footlight;
      RETURN the_version;
    END $$;
    """
}
