#!/usr/bin/env bash
# Builds the page that needs no server and tests it: every request is answered as the program does, the tests of the
# page hold in Chromium, and with --time a lesson takes at most four times as long as in the program.
# SITE=FOLDER tests a site that is built already. Needs a compiler for WebAssembly (`cargo xtask site` says which),
# node, npm and Chromium.
set -euo pipefail
cd "$(dirname "$0")"

target=${CARGO_TARGET_DIR:-../target}
if [ -z "${SITE:-}" ]; then
    cargo xtask site
    SITE=$target/site
fi
if [ -z "${RETI:-}" ]; then
    cargo build --quiet --locked --release -p reti-cli --manifest-path ../Cargo.toml
    RETI=$target/release/reti
fi
export SITE RETI
npm install --no-save --no-audit --no-fund > /dev/null 2>&1
node test/site.mjs "$@"
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}
export CHROMIUM
node test/page.mjs
