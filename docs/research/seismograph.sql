WITH k AS (
  SELECT ply, motif || owner || coalesce(forker, '-') || coalesce(pinner, '-') || coalesce(pinned, '-')
    || coalesce(shielded, '-') || coalesce(attacker, '-') || coalesce(front, '-') || coalesce(behind, '-')
    || coalesce(blocker, '-') || coalesce(slider, '-') || coalesce(intervening, '-') || coalesce(beyond, '-')
    || coalesce(defended, '-') || coalesce(target, '-') || coalesce(piece, '-') || coalesce(defender, '-')
    || coalesce(duty, '-') || coalesce(protected, '-') || coalesce(king, '-') || coalesce(checker, '-') AS t
  FROM tactics WHERE game = 1),
born AS (SELECT a.ply AS ply, count(*) AS n FROM k a LEFT ANTI JOIN k b ON b.t = a.t AND b.ply = a.ply - 1 GROUP BY a.ply),
died AS (SELECT a.ply + 1 AS ply, count(*) AS n FROM k a LEFT ANTI JOIN k b ON b.t = a.t AND b.ply = a.ply + 1 GROUP BY a.ply + 1)
SELECT p.ply AS ply, p."order" AS "order T", 10 * p.fragility AS "10 x fragility F",
  coalesce(born.n, 0) AS "born", -coalesce(died.n, 0) AS "died, downwards"
FROM positions p LEFT JOIN born ON born.ply = p.ply LEFT JOIN died ON died.ply = p.ply
WHERE p.game = 1 ORDER BY p.ply
