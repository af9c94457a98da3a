"""Is the core a useful signal for learning? One small model with and without it.

    python signal-of-core.py measure puzzles.csv RETI OUT.jsonl [PUZZLES]
    python signal-of-core.py analyse OUT.jsonl FIGURE.svg

The task: among all legal moves of a puzzle, name the one that solves it. Each move is a row; a small model (gradient
boosting, the same number of trees for everyone) learns from 70 % of the puzzles to tell solutions from other moves,
and its best row of each held-out puzzle is its answer. Four sets of columns: plain chess (pieces, captures, checks,
attackers and defenders of both squares, what the move attacks); the same and the core; the same and a core that was
dealt to as many random pieces of each colour; the same and which squares take part in how many tactics of each side.
Needs numpy, scikit-learn and python-chess.
"""

import csv
import json
import random
import sys

import chess
import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

import figure
from measure import ask, interval

WORTH = {None: 0, chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 12}


def measure(puzzles, program, out, count=4000):
    rows = list(csv.DictReader(open(puzzles)))
    random.Random(2).shuffle(rows)
    with open(out, "w") as file:
        for row in rows[: int(count)]:
            board = chess.Board(row["FEN"])
            moves = row["Moves"].split()
            board.push_uci(moves[0])
            found = ask(program, "tactics", board.fen(), "--core")
            roles = [[tactic["owner"], sorted(sum(tactic["roles"].values(), []))] for tactic in found["tactics"]]
            print(json.dumps({"fen": board.fen(), "solution": moves[1], "core": found["core"],
                              "context": found["core_context"], "stable": found["stable_core"], "roles": roles}),
                  file=file, flush=True)


def worth(board, square):
    return WORTH[board.piece_type_at(square)]


def plain(board, move):
    own, other = board.turn, not board.turn
    attackers = board.attackers(other, move.to_square)
    rank = lambda square: chess.square_rank(square) if own else 7 - chess.square_rank(square)
    row = [board.piece_type_at(move.from_square), worth(board, move.to_square), move.promotion or 0,
           board.is_en_passant(move), board.gives_check(move), rank(move.from_square), rank(move.to_square),
           chess.square_file(move.to_square), len(attackers), min((worth(board, s) for s in attackers), default=20),
           len(board.attackers(own, move.to_square)), len(board.attackers(other, move.from_square)),
           len(board.attackers(own, move.from_square)), chess.popcount(board.occupied)]
    board.push(move)
    targets = board.attacks(move.to_square) & board.occupied_co[other]
    row += [len(targets), sum(worth(board, s) for s in targets), max((worth(board, s) for s in targets), default=0),
            chess.square_distance(move.to_square, board.king(other)), board.legal_moves.count()]
    board.pop()
    return row, targets


def of_core(board, move, targets, core, context, stable):
    """What the core says about a move: where it begins and ends, and what it attacks."""
    row = [square in part for square in (move.from_square, move.to_square) for part in (core, context, stable)]
    return row + [sum(s in core for s in targets), sum(s in context for s in targets), len(core), len(context)]


def dealt(board, squares, chance):
    """As many pieces of each colour, but any."""
    chosen = set()
    for color in chess.COLORS:
        pieces = list(chess.SquareSet(board.occupied_co[color]))
        chosen.update(chance.sample(pieces, sum(s in pieces for s in squares)))
    return chosen


def of_roles(board, move, roles):
    """How many tactics of each side the two squares take part in."""
    names = [chess.square_name(move.from_square), chess.square_name(move.to_square)]
    own = "white" if board.turn else "black"
    return [sum((owner == own) == mine and name in squares for owner, squares in roles)
            for name in names for mine in (True, False)]


def rows_of(path):
    """For each puzzle: the columns of each set, and which row is the solution."""
    chance = random.Random(3)
    for line in open(path):
        puzzle = json.loads(line)
        board = chess.Board(puzzle["fen"])
        parts = [{chess.parse_square(name) for name in puzzle[part]} for part in ("core", "context", "stable")]
        false = [dealt(board, part, chance) for part in parts]
        moves = list(board.legal_moves)
        sets = {"plain": [], "core": [], "random core": [], "tactics": []}
        for move in moves:
            row, targets = plain(board, move)
            sets["plain"].append(row)
            sets["core"].append(row + of_core(board, move, targets, *parts))
            sets["random core"].append(row + of_core(board, move, targets, *false))
            sets["tactics"].append(row + of_roles(board, move, puzzle["roles"]))
        yield sets, [move.uci() == puzzle["solution"] for move in moves]


def analyse(path, picture):
    puzzles = list(rows_of(path))
    cut = int(0.7 * len(puzzles))
    learned, held_out = puzzles[:cut], puzzles[cut:]
    print(len(learned), "puzzles to learn from,", len(held_out), "held out,",
          round(sum(len(label) for _, label in held_out) / len(held_out), 1), "moves each")
    right, points = {}, []
    for name in ("plain", "core", "random core", "tactics"):
        model = HistGradientBoostingClassifier(max_iter=200, learning_rate=0.1, random_state=0)
        model.fit(np.concatenate([sets[name] for sets, _ in learned]).astype(float),
                  np.concatenate([label for _, label in learned]))
        answers = [label[int(np.argmax(model.predict_proba(np.array(sets[name], float))[:, 1]))]
                   for sets, label in held_out]
        right[name] = np.array(answers, float)
        share = interval(np.mean, (right[name],))
        gain = interval(lambda a, b: np.mean(a) - np.mean(b), (right[name], right["plain"]))
        points.append((name, [(len(points), *(100 * value for value in share))]))
        print(f"{name:12} {100 * share[0]:5.1f} % ({100 * share[1]:.1f} to {100 * share[2]:.1f})"
              f"   against plain {100 * gain[0]:+.1f} ({100 * gain[1]:+.1f} to {100 * gain[2]:+.1f})")
    figure.draw(picture, "Puzzles solved by a small model, held out", "columns", "percent", points, joined=False)


if __name__ == "__main__":
    {"measure": measure, "analyse": analyse}[sys.argv[1]](*sys.argv[2:])
