#!/usr/bin/env bash
# Load on loopback: requests a second for `tactics` over the positions of the committed games, then lessons
# asked for at once for a while, with the server's memory before and after.
#   benches/serve/load.sh [SECONDS of tactics] [SECONDS of lessons]
# Needs wrk (Debian: apt install wrk) and a release build of the program.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-10}
lessons=${2:-60}
reti=target/release/reti
command -v wrk > /dev/null || { echo "skipped: wrk is not installed"; exit 0; }

work=$(mktemp -d)
"$reti" serve --port 0 --no-open > "$work/address" &
server=$!
trap 'kill -INT $server 2> /dev/null || true; rm -rf "$work"' EXIT
until [ -s "$work/address" ]; do sleep 0.1; done
url=$(cat "$work/address")
memory() { awk '/VmRSS/ { print $2 " kB" }' "/proc/$server/status"; }

# Middlegames: the positions of the 200 committed games after 30 plies, as far as they got.
grep -v '^#' testdata/games/lichess-2025-05.txt | cut -d' ' -f3-32 | while read -r moves; do
    printf '{"moves": ["%s"]}' "${moves// /\", \"}" |
        curl -s -H 'Content-Type: application/json' -d @- "$url/api/v1/position" | sed -n 's/^  "fen": "\(.*\)",/\1/p'
done > "$work/positions"
echo "memory at the start: $(memory)"
RETI_POSITIONS="$work/positions" wrk -t1 -c16 -d"${seconds}s" -s benches/serve/tactics.lua "$url/api/v1/tactics"
echo "memory after tactics: $(memory)"
cat > "$work/explain.lua" <<'LUA'
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"fen": "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9", "budget": {"nodes": 50000}}'
LUA
wrk -t1 -c200 -d"${lessons}s" --timeout 10s --latency -s "$work/explain.lua" "$url/api/v1/explain"
echo "memory after lessons: $(memory)"
