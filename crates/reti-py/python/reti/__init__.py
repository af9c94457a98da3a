"""Chess positions, explained and proven.

Positions are FENs, or anything with a method ``fen()`` such as a ``chess.Board``; moves are SAN or UCI, or anything
with a method ``uci()``. Functions that take a position take a list of them as well, work on all cores and let other
threads run meanwhile. Wrong input is a ``ValueError`` with a caret under what is wrong:

>>> import reti
>>> reti.explain("k7/8/8/8/8/8/8/K7 x")
Traceback (most recent call last):
    ...
ValueError: fen: bad FEN: 'x' is not a side to move: expected 'w' or 'b'
  k7/8/8/8/8/8/8/K7 x
                    ^

Answers are documents of the schema ``reti/2``, the same that the program, its server and its tools for language
models give (``docs/json.md``).
"""

from __future__ import annotations

import json as _json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol, overload, runtime_checkable

from . import _reti
from ._documents import Checked, Document, Exchange, Graph, Lesson, Position, Proof, Tactics
from ._data import torch_dataset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Checked", "Document", "Engine", "Exchange", "Graph", "Lesson", "Position", "Proof", "Tactics",
    "annotate", "ask", "check", "explain", "fields", "fragility", "graph", "legal_moves", "prompt", "prove", "see",
    "table", "tactics", "torch_dataset", "verify",
]
__version__ = _reti.version()


@runtime_checkable
class HasFen(Protocol):
    """Something with a FEN, such as a ``chess.Board``."""

    def fen(self) -> str: ...


@runtime_checkable
class HasUci(Protocol):
    """Something with a move's name, such as a ``chess.Move``."""

    def uci(self) -> str: ...


Board = str | HasFen
Move = str | HasUci


def _fen(board: Board) -> str:
    if isinstance(board, str):
        return board
    try:
        return board.fen()
    except AttributeError:
        raise TypeError(f"expected a FEN or something with a method fen(), not {type(board).__name__}") from None


def _uci(move: Move | None) -> str | None:
    return move if move is None or isinstance(move, str) else move.uci()


def _is_many(boards: Any) -> bool:
    return not isinstance(boards, str) and not hasattr(boards, "fen")


def _asked(fields: dict[str, Any]) -> str:
    return _json.dumps({name: value for name, value in fields.items() if value is not None and value is not False})


def _answer(kind: type, name: str, boards: Any, fields: dict[str, Any]) -> Any:
    if _is_many(boards):
        bodies = [_asked({"fen": _fen(board), **fields}) for board in boards]
        return [kind(text) for text in _reti.ask_many(name, bodies)]
    return kind(_reti.ask(name, _asked({"fen": _fen(boards), **fields})))


def _budget(nodes: int | None) -> dict[str, int] | None:
    return None if nodes is None else {"nodes": nodes}


def ask(name: str, request: dict[str, Any] | None = None) -> Document:
    """Asks any request of the interface for programs (``docs/serve.md``).

    >>> import reti
    >>> reti.ask("trajectories", {"piece": "N", "from": "b1", "to": "d4"}).kind
    'trajectories'
    """
    return Document(_reti.ask(name, _json.dumps(request or {})))


@overload
def explain(board: Board, *, move: Move | None = None, nodes: int | None = None, level: str | None = None,
            elo: int | None = None, language: str | None = None) -> Lesson: ...
@overload
def explain(board: Iterable[Board], *, nodes: int | None = None, level: str | None = None,
            elo: int | None = None, language: str | None = None) -> list[Lesson]: ...
def explain(board, *, move=None, nodes=None, level=None, elo=None, language=None):
    """What is going on in a position, what to play and why; with ``move`` what that move deserves.

    >>> import reti
    >>> lesson = reti.explain("4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1", nodes=20_000)
    >>> lesson.claims[1]["line_san"][0]
    'Nf6+'
    """
    fields = {"move": _uci(move), "budget": _budget(nodes), "level": level, "elo": elo, "language": language}
    return _answer(Lesson, "explain", board, fields)


@overload
def tactics(board: Board, *, core: bool = False, observations: bool = False) -> Tactics: ...
@overload
def tactics(board: Iterable[Board], *, core: bool = False, observations: bool = False) -> list[Tactics]: ...
def tactics(board, *, core=False, observations=False):
    """Forks, pins, hanging pieces and the like on the board.

    >>> import reti
    >>> [len(found.motifs) for found in reti.tactics(["startpos", "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1"])]
    [0, 2]
    """
    if _is_many(board):
        fens = [one if isinstance(one, str) else _fen(one) for one in board]
        return [Tactics(found) for found in _reti.tactics_many(fens, core, observations)]
    return Tactics(_reti.tactics(_fen(board), core, observations))


@overload
def graph(board: Board, *, relation: str | None = None, legal: bool = False) -> Graph: ...
@overload
def graph(board: Iterable[Board], *, relation: str | None = None, legal: bool = False) -> list[Graph]: ...
def graph(board, *, relation=None, legal=False):
    """Who attacks, defends, blocks, pins and x-rays whom.

    >>> import reti
    >>> [link["shielded"] for link in reti.graph("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", relation="pin").links]
    ['e1']
    """
    return _answer(Graph, "graph", board, {"relation": relation, "legal": legal})


@overload
def prove(board: Board, move: Move | None = None, *, goal: str | None = None, nodes: int | None = None,
          exact: bool = False, tree: bool = False, certificate: bool = False) -> Proof: ...
@overload
def prove(board: Iterable[Board], move: None = None, *, goal: str | None = None, nodes: int | None = None,
          exact: bool = False, tree: bool = False, certificate: bool = False) -> list[Proof]: ...
def prove(board, move=None, *, goal=None, nodes=None, exact=False, tree=False, certificate=False):
    """Whether a move mates or wins material against every reply.

    >>> import reti
    >>> proof = reti.prove("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", goal="mate", certificate=True)
    >>> bool(proof), proof.san, reti.verify(proof.certificate).accepted
    (True, 'Ra8#', True)
    """
    fields = {"move": _uci(move), "goal": goal, "budget": _budget(nodes), "exact": exact, "tree": tree,
              "certificate": certificate}
    return _answer(Proof, "prove", board, fields)


def verify(certificate: str, *, exact: bool = False) -> Document:
    """Whether the checker, which searches nothing, accepts the certificate of a proof.

    >>> import reti
    >>> reti.verify("nonsense").accepted
    False
    """
    return Document(_reti.ask("verify", _asked({"certificate": certificate, "exact": exact})))


def see(board: Board, move: Move) -> Exchange:
    """What a capture is worth when both sides go on capturing on its square as long as it pays.

    >>> import reti
    >>> int(reti.see("4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1", "Bxd5"))
    100
    """
    return Exchange(_reti.ask("see", _asked({"fen": _fen(board), "move": _uci(move)})))


def fields(board: Board | Iterable[Board], *, kernels: str = "seed") -> NDArray[np.float64]:
    """The influence of the pieces on every square, as a NumPy array that was not copied.

    The last axes are the kinds of pieces (White's pawn to king, then Black's), ranks from 8 to 1 and files from a
    to h; a list of positions has one more in front.

    >>> import reti
    >>> reti.fields("startpos").shape, reti.fields(["startpos", "startpos"]).shape
    ((12, 8, 8), (2, 12, 8, 8))
    """
    if _is_many(board):
        return _reti.planes([_fen(one) for one in board], kernels)
    return _reti.planes([_fen(board)], kernels)[0]


def annotate(pgn: str, *, game: int | None = None, effort: str | None = None, nodes: int | None = None,
             language: str | None = None) -> str:
    """A game with glyphs, comments and variations, as PGN.

    >>> import reti
    >>> reti.annotate("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0", nodes=500).strip().endswith("1-0")
    True
    """
    asked = {"pgn": pgn, "game": game, "effort": effort, "nodes": nodes, "language": language}
    return _reti.annotate(_asked(asked))[1]


def check(board: Board, said: str | dict[str, Any] | list[dict[str, Any]], *, nodes: int | None = None) -> Checked:
    """Whether what somebody says about a position is true, false, or cannot be told.

    >>> import reti
    >>> checked = reti.check("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "White mates in one. Black is to move.")
    >>> checked.verdicts, bool(checked)
    (['true', 'false'], False)
    """
    asked: dict[str, Any] = {"fen": _fen(board), "budget": _budget(nodes)}
    if isinstance(said, str):
        asked["text"] = said
    else:
        asked["claims"] = [said] if isinstance(said, dict) else list(said)
    return Checked(_reti.ask("check", _asked(asked)))


@overload
def table(board: Board) -> Document: ...
@overload
def table(board: Iterable[Board]) -> list[Document]: ...
def table(board):
    """The exact value of a position with few men, and of each of its moves.

    >>> import reti
    >>> reti.table("8/8/8/8/8/2k5/7Q/K7 w - - 0 1").value
    'win'
    """
    return _answer(Document, "table", board, {})


def prompt(board: Board, *, tokens: int | None = None, nodes: int | None = None, language: str | None = None) -> Document:
    """What a language model should be told about a position, and what it must not claim.

    >>> import reti
    >>> told = reti.prompt("4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1", tokens=300, nodes=20_000)
    >>> told.tokens <= 300, "Nf6+" in told.text
    (True, True)
    """
    fields = {"tokens": tokens, "budget": _budget(nodes), "language": language}
    return _answer(Document, "prompt", board, fields)


def legal_moves(board: Board = "startpos", moves: Iterable[Move] = ()) -> Position:
    """The position after some moves, with every legal move in it.

    >>> import reti
    >>> reti.legal_moves(moves=["e4", "e5"]).fen
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
    """
    return Position(_reti.ask("position", _asked({"fen": _fen(board), "moves": [_uci(move) for move in moves]})))


def fragility(pgn: str, *, game: int | None = None) -> Document:
    """How fragile a game was, ply by ply.

    >>> import reti
    >>> [round(ply["f"], 2) for ply in reti.fragility("1. e4 e5").plies]
    [0.0, 0.0, 0.0]
    """
    return Document(_reti.ask("fragility", _asked({"pgn": pgn, "game": game})))


class Engine:
    """Reti as a player and analyst.

    >>> import reti
    >>> engine = reti.Engine(nodes=5_000)
    >>> engine.play("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").san
    'Ra8#'
    >>> engine.analyse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", lines=2).lines[0]["score"]
    {'mate': 1}
    """

    def __init__(self, *, elo: int | None = None, nodes: int = 200_000, seed: int | None = None) -> None:
        self.elo, self.nodes, self.seed = elo, nodes, seed

    def play(self, board: Board, moves: Iterable[Move] = ()) -> Document:
        """The move that the engine plays after some moves."""
        asked = {"fen": _fen(board), "moves": [_uci(move) for move in moves], "elo": self.elo, "seed": self.seed,
                 "budget": _budget(self.nodes)}
        return Document(_reti.ask("play", _asked(asked)))

    def analyse(self, board: Board, *, lines: int = 1, depth: int | None = None) -> Document:
        """The engine's best lines with their scores."""
        asked = {"fen": _fen(board), "lines": lines, "depth": depth, "budget": _budget(self.nodes)}
        return Document(_reti.ask("analysis", _asked(asked)))

    def __repr__(self) -> str:
        return f"reti.Engine(elo={self.elo}, nodes={self.nodes}, seed={self.seed})"
