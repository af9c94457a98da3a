"""Position graphs from `reti graph --dataset games.pgn --format npz -o games.npz` for PyTorch Geometric.

usage: python pyg_loader.py games.npz
"""
import sys

import numpy as np
import torch
from torch_geometric.data import Data
from torch_geometric.loader import DataLoader


class RetiData(Data):
    """Batches like any graph; the second row of hyperedge_index counts tactics, not pieces.

    edge_third means a node only where edge_attr[:, 7] is 1; elsewhere it was -1.
    """

    def __inc__(self, key, value, *args, **kwargs):
        if key == "hyperedge_index":
            return torch.tensor([[self.num_nodes], [len(self.hyperedge_type)]])
        return self.num_nodes if key == "edge_third" else super().__inc__(key, value, *args, **kwargs)


def load(path):
    with np.load(path) as file:
        d = {name: torch.from_numpy(file[name]) for name in file if file[name].dtype.kind in "if"}
    for g in range(len(d["node_ptr"]) - 1):
        n, e, h, k = (slice(d[p][g], d[p][g + 1]) for p in ("node_ptr", "edge_ptr", "hedge_ptr", "hinc_ptr"))
        yield RetiData(
            x=d["x"][n], edge_index=d["edge_index"][:, e], edge_type=d["edge_type"][e], edge_attr=d["edge_attr"][e],
            edge_third=d["edge_third"][e], hyperedge_index=d["hyperedge_index"][:, k],
            hyperedge_role=d["hyperedge_role"][k], hyperedge_type=d["hyperedge_type"][h],
            hyperedge_attr=d["hyperedge_attr"][h], u=d["u"][g : g + 1], y=d["y_result"][g : g + 1],
            y_eval_cp=d["y_eval_cp"][g : g + 1])


if __name__ == "__main__":
    print(next(iter(DataLoader(list(load(sys.argv[1])), batch_size=32))))
