"""The peer of `cargo bench`: standard fragility with python-chess and networkx.

Reads FENs from standard input, prints the seconds it took and the sum of all values.
Needs: pip install chess networkx
"""
import sys
import time

import chess
import networkx as nx


def fragility(board):
    pieces = board.piece_map()
    graph = nx.DiGraph()
    graph.add_nodes_from(pieces)
    graph.add_edges_from((s, t) for s in pieces for t in board.attacks(s) if t in pieces)
    between = nx.betweenness_centrality(graph)
    return sum(between[s] for s, piece in pieces.items() if board.is_attacked_by(not piece.color, s))


boards = [chess.Board(line.strip()) for line in sys.stdin if line.strip()]
start = time.perf_counter()
total = sum(fragility(board) for board in boards)
print(time.perf_counter() - start, total)
