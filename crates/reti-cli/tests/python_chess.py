"""Opens a PGN file and its annotated version in python-chess and compares them.

Every game of the annotated file must be read without an error, with the headers, moves, comments and clocks of
the original. Prints how many games were compared, or fails.
"""

import sys

import chess.pgn


def games(path):
    with open(path, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            yield game


def compare(number, before, after):
    assert not after.errors, f"game {number}: {after.errors}"
    for name, value in before.headers.items():
        assert after.headers.get(name) == value, f"game {number}: header {name}"
    one, other = before, after
    words = lambda text: " ".join(text.split())
    while True:
        assert words(one.comment) in words(other.comment), f"game {number}: comment {one.comment!r}"
        assert one.clock() == other.clock(), f"game {number}: clock {one.clock()}"
        assert one.nags <= other.nags, f"game {number}: glyphs {one.nags}"
        for variation in other.variations[1:]:
            assert variation.move is not None
        if one.next() is None:
            assert other.next() is None, f"game {number}: more moves"
            return
        assert other.next() is not None and one.next().move == other.next().move, f"game {number}: moves"
        one, other = one.next(), other.next()


def main():
    before, after = (list(games(path)) for path in sys.argv[1:3])
    assert len(before) == len(after), f"{len(before)} games became {len(after)}"
    for number, pair in enumerate(zip(before, after), 1):
        compare(number, *pair)
    print(f"{len(before)} games")


main()
