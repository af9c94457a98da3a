#!/usr/bin/env bash
# Builds the bundles of the report and of the page, compares them with the committed ones, and tests both in a real
# browser: a report in a file, and the page with the program that serves it.
# Needs node, npm and Chromium; installs them from the system's packages where it may. Says "skipped" and
# succeeds where they cannot be had.
set -euo pipefail
cd "$(dirname "$0")"

# Where tests run by themselves nothing may be left out.
skip() {
    printf 'skipped: %s\n' "$1"
    [ -z "${CI:-}" ]
    exit
}

install() {
    command -v apt-get > /dev/null || return 1
    apt-get install -y --no-install-recommends "$@" > /dev/null 2>&1 ||
        { apt-get update > /dev/null 2>&1 && apt-get install -y --no-install-recommends "$@" > /dev/null 2>&1; }
}

command -v npm > /dev/null || install nodejs npm || skip "npm is not installed"
# Not `npm ci`: it asks for packages of other platforms that the lock file may leave out.
npm install --no-save --no-audit --no-fund > /dev/null 2>&1 || skip "the packages cannot be fetched"

reti=${RETI:-}
if [ -z "$reti" ]; then
    cargo build --quiet --locked -p reti-cli --manifest-path ../Cargo.toml
    reti=${CARGO_TARGET_DIR:-../target}/debug/reti
fi
export RETI=$reti

committed=$(mktemp -d)
trap 'rm -rf "$committed"' EXIT
cp -r board/dist "$committed/report"
cp -r ../crates/reti-server/page "$committed/page"
cp page/src/api.ts "$committed"
npm run --silent types
npm run --silent build > /dev/null
same() {
    diff -rq "$1" "$2" || {
        echo "$2 is not what its sources build: run 'RETI=PROGRAM npm run types' and 'npm run build' in web/ and commit them"
        exit 1
    }
}
same "$committed/api.ts" page/src/api.ts
same "$committed/report" board/dist
same "$committed/page" ../crates/reti-server/page
node words.mjs
size=$(cat ../crates/reti-server/page/* | gzip -9 | wc -c)
echo "the page: $size bytes compressed, pieces included"
[ "$size" -le 250000 ] || { echo "the page is too large"; exit 1; }

browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
if [ -z "$browser" ]; then
    install chromium || skip "Chromium is not installed"
    browser=$(command -v chromium)
fi
export CHROMIUM=$browser
node test/client.mjs
node test/report.mjs
node test/page.mjs
