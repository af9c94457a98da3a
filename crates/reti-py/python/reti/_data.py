"""Datasets of position graphs for graph learning, from the NPZ files of ``reti graph --dataset``."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np


@lru_cache
def _graph() -> Any:
    """The class of entries, ``PositionGraph``, made when PyTorch Geometric is first needed."""
    import torch
    from torch_geometric.data import Data

    class PositionGraph(Data):
        """Batches like any graph; the second row of ``hyperedge_index`` counts tactics, not pieces."""

        def __inc__(self, key: str, value: Any, *args: Any, **kwargs: Any) -> Any:
            if key == "hyperedge_index":
                return torch.tensor([[self.num_nodes], [len(self.hyperedge_type)]])
            return super().__inc__(key, value, *args, **kwargs)

    # Loaders with several workers send entries by name.
    PositionGraph.__qualname__ = "PositionGraph"
    return PositionGraph


def __getattr__(name: str) -> Any:
    if name == "PositionGraph":
        return _graph()
    raise AttributeError(name)


class GraphDataset:
    """Positions as graphs, one after the other; see :func:`torch_dataset`."""

    def __init__(self, path: str | Path) -> None:
        with np.load(path) as archive:
            self.arrays: dict[str, Any] = {name: archive[name] for name in archive.files}
        missing = {"node_ptr", "edge_ptr", "x", "edge_index"} - set(self.arrays)
        if missing:
            raise ValueError(f"{path}: not a dataset of 'reti graph --dataset': {', '.join(sorted(missing))} missing")

    def __len__(self) -> int:
        return len(self.arrays["node_ptr"]) - 1

    def fen(self, index: int) -> str:
        """The position itself."""
        return str(self.arrays["fen"][index])

    def sample(self, index: int) -> dict[str, Any]:
        """One position as NumPy arrays."""
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        arrays = self.arrays

        def part(name: str, pointer: str) -> Any:
            begin, end = arrays[pointer][index], arrays[pointer][index + 1]
            return arrays[name][..., begin:end] if name.endswith("_index") else arrays[name][begin:end]

        return {
            "x": part("x", "node_ptr"),
            "edge_index": part("edge_index", "edge_ptr"),
            "edge_type": part("edge_type", "edge_ptr"),
            "edge_attr": part("edge_attr", "edge_ptr"),
            "hyperedge_index": part("hyperedge_index", "hinc_ptr"),
            "hyperedge_role": part("hyperedge_role", "hinc_ptr"),
            "hyperedge_type": part("hyperedge_type", "hedge_ptr"),
            "hyperedge_attr": part("hyperedge_attr", "hedge_ptr"),
            "u": arrays["u"][index : index + 1],
            "y_result": arrays["y_result"][index : index + 1],
            "y_eval_cp": arrays["y_eval_cp"][index : index + 1],
            "y_move": arrays["y_move"][index : index + 1],
        }

    def __getitem__(self, index: int) -> Any:
        import torch

        sample = self.sample(index)
        return _graph()(**{name: torch.from_numpy(np.ascontiguousarray(values)) for name, values in sample.items()})


def torch_dataset(path: str | Path) -> GraphDataset:
    """The graphs of an NPZ file as a dataset for PyTorch Geometric.

    Write the file with ``reti graph --dataset games.pgn -o games.npz``. Entries are ``torch_geometric.data.Data``
    with ``x``, ``edge_index``, ``edge_type``, ``edge_attr``, the tactics as hyperedges and the labels ``y_result``,
    ``y_eval_cp`` and ``y_move``; they can be batched by ``torch_geometric.loader.DataLoader``. ``sample(i)`` gives
    the same as NumPy arrays and needs no PyTorch.
    """
    return GraphDataset(path)
