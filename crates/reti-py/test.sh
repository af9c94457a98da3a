#!/usr/bin/env bash
# Builds the wheel, installs it into an empty environment, and runs its tests in one with everything they need.
# The tests of other faces need the program: RETI_PROGRAM names it, otherwise it is built. What cannot be had is
# skipped with a message.
#
#   crates/reti-py/test.sh            a development build
#   crates/reti-py/test.sh --release  the wheel that is handed out
set -euo pipefail
cd "$(dirname "$0")/../.."

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
python=${PYTHON:-python3}
profile=dev wheel=dev
[ "${1:-}" = --release ] && profile=release wheel=wheel
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    echo "skipped: Python 3.10 or newer is needed"
    exit 0
fi

home=$target/python
[ -x "$home/bin/python" ] || "$python" -m venv "$home"
if ! "$home/bin/pip" install --quiet --disable-pip-version-check -r crates/reti-py/tests/requirements.txt; then
    echo "skipped: the packages that the tests need cannot be had"
    exit 0
fi
if [ -z "${RETI_PROGRAM:-}" ]; then
    cargo build --quiet --profile "$profile" -p reti-cli
    RETI_PROGRAM=$target/$([ "$profile" = dev ] && echo debug || echo release)/reti
fi
RETI_PROGRAM=$(realpath "$RETI_PROGRAM")
export RETI_PROGRAM

rm -rf "$target/wheels"
PATH=$home/bin:$PATH maturin build --quiet --locked --manifest-path crates/reti-py/Cargo.toml \
    --profile "$wheel" --compression-level 9 --out "$target/wheels"
built=$(ls "$target"/wheels/*.whl)
echo "$(basename "$built"): $(wc -c < "$built") bytes"

rm -rf "$target/python-empty"
"$python" -m venv "$target/python-empty"
"$target/python-empty/bin/pip" install --quiet --disable-pip-version-check "$built"
"$target/python-empty/bin/python" -c 'import reti; assert reti.tactics("startpos").order == 0; print("reti", reti.__version__)'

"$home/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$built"
"$home/bin/python" -m pytest --quiet -rs crates/reti-py/tests
"$home/bin/python" -m pytest --quiet --doctest-modules --pyargs reti -p no:cacheprovider
