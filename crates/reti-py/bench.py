"""Measures the package against a loop of python-chess, in the same run.

    python crates/reti-py/bench.py [FENS]

Prints how long `reti.tactics` takes for 10,000 positions, how long a loop takes that only asks python-chess for the
attackers of every square, and what a single call costs beyond its work.
"""

import sys
import time

import chess

import reti
from reti import _reti


def positions(count):
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as file:
            return [line.split(";")[0].strip() for line in file][:count]
    import random

    chance = random.Random(18)
    fens = []
    while len(fens) < count:
        board = chess.Board()
        for _ in range(chance.randrange(6, 80)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
        fens.append(board.fen())
    return fens


def seconds(work, times=3, clock=time.perf_counter):
    best = float("inf")
    for _ in range(times):
        began = clock()
        work()
        best = min(best, clock() - began)
    return best


def attackers(fens):
    total = 0
    for fen in fens:
        board = chess.Board(fen)
        for square in chess.SQUARES:
            for color in chess.COLORS:
                total += len(board.attackers(color, square))
    return total


def main():
    fens = positions(10_000)
    ours = seconds(lambda: reti.tactics(fens))
    theirs = seconds(lambda: attackers(fens), 1)
    print(f"reti.tactics, {len(fens)} positions: {ours:.3f} s")
    print(f"python-chess, attackers only:   {theirs:.3f} s, {theirs / ours:.1f} times as long")
    # Seconds on a busy machine say little: the same in processor time, all cores added up.
    ours, theirs = (seconds(work, 1, time.process_time) for work in (lambda: reti.tactics(fens), lambda: attackers(fens)))
    print(f"processor time: {ours:.3f} s and {theirs:.3f} s, {theirs / ours:.1f} times as much on one core")
    # What the way from Python to the library and back costs: a request that does nothing but fail to be found,
    # and the smallest document, less the time of the same work in a list.
    count = 20_000
    started = time.perf_counter()
    for _ in range(count):
        _reti.requests_known()
    door = (time.perf_counter() - started) / count
    fen = "8/8/8/4k3/8/8/4K3/8 w - - 0 1"
    single = seconds(lambda: [reti.tactics(fen) for _ in range(count)]) / count
    listed = seconds(lambda: reti.tactics([fen] * count)) / count
    print(f"one call that does nothing: {door * 1e6:.2f} µs")
    print(f"reti.tactics of two kings: {single * 1e6:.2f} µs a call, {listed * 1e6:.2f} µs each in a list")


main()
