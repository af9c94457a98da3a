"""Do positions of high order have smaller proof numbers, mate length and mobility held fixed?

    python proof-numbers.py measure puzzles.csv RETI OUT.csv LENGTH PUZZLES
    python proof-numbers.py analyse FIGURE.svg OUT.csv...

Puzzles of Lichess labelled mateIn2, mateIn3, mateIn4, a sample with a fixed seed. For each position: the order for
the side that mates (`reti tactics`), the nodes of the proof search and the size of the proof (`reti prove --goal
mate=N`), and the proof number of the root after 50 expansions of a plain proof-number search [Allis 1994], written
out below. Needs numpy and python-chess.
"""

import csv
import random
import sys

import chess
import numpy as np

import figure
from measure import ask, interval, partial

INFINITE = 10**9
EXPANSIONS = 50


class Node:
    def __init__(self, board, plies):
        """A position with so many plies left; the side that mates is to move when that number is odd."""
        self.children, self.plies = None, plies
        self.proof, self.disproof = 1, 1
        if board.is_checkmate() and plies % 2 == 0:
            self.proof, self.disproof = 0, INFINITE
        elif plies == 0 or not any(board.legal_moves):
            self.proof, self.disproof = INFINITE, 0

    def update(self):
        proofs = [child.proof for _, child in self.children]
        disproofs = [child.disproof for _, child in self.children]
        if self.plies % 2 == 1:
            self.proof, self.disproof = min(proofs), min(sum(disproofs), INFINITE)
        else:
            self.proof, self.disproof = min(sum(proofs), INFINITE), min(disproofs)

    def expand_best(self, board):
        """Goes down to the most-proving node, expands it, and updates the way back."""
        if self.children is None:
            self.children = []
            for move in list(board.legal_moves):
                board.push(move)
                self.children.append((move, Node(board, self.plies - 1)))
                board.pop()
        else:
            key = (lambda child: child.proof) if self.plies % 2 == 1 else (lambda child: child.disproof)
            move, child = min(self.children, key=lambda pair: key(pair[1]))
            board.push(move)
            child.expand_best(board)
            board.pop()
        self.update()


def proof_number(board, moves):
    root = Node(board, 2 * moves - 1)
    for _ in range(EXPANSIONS):
        if root.proof in (0, INFINITE):
            break
        root.expand_best(board)
    return root.proof


def measure(puzzles, program, out, moves, count):
    moves, count = int(moves), int(count)
    rows = list(csv.DictReader(open(puzzles)))
    random.Random(1).shuffle(rows)
    rows = [row for row in rows if f"mateIn{moves}" in row["Themes"].split()][:count]
    file = open(out, "w", newline="", buffering=1)
    writer = csv.writer(file)
    writer.writerow("puzzle rating moves order order_all mobility replies men nodes tree proof".split())
    for row in rows:
        board = chess.Board(row["FEN"])
        board.push_uci(row["Moves"].split()[0])
        proof = ask(program, "prove", board.fen(), "--goal", f"mate={moves}", "--nodes", "1000000")
        if proof["verdict"] != "proven" or proof["mate"] != moves:
            continue
        tactics = ask(program, "tactics", board.fen())
        replies = []
        for move in list(board.legal_moves):
            board.push(move)
            replies.append(board.legal_moves.count())
            board.pop()
        writer.writerow([row["PuzzleId"], row["Rating"], moves,
                         tactics["order_white" if board.turn else "order_black"], tactics["order"], len(replies),
                         round(float(np.mean(replies)), 2), chess.popcount(board.occupied), proof["nodes"],
                         proof["tree_size"], proof_number(board, moves)])


def analyse(picture, *paths):
    rows = [row for path in paths for row in csv.DictReader(open(path))]
    column = lambda name: np.array([float(row[name]) for row in rows])
    order, moves, mobility, replies = (column(name) for name in ("order", "moves", "mobility", "replies"))
    men = column("men")
    print(len(rows), "mates;", {int(n): int((moves == n).sum()) for n in np.unique(moves)}, "by length")
    print("measure   | plain                  | length, mobility       | length, mobility, replies, men")
    for name in ("proof", "nodes", "tree"):
        value = column(name)
        cells = []
        for controls in ((), (moves, mobility), (moves, mobility, replies, men)):
            statistic = lambda a, b, *others: partial(a, b, others)
            cells.append("{:+.3f} ({:+.3f} to {:+.3f})".format(*interval(statistic, (order, value, *controls))))
        print(f"{name:9} | " + " | ".join(cells))
    for n in np.unique(moves):
        here = moves == n
        values = (order[here], column("nodes")[here], mobility[here], replies[here], men[here])
        found = interval(lambda a, b, *others: partial(a, b, others), values)
        print(f"mate in {int(n)}: nodes, mobility, replies and men fixed: {found[0]:+.3f} ({found[1]:+.3f} to {found[2]:+.3f})")
    series = []
    for n in np.unique(moves):
        points = []
        for level in range(0, 7):
            chosen = (moves == n) & (order == level if level < 6 else order >= 6)
            if chosen.sum() < 15:
                continue
            nodes = np.log10(column("nodes")[chosen])
            error = 1.96 * nodes.std(ddof=1) / np.sqrt(len(nodes))
            points.append((level, nodes.mean(), nodes.mean() - error, nodes.mean() + error))
        series.append((f"mate in {int(n)}", points))
    figure.draw(picture, "Nodes of a proof by order", "order for the side that mates (6: six and more)",
                "mean of log10 nodes", series)


if __name__ == "__main__":
    {"measure": measure, "analyse": analyse}[sys.argv[1]](*sys.argv[2:])
