extension StoreSchema {
  /// A generation consists of parts, each a file with a name of its own; one that is unchanged goes on in the next
  /// generation.
  static let third = """
    SET LOCAL search_path = footlight;
    ALTER TABLE part ADD name bigint;
    UPDATE part p SET name = g.name FROM generation g WHERE g.id = p.generation;
    ALTER TABLE part ALTER name SET NOT NULL;
    ALTER TABLE generation DROP name;

    -- Tells of a file before its extents come, so that they are found when it is never published: the number under
    -- which it lies, and the one that its name bears.
    CREATE OR REPLACE FUNCTION begin_file(
      the_domain text, the_fence bigint, the_file bigint, the_name bigint)
    RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM domain WHERE name = the_domain AND fence = the_fence) THEN
        RAISE EXCEPTION '%', the_domain USING ERRCODE = 'FL001';
      END IF;
      INSERT INTO generation(id, domain, fence, state, parts)
        VALUES (the_file, the_domain, the_fence, 'building', 1);
      INSERT INTO part(generation, part, fence, file, name)
        VALUES (the_file, 0, the_fence, the_file, the_name);
    END $$;

    -- Joins files into one generation, in this order: those that were sent for this change, and those of the published
    -- generation that stay. Returns its number.
    CREATE FUNCTION join_parts(the_domain text, the_fence bigint, names bigint[]) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = footlight, pg_temp AS $$
    DECLARE the_generation bigint; live bigint; moved bigint;
    BEGIN
      PERFORM check_fence(the_domain, the_fence);
      SELECT generation INTO live FROM domain WHERE name = the_domain;
      -- A sweeper locks generations before parts, too.
      PERFORM FROM generation WHERE domain = the_domain
        AND (id = live OR state = 'building' AND fence = the_fence) ORDER BY id FOR UPDATE;
      SELECT min(g.id) INTO the_generation FROM generation g JOIN part p ON p.generation = g.id
        WHERE g.domain = the_domain AND g.state = 'building' AND g.fence = the_fence
          AND p.done AND p.name = ANY(names);
      -- Numbers below 0 at first, so that no two parts of the generation ever have the same.
      UPDATE part p SET generation = the_generation, part = -array_position(names, p.name)
        FROM generation g
        WHERE g.id = p.generation AND p.done AND p.name = ANY(names) AND g.domain = the_domain
          AND (g.id = live OR g.state = 'building' AND g.fence = the_fence);
      GET DIAGNOSTICS moved = ROW_COUNT;
      IF the_generation IS NULL OR moved <> cardinality(names) THEN
        RAISE EXCEPTION 'parts of %', the_domain USING ERRCODE = 'FL004';
      END IF;
      UPDATE part SET part = -part - 1 WHERE generation = the_generation AND part < 0;
      DELETE FROM generation g WHERE g.domain = the_domain AND g.state = 'building'
        AND g.fence = the_fence AND NOT EXISTS (SELECT FROM part p WHERE p.generation = g.id);
      UPDATE generation SET parts = cardinality(names) WHERE id = the_generation;
      RETURN the_generation;
    END $$;
    """
}
