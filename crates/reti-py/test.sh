#!/usr/bin/env bash
# Builds the wheel, installs it into an empty environment and runs its tests there. The program is needed by
# the tests of other faces; what is not there is skipped with a message.
#
#   crates/reti-py/test.sh            a development build, which shares its artifacts with `cargo build`
#   crates/reti-py/test.sh --release  the wheel that is handed out
set -euo pipefail
cd "$(dirname "$0")/../.."

profile=${1:-}
target=${CARGO_TARGET_DIR:-target}
python=${PYTHON:-python3}
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    echo "skipped: Python 3.10 or newer is needed" >&2
    exit 0
fi

home=$target/python
[ -x "$home/bin/python" ] || "$python" -m venv "$home"
if ! "$home/bin/pip" install --quiet -r crates/reti-py/tests/requirements.txt; then
    echo "skipped: packages for the tests cannot be had" >&2
    exit 0
fi
cargo build --quiet -p reti-cli ${profile:+--release}
rm -rf "$target/wheels"
"$home/bin/maturin" build --quiet --manifest-path crates/reti-py/Cargo.toml --out "$target/wheels" \
    --interpreter "$home/bin/python" $([ -n "$profile" ] && echo --release || echo --profile dev)
wheel=$(ls "$target"/wheels/*.whl)
echo "$(basename "$wheel"): $(wc -c < "$wheel") bytes"
"$home/bin/pip" install --quiet --force-reinstall --no-deps "$wheel"

program=$PWD/$target/$([ -n "$profile" ] && echo release || echo debug)/reti
RETI_PROGRAM=${RETI_PROGRAM:-$program} "$home/bin/python" -m pytest --quiet -rs crates/reti-py/tests \
    --doctest-modules --pyargs reti
