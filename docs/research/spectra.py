"""Do spectra of the graph, and of the hypergraph of tactics, say something about results?

    python spectra.py measure GAMES.pgn RETI OUT.jsonl [GAMES]
    python spectra.py analyse OUT.jsonl FIGURE.svg

One position of each game, after 40 plies, so that positions are independent. From the graph (`reti graph --legal`):
for each side the web of its defences, for both together the web of attacks and defences, each taken as undirected.
From the tactics (`reti tactics`): the matrix of pieces by tactics for each side. Of the webs the largest eigenvalue of
the adjacency matrix, the second smallest of the Laplacian (how well the web hangs together), and how many of the
latter are 0 (pieces on their own); of the matrices the largest singular value. Then two models that tell the
chances of a win of White, a draw and a win of Black, one without and one with these columns, are compared on games
that neither has seen. Needs numpy, scikit-learn and python-chess.
"""

import json
import sys

import chess
import chess.pgn
import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import figure
from measure import ask, interval, partial

PLY = 40
WORTH = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9, "king": 0}
RESULTS = ["0-1", "1/2-1/2", "1-0"]


def measure(games, program, out, count=3000):
    left = int(count)
    with open(games, errors="replace") as source, open(out, "w") as file:
        while left and (game := chess.pgn.read_game(source)):
            tags = game.headers
            moves = list(game.mainline_moves())
            if len(moves) <= PLY + 10 or tags["Result"] not in RESULTS or "WhiteElo" not in tags or "BlackElo" not in tags:
                continue
            board = game.board()
            for move in moves[:PLY]:
                board.push(move)
            graph = ask(program, "graph", board.fen(), "--legal")
            tactics = ask(program, "tactics", board.fen())
            row = {"result": RESULTS.index(tags["Result"]), "elo": int(tags["WhiteElo"]) - int(tags["BlackElo"]),
                   **columns(graph, tactics)}
            print(json.dumps(row), file=file, flush=True)
            left -= 1


def largest_and_second(adjacency):
    """Largest eigenvalue, second smallest one of the Laplacian, and how many of those are 0."""
    if len(adjacency) < 2:
        return 0.0, 0.0, len(adjacency)
    laplacian = np.diag(adjacency.sum(axis=0)) - adjacency
    values = np.linalg.eigvalsh(laplacian)
    return float(np.linalg.eigvalsh(adjacency)[-1]), float(values[1]), int((values < 1e-9).sum())


def columns(graph, tactics):
    nodes = {node["id"]: node for node in graph["nodes"]}
    names = list(nodes)
    index = {name: i for i, name in enumerate(names)}
    web = np.zeros((len(names), len(names)))
    for edge in graph["links"]:
        if edge["relation"] in ("attack", "defend"):
            web[index[edge["source"]], index[edge["target"]]] = web[index[edge["target"]], index[edge["source"]]] = 1
    row = {}
    for side in ("white", "black"):
        own = [index[name] for name in names if nodes[name]["color"] == side]
        found = largest_and_second(web[np.ix_(own, own)])
        row.update(zip((f"{side} largest", f"{side} second", f"{side} alone"), found))
        incidence = np.zeros((len(names), 1))
        for tactic in tactics["tactics"]:
            if tactic["owner"] == side:
                column = np.zeros((len(names), 1))
                for name in sum(tactic["roles"].values(), []) + tactic["context"]:
                    if name in index:
                        column[index[name]] = 1
                incidence = np.hstack([incidence, column])
        row[f"{side} tactics"] = float(np.linalg.svd(incidence, compute_uv=False)[0])
        row[f"{side} material"] = sum(WORTH[nodes[names[i]]["type"]] for i in own)
        row[f"{side} order"] = tactics[f"order_{side}"]
    row.update(zip(("both largest", "both second", "both alone"), largest_and_second(web)))
    row["turn"] = tactics["turn"] == "white"
    return row


PLAIN = ["elo", "white material", "black material", "white order", "black order", "turn"]


def analyse(path, picture):
    rows = [json.loads(line) for line in open(path)]
    spectra = [name for name in rows[0] if name not in PLAIN + ["result"]]
    result = np.array([row["result"] for row in rows])
    table = lambda names: np.array([[row[name] for name in names] for row in rows], float)
    print(len(rows), "games;", [int((result == r).sum()) for r in range(3)], "of", RESULTS)
    score = result / 2
    for name in ("largest", "second", "alone", "tactics", "material", "order"):
        values = table([f"white {name}", f"black {name}"]) @ [1, -1]
        found = interval(lambda a, b: float(np.corrcoef(a, b)[0, 1]), (values, score))
        print(f"White's {name} less Black's, with White's score: r = {found[0]:+.3f} ({found[1]:+.3f} to {found[2]:+.3f})")
    decided, men = (result != 1).astype(float), table(["white material", "black material"]).sum(axis=1)
    for name in ("both largest", "both second", "both alone"):
        for told, fixed in (("", ()), (", material held fixed", (men,))):
            statistic = lambda a, b, *others: partial(a, b, others)
            found = interval(statistic, (table([name])[:, 0], decided, *fixed))
            print(f"{name}, with whether there was a winner{told}: rho = {found[0]:+.3f} ({found[1]:+.3f} to {found[2]:+.3f})")
    cut = int(0.7 * len(rows))
    sets = [("nothing", []), ("plain", PLAIN), ("plain and spectra", PLAIN + spectra)]
    points = []
    for kind, make in (("linear", lambda: make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000))),
                       ("boosted", lambda: HistGradientBoostingClassifier(max_iter=60, learning_rate=0.05, random_state=0))):
        losses = {}
        for name, names in sets:
            if names:
                model = make().fit(table(names)[:cut], result[:cut])
                chances = model.predict_proba(table(names)[cut:])
            else:
                shares = np.bincount(result[:cut], minlength=3) / cut
                chances = np.tile(shares, (len(rows) - cut, 1))
            losses[name] = -np.log(chances[np.arange(len(chances)), result[cut:]])
        loss = interval(np.mean, (losses["plain and spectra"],))
        gain = interval(lambda a, b: np.mean(a) - np.mean(b), (losses["plain"], losses["plain and spectra"]))
        print(f"{kind}: log loss " + ", ".join(f"{name} {np.mean(values):.4f}" for name, values in losses.items())
              + f"; spectra gain {gain[0]:+.4f} ({gain[1]:+.4f} to {gain[2]:+.4f})")
        points.append((kind, [(len(points), *gain)]))
    figure.draw(picture, "What spectra add to a forecast of results", "model",
                "gain in log loss on held-out games", points, joined=False, zero=True)


if __name__ == "__main__":
    {"measure": measure, "analyse": analyse}[sys.argv[1]](*sys.argv[2:])
