"""Documents as objects: what the program prints as JSON, read when somebody looks into it.

A document is a mapping with the fields of the schema ``reti/2`` (``docs/json.md``), which are attributes as well.
What Python players want besides is added where it belongs: a lesson shows its board in a notebook, a graph becomes
one of networkx.
"""

from __future__ import annotations

import json as _json
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from . import _reti


class _Native(Protocol):
    def json(self) -> str: ...


class Document(Mapping[str, Any]):
    """A document of the schema ``reti/2``.

    >>> import reti
    >>> exchange = reti.see("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5")
    >>> exchange["gain"], exchange.gain, exchange["kind"]
    (100, 100, 'exchange')
    """

    __slots__ = ("_data", "_source")

    def __init__(self, source: str | _Native) -> None:
        self._source = source
        self._data: dict[str, Any] | None = None

    def json(self) -> str:
        """The document as the program prints it."""
        return self._source if isinstance(self._source, str) else self._source.json()

    @property
    def data(self) -> dict[str, Any]:
        """The document as plain Python data."""
        if self._data is None:
            self._data = _json.loads(self.json())
        return self._data

    def __getitem__(self, name: str) -> Any:
        return self.data[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self.data[name]
        except KeyError:
            raise AttributeError(f"a document of the kind '{self.kind_name}' has no field '{name}'") from None

    def __eq__(self, other: object) -> bool:
        return self.data == (other.data if isinstance(other, Document) else other)

    __hash__ = None  # type: ignore[assignment]

    @property
    def kind_name(self) -> str:
        """The kind of document, also of those that keep it elsewhere."""
        return self.data.get("kind") or self.data.get("graph", {}).get("kind", "")

    def __repr__(self) -> str:
        name = self.data.get("fen") or self.data.get("name") or ""
        return f"<reti.{type(self).__name__} {name}>"


def _svg(fen: str, shapes: list[dict[str, Any]], flipped: bool = False) -> str:
    arrows = [shape["from"] + shape["to"] for shape in shapes if shape.get("to")]
    rings = [shape["from"] for shape in shapes if not shape.get("to")]
    asked = {"fen": fen, "arrows": arrows, "rings": rings, "flipped": flipped}
    return _json.loads(_reti.ask("draw", _json.dumps(asked)))["svg"]


class Lesson(Document):
    """What there is to say about a position or a move.

    >>> import reti
    >>> lesson = reti.explain("4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1", nodes=20_000)
    >>> lesson.best["san"]
    'Nf6+'
    >>> {claim["evidence"]["kind"] for claim in lesson.claims} <= {"proven", "exact", "calculated", "exchange", "board"}
    True
    """

    __slots__ = ()

    @property
    def claims(self) -> list[dict[str, Any]]:
        """Everything that is said, in order, each with its line and its evidence."""
        return self.data["claims"]

    def __str__(self) -> str:
        return str(self.data["text"])

    def _repr_svg_(self) -> str:
        here = [claim for claim in self.claims if claim["shapes"] and claim["fen"] == self.data["fen"]]
        return _svg(self.data["fen"], here[0]["shapes"] if here else [])


class Tactics(Document):
    """The tactics on a board.

    >>> import reti
    >>> found = reti.tactics("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1")
    >>> found.order, found.motifs
    (2, ['fork', 'hanging-piece'])
    """

    __slots__ = ()

    @property
    def order(self) -> int:
        """How many tactics there are."""
        return self.data["order"] if isinstance(self._source, str) else self._source.order  # type: ignore[attr-defined]

    @property
    def motifs(self) -> list[str]:
        """Their motifs, in the order of ``tactics``."""
        if isinstance(self._source, str):
            return [tactic["motif"] for tactic in self.data["tactics"]]
        return self._source.motifs  # type: ignore[attr-defined]

    def _repr_svg_(self) -> str:
        edges = [edge for tactic in self.data["tactics"] for edge in tactic["edges"]]
        shapes = [{"from": edge[0], "to": edge[2]} for edge in edges[:32]]
        return _svg(self.data["fen"], shapes)


class Graph(Document):
    """Who attacks, defends, blocks, pins and x-rays whom, in the node-link convention of networkx."""

    __slots__ = ()

    def to_networkx(self) -> Any:
        """The graph as a ``networkx.MultiDiGraph``.

        >>> import reti
        >>> graph = reti.graph("4k3/8/8/8/1b1P4/2N5/8/4K3 w - - 0 1").to_networkx()
        >>> graph.nodes["b4"]["type"], graph.has_edge("b4", "c3")
        ('bishop', True)
        """
        import networkx

        return networkx.node_link_graph(self.data, edges="links")

    def _repr_svg_(self) -> str:
        shapes = [{"from": link["source"], "to": link["target"]} for link in self.data["links"][:64]]
        return _svg(self.data["graph"]["fen"], shapes)


class Proof(Document):
    """Whether something is won, with what proves it; true where it is proven."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return self.data["verdict"] == "proven"


class Exchange(Document):
    """What a capture is worth; ``int`` of it is its gain in centipawns."""

    __slots__ = ()

    def __int__(self) -> int:
        return int(self.data["gain"])


class Checked(Document):
    """Statements with their verdicts; true where none of them is false and something was read."""

    __slots__ = ()

    @property
    def verdicts(self) -> list[str]:
        """The verdict of every statement that was read: ``true``, ``false`` or ``cannot-tell``."""
        return [claim["verdict"] for statement in self.data["statements"] for claim in statement["claims"]]

    def __bool__(self) -> bool:
        verdicts = self.verdicts
        return bool(verdicts) and "false" not in verdicts


class Position(Document):
    """A position as it was read, with its legal moves and its board."""

    __slots__ = ()

    def __str__(self) -> str:
        return str(self.data["board"])

    def _repr_svg_(self) -> str:
        return _svg(self.data["fen"], [])
