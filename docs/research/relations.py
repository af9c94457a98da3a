"""How relations come and go: a second count of the table `edges`, and its figure.

    python relations.py measure GAMES.pgn RETI OUT.csv
    python relations.py analyse OUT.csv FIGURE.svg

The table of `reti-corpus import --tables edges` follows pieces by comparing boards. Here python-chess follows them by
moves, and `reti graph --dataset` says which relations each position has, so that the two can be compared. Figures are
drawn from either: `reti-corpus sql corpus "SELECT * FROM edges" --format csv` writes the same columns.
"""

import csv
import json
import subprocess
import sys
from collections import defaultdict

import chess
import chess.pgn

import figure

RELATIONS = ["attack", "defend", "block", "pin", "xray"]


def follow(board, move, names):
    """The names of all pieces after a move, by square."""
    if board.is_en_passant(move):
        names.pop(chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square)))
    if board.is_castling(move):
        rank, short = chess.square_rank(move.from_square), board.is_kingside_castling(move)
        names[chess.square(5 if short else 3, rank)] = names.pop(chess.square(7 if short else 0, rank))
    names[move.to_square] = names.pop(move.from_square)


def measure(games, program, out):
    dataset = subprocess.Popen([program, "graph", "--dataset", games, "--format", "jsonl"], stdout=subprocess.PIPE)
    writer = csv.writer(open(out, "w", newline=""))
    writer.writerow("game born died relation source target third".split())
    source, number = open(games, errors="replace"), 0
    while game := chess.pgn.read_game(source):
        number += 1
        board, moves, alive = game.board(), list(game.mainline_moves()), {}
        names = {square: board.piece_at(square).symbol() + chess.square_name(square)
                 for square in chess.SquareSet(board.occupied)}
        for ply in range(len(moves) + 1):
            graph = json.loads(dataset.stdout.readline())
            assert graph["fen"].split()[0] == board.board_fen(), (number, ply)
            nodes = [names[square] for square in chess.SquareSet(board.occupied)]
            now = {}
            for one, other, kind, third in zip(*graph["edge_index"], graph["edge_type"], graph["edge_third"]):
                key = (RELATIONS[kind], nodes[one], nodes[other], nodes[third] if third >= 0 else "")
                now[key] = alive.pop(key, ply)
            writer.writerows([number, born, ply, *key] for key, born in alive.items())
            alive = now
            if ply < len(moves):
                follow(board, moves[ply], names)
                board.push(moves[ply])
        writer.writerows([number, born, "", *key] for key, born in alive.items())


def analyse(path, picture):
    rows = [(row["game"], row["relation"], int(row["born"]), int(row["died"]) if row["died"] else None)
            for row in csv.DictReader(open(path))]
    # The last move of a game nearly always changes some relation, so its ply is the last one that is named.
    last = defaultdict(int)
    for game, _, born, died in rows:
        last[game] = max(last[game], born, died or 0)
    plies = sum(last.values())
    print(len(last), "games,", plies, "plies,", len(rows), "lives")
    series = []
    for relation in ("defend", "block", "xray", "pin", "attack"):
        lives = [(game, born, died) for game, kind, born, died in rows if kind == relation and born > 0]
        done = [died - born for _, born, died in lives if died is not None]
        # Those that could be watched for 16 plies.
        ages = [died - born if died is not None else 99 for game, born, died in lives if born + 16 <= last[game]]
        alive = lambda k: 100 * sum(age > k for age in ages) / len(ages)
        print(f"{relation:7} {len(lives)} lives, {len(lives) / plies:.2f} births a ply, mean {sum(done) / len(done):.1f} "
              "plies; percent after 1, 2, 4, 8, 16 more:", " ".join(f"{alive(k):.0f}" for k in (1, 2, 4, 8, 16)))
        if relation != "block":
            name = "x-ray and block" if relation == "xray" else relation
            series.append((name, [(k, alive(k), None, None) for k in range(17)]))
    figure.draw(picture, "How long relations live", "plies", "percent still there", series)


if __name__ == "__main__":
    {"measure": measure, "analyse": analyse}[sys.argv[1]](*sys.argv[2:])
