extension StoreSchema {
  /// A generation consists of parts, each a file with a name of its own; one that is unchanged goes on in the next
  /// generation.
  static let third = """
    SET LOCAL search_path = footlight;
    ALTER TABLE part ADD name bigint;
    UPDATE part p SET name = g.name FROM generation g WHERE g.id = p.generation;
    ALTER TABLE part ALTER name SET NOT NULL;
    ALTER TABLE generation DROP name;

    -- What followers ask for: a token that is another one after every change of any domain.
    ALTER TABLE store ADD news bigint NOT NULL DEFAULT new_token();
    CREATE FUNCTION note_news() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    BEGIN
      UPDATE store SET news = new_token();
      RETURN NULL;
    END $$;
    -- At the very end of a change: whoever stands still before it holds up nobody else's. A builder that makes it
    -- immediate in a transaction of its own holds up the changes of all domains until that transaction ends.
    CREATE CONSTRAINT TRIGGER news AFTER DELETE OR UPDATE OF token ON domain
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_news();

    -- A shard of a domain that several machines build together: who is at it, then the name of its file and what is to be
    -- known of it. The key tells builds of different declarations apart, the token those upon different states.
    CREATE TABLE share(
      domain text COLLATE "C", shard int, key text NOT NULL, token bigint NOT NULL,
      fence bigint NOT NULL DEFAULT 0, owner text, lease timestamptz, name bigint, facts bytea,
      taken timestamptz, touched timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY(domain, shard));

    -- Takes up to so many shards that nobody is at, each with a fence of its own, which is no other's either when the store goes
    -- back: or a machine that holds an older one would settle another shard with its file. Fences of shards are below 0,
    -- those of domains above.
    CREATE FUNCTION take_shares(the_domain text, the_key text, the_token bigint, shards int, most int,
      the_owner text, seconds int, OUT the_shard int, OUT the_fence bigint) RETURNS SETOF record
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    DECLARE present record; other text;
    BEGIN
      IF shards NOT BETWEEN 1 AND 256 OR seconds NOT BETWEEN 1 AND 86400 THEN
        RAISE EXCEPTION 'shards of %', the_domain USING ERRCODE = 'FL004';
      END IF;
      IF NOT EXISTS (SELECT FROM domain WHERE name = the_domain) THEN
        INSERT INTO domain(name) VALUES (the_domain) ON CONFLICT DO NOTHING;
      END IF;
      -- One machine takes at a time.
      SELECT * INTO present FROM domain WHERE name = the_domain FOR UPDATE;
      IF (CASE present.version WHEN 0 THEN 0 ELSE present.token END) <> the_token THEN
        RAISE EXCEPTION '%', the_domain USING ERRCODE = 'FL003';
      END IF;
      -- Whoever publishes is waited for.
      IF present.lease > clock_timestamp() AND present.owner <> the_owner THEN
        RAISE EXCEPTION '%: %', the_domain, present.owner USING ERRCODE = 'FL002';
      END IF;
      SELECT coalesce(s.owner, '') INTO other FROM share s
        WHERE s.domain = the_domain AND s.lease > clock_timestamp() AND s.token = the_token
          AND (s.key <> the_key OR s.shard >= shards);
      IF FOUND THEN
        RAISE EXCEPTION '%: %', the_domain, other USING ERRCODE = 'FL002';
      END IF;
      -- In the order in which leases are renewed, so that no two wait for each other.
      PERFORM FROM share s WHERE s.domain = the_domain ORDER BY s.shard FOR UPDATE;
      -- What was built upon another state fits no longer.
      DELETE FROM share s WHERE s.domain = the_domain
        AND (s.key <> the_key OR s.token <> the_token OR s.shard >= shards);
      INSERT INTO share(domain, shard, key, token)
        SELECT the_domain, n, the_key, the_token FROM generate_series(0, shards - 1) AS n
        ON CONFLICT DO NOTHING;
      RETURN QUERY UPDATE share s SET fence = -next_number(), owner = the_owner,
          lease = clock_timestamp() + make_interval(secs => seconds), taken = clock_timestamp(),
          touched = clock_timestamp()
        WHERE s.domain = the_domain AND s.shard IN (
          SELECT f.shard FROM share f WHERE f.domain = the_domain AND f.name IS NULL
            AND (f.lease IS NULL OR f.lease <= clock_timestamp())
          ORDER BY f.shard LIMIT most)
        RETURNING s.shard, s.fence;
    END $$;

    -- Keeps the right to shards, as far as nobody else has taken them.
    CREATE FUNCTION renew_shares(fences bigint[], seconds int) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    BEGIN
      PERFORM FROM share WHERE fence < 0 AND fence = ANY(fences) ORDER BY domain, shard FOR UPDATE;
      UPDATE share SET lease = clock_timestamp() + make_interval(secs => seconds),
          touched = clock_timestamp()
        WHERE fence < 0 AND fence = ANY(fences) AND lease IS NOT NULL;
    END $$;

    -- Gives shards back that are not built.
    CREATE FUNCTION let_go_shares(fences bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    BEGIN
      PERFORM FROM share WHERE fence < 0 AND fence = ANY(fences) ORDER BY domain, shard FOR UPDATE;
      UPDATE share SET lease = NULL, owner = NULL WHERE fence < 0 AND fence = ANY(fences) AND name IS NULL;
    END $$;

    -- Has shards built anew whose files are not of the same records, all together, while nobody publishes them. Returns how
    -- many.
    CREATE FUNCTION reject_shares(the_domain text, fences bigint[]) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    DECLARE present record; rejected bigint;
    BEGIN
      SELECT * INTO present FROM domain WHERE name = the_domain FOR UPDATE;
      IF present.lease > clock_timestamp() THEN
        RETURN 0;
      END IF;
      PERFORM FROM share WHERE domain = the_domain ORDER BY shard FOR UPDATE;
      UPDATE share SET name = NULL, facts = NULL, lease = NULL, owner = NULL
        WHERE domain = the_domain AND fence < 0 AND fence = ANY(fences) AND name IS NOT NULL;
      GET DIAGNOSTICS rejected = ROW_COUNT;
      RETURN rejected;
    END $$;

    -- Gives up what was built in shards, for who has the right to change the domain.
    CREATE FUNCTION end_shares(the_domain text, the_fence bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    BEGIN
      PERFORM check_fence(the_domain, the_fence);
      PERFORM FROM share WHERE domain = the_domain ORDER BY shard FOR UPDATE;
      DELETE FROM share WHERE domain = the_domain;
    END $$;

    -- Tells of a file before its extents come, under the fence of a domain or of a shard, so that they are found when it
    -- is never published: the number under which it lies, and the one that its name bears.
    CREATE OR REPLACE FUNCTION begin_file(
      the_domain text, the_fence bigint, the_file bigint, the_name bigint)
    RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM domain WHERE name = the_domain AND fence = the_fence)
        AND NOT EXISTS (SELECT FROM share s WHERE s.domain = the_domain AND s.fence = the_fence
          AND s.fence < 0 AND s.name IS NULL)
      THEN
        RAISE EXCEPTION '%', the_domain USING ERRCODE = 'FL001';
      END IF;
      INSERT INTO generation(id, domain, fence, state, parts)
        VALUES (the_file, the_domain, the_fence, 'building', 1);
      INSERT INTO part(generation, part, fence, file, name)
        VALUES (the_file, 0, the_fence, the_file, the_name);
    END $$;

    -- Settles a shard: its file has come, or is one of the published generation that holds the same.
    CREATE FUNCTION finish_share(
      the_domain text, the_fence bigint, the_name bigint, the_facts bytea) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    BEGIN
      PERFORM FROM part p JOIN generation g ON g.id = p.generation
        WHERE p.name = the_name AND p.done AND g.domain = the_domain
          AND (g.state = 'live' OR g.state = 'building' AND g.fence = the_fence);
      IF NOT FOUND OR the_fence >= 0 OR octet_length(the_facts) > 33554432 THEN
        RAISE EXCEPTION 'a shard of %', the_domain USING ERRCODE = 'FL004';
      END IF;
      UPDATE share SET name = the_name, facts = the_facts, lease = NULL, touched = clock_timestamp()
        WHERE domain = the_domain AND fence = the_fence AND share.name IS NULL;
      IF NOT FOUND THEN
        RAISE EXCEPTION '%', the_domain USING ERRCODE = 'FL001';
      END IF;
    END $$;

    -- Whether a generation that is built is of this change: begun under its fence, or a shard of it.
    CREATE FUNCTION is_own(g generation, the_fence bigint) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = footlight, pg_temp AS $$
      SELECT g.fence = the_fence
        OR EXISTS (SELECT FROM share s WHERE s.domain = g.domain AND s.fence = g.fence)
    $$;

    -- Joins files into one generation, in this order: those that were sent for this change, or as shards of it, and those
    -- of the published generation that stay. Returns its number.
    CREATE FUNCTION join_parts(the_domain text, the_fence bigint, names bigint[]) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    DECLARE the_generation bigint; live bigint; moved bigint;
    BEGIN
      PERFORM check_fence(the_domain, the_fence);
      SELECT generation INTO live FROM domain WHERE name = the_domain;
      -- A sweeper locks generations before parts, too.
      PERFORM FROM generation WHERE domain = the_domain
        AND (id = live OR state = 'building' AND is_own(generation, the_fence))
        ORDER BY id FOR UPDATE;
      SELECT min(g.id) INTO the_generation FROM generation g JOIN part p ON p.generation = g.id
        WHERE g.domain = the_domain AND g.state = 'building' AND is_own(g, the_fence)
          AND p.done AND p.name = ANY(names);
      -- Numbers below 0 at first, so that no two parts of the generation ever have the same.
      UPDATE part p SET generation = the_generation, part = -array_position(names, p.name)
        FROM generation g
        WHERE g.id = p.generation AND p.done AND p.name = ANY(names) AND g.domain = the_domain
          AND (g.id = live OR g.state = 'building' AND is_own(g, the_fence));
      GET DIAGNOSTICS moved = ROW_COUNT;
      IF the_generation IS NULL OR moved <> cardinality(names) THEN
        RAISE EXCEPTION 'parts of %', the_domain USING ERRCODE = 'FL004';
      END IF;
      UPDATE part SET part = -part - 1 WHERE generation = the_generation AND part < 0;
      DELETE FROM generation g WHERE g.domain = the_domain AND g.state = 'building'
        AND is_own(g, the_fence) AND NOT EXISTS (SELECT FROM part p WHERE p.generation = g.id);
      UPDATE generation SET parts = cardinality(names), fence = the_fence WHERE id = the_generation;
      RETURN the_generation;
    END $$;
    """
}
