WITH here AS (
  SELECT motif, game, ply, owner || coalesce(forker, '-') || coalesce(pinner, '-') || coalesce(pinned, '-')
    || coalesce(shielded, '-') || coalesce(attacker, '-') || coalesce(front, '-') || coalesce(behind, '-')
    || coalesce(blocker, '-') || coalesce(slider, '-') || coalesce(intervening, '-') || coalesce(beyond, '-')
    || coalesce(defended, '-') || coalesce(target, '-') || coalesce(piece, '-') || coalesce(defender, '-')
    || coalesce(duty, '-') || coalesce(protected, '-') AS cast_of
  FROM tactics WHERE game < 100000000),
runs AS (
  SELECT motif, game, cast_of, ply - row_number() OVER (PARTITION BY game, motif, cast_of ORDER BY ply) AS run FROM here),
lives AS (SELECT motif, count(*) AS plies FROM runs GROUP BY motif, game, cast_of, run),
ages AS (SELECT motif, plies, count(*) AS n FROM lives GROUP BY motif, plies),
alive AS (
  SELECT motif, plies, 100.0 * sum(n) OVER (PARTITION BY motif ORDER BY plies DESC) / sum(n) OVER (PARTITION BY motif)
    AS percent FROM ages)
SELECT plies,
  max(CASE WHEN motif = 'absolute-pin' THEN percent END) AS "absolute pin",
  max(CASE WHEN motif = 'x-ray-attack' THEN percent END) AS "x-ray attack",
  max(CASE WHEN motif = 'relative-pin' THEN percent END) AS "relative pin",
  max(CASE WHEN motif = 'discovered-attack' THEN percent END) AS "discovered attack",
  max(CASE WHEN motif = 'overloaded-piece' THEN percent END) AS "overloaded piece",
  max(CASE WHEN motif = 'hanging-piece' THEN percent END) AS "hanging piece",
  max(CASE WHEN motif = 'fork' THEN percent END) AS "fork"
FROM alive WHERE plies <= 16 GROUP BY plies ORDER BY plies
