"""The package as players use it: positions in, documents out."""

import json
import pickle
import threading
import time

import numpy as np
import pytest

import reti

FORK = "r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1"
GAME = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"


def test_a_board_is_as_good_as_its_fen():
    chess = pytest.importorskip("chess")
    board = chess.Board()
    for move in ["e4", "e5", "Nf3"]:
        board.push_san(move)
    assert reti.tactics(board) == reti.tactics(board.fen())
    move = chess.Move.from_uci("b8c6")
    assert reti.see(board, move).san == "Nc6"
    assert [found.fen for found in reti.graph([board, "startpos"])[0:0]] == []


def test_lists_give_lists_in_order():
    fens = ["startpos", FORK, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"]
    for many, one in [
        (reti.tactics(fens), reti.tactics),
        (reti.graph(fens), reti.graph),
        (reti.explain(fens, nodes=2_000), lambda fen: reti.explain(fen, nodes=2_000)),
    ]:
        assert many == [one(fen) for fen in fens]
    assert np.array_equal(reti.fields(fens)[1], reti.fields(FORK))
    assert reti.tactics([]) == []


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: reti.tactics("k7/8/8/8/8/8/8/K7 x"), ["bad FEN", "\n", "^"]),
        (lambda: reti.tactics(["startpos", "nonsense"]), ["[1]", "bad FEN"]),
        (lambda: reti.see(FORK, "Nc9"), ["bad move", "^"]),
        (lambda: reti.explain(FORK, level="master"), ["level", "^"]),
        (lambda: reti.explain(FORK, nodes=0), ["budget/nodes"]),
        (lambda: reti.table("startpos"), ["fen"]),
        (lambda: reti.annotate("no game"), ["pgn"]),
        (lambda: reti.check(FORK, {"claim": "no such claim"}), ["no such claim"]),
        (lambda: reti.fields("startpos", kernels="other"), ["kernels"]),
        (lambda: reti.ask("nothing"), ["no request"]),
        (lambda: reti.torch_dataset(__file__), []),
    ],
)
def test_wrong_input_is_a_value_error_that_shows_where(call, words):
    with pytest.raises(ValueError) as error:
        call()
    for word in words:
        assert word in str(error.value)


def test_no_board_is_a_type_error():
    with pytest.raises(TypeError):
        reti.see(7, "e4")


def test_documents_are_mappings_and_objects():
    found = reti.tactics("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1")
    assert found["order"] == found.order == 2 and len(found) > 5 and "tactics" in found
    assert json.loads(found.json()) == dict(found) and found == json.loads(found.json())
    with pytest.raises(AttributeError, match="has no field 'nothing'"):
        found.nothing


def test_notebooks_show_boards():
    for document in [reti.explain(FORK, nodes=2_000), reti.tactics(FORK), reti.graph(FORK), reti.legal_moves(FORK)]:
        assert document._repr_svg_().startswith("<svg")
    arrows = reti.explain(FORK, nodes=20_000)._repr_svg_()
    assert "marker" in arrows or "polygon" in arrows or "<path" in arrows


def test_arrays_are_not_copied():
    planes = reti.fields(["startpos", FORK])
    assert planes.dtype == np.float64 and planes.flags.c_contiguous
    owner = planes.base if planes.base is not None else planes
    assert type(owner).__name__ in {"PySliceContainer", "ndarray"}
    assert np.shares_memory(planes, planes[0])
    # White's rook on a1 and Black's on a8 mirror each other.
    start = planes[0]
    assert np.array_equal(start[:6], start[6:, ::-1, :])


def test_a_graph_becomes_one_of_networkx():
    networkx = pytest.importorskip("networkx")
    found = reti.graph("4k3/8/8/8/1b1P4/2N5/8/4K3 w - - 0 1").to_networkx()
    assert isinstance(found, networkx.MultiDiGraph)
    assert {data["relation"] for _, _, data in found.edges(data=True)} >= {"attack", "pin"}


def test_other_threads_run_meanwhile():
    ticks = 0
    over = threading.Event()

    def tick():
        nonlocal ticks
        while not over.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    began = time.monotonic()
    reti.explain(["startpos", FORK], nodes=150_000)
    taken = time.monotonic() - began
    over.set()
    thread.join()
    assert ticks > 20 * taken, f"{ticks} ticks in {taken:.2f} s"


def test_a_long_call_ends_at_ctrl_c():
    import _thread

    threading.Timer(0.5, _thread.interrupt_main).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        reti.Engine(nodes=100_000_000).analyse("startpos")
    assert time.monotonic() - began < 15


def test_a_game_is_reviewed_and_checked():
    annotated = reti.annotate(GAME, nodes=500)
    assert annotated.rstrip().endswith("1-0") and "Qxf7#" in annotated
    curve = reti.fragility(GAME)
    assert len(curve.plies) == 8 and curve.kind == "fragility"
    assert bool(reti.check(FORK, {"claim": "legal", "line": ["Nc7+"]}))


def test_a_dataset_can_be_read(program, tmp_path):
    import subprocess

    (tmp_path / "game.pgn").write_text(GAME)
    out = tmp_path / "game.npz"
    subprocess.run([program, "graph", "--dataset", tmp_path / "game.pgn", "-o", out], check=True)
    data = reti.torch_dataset(out)
    assert len(data) == 8 and data.fen(0).startswith("rnbqkbnr")
    sample = data.sample(-1)
    assert sample["x"].shape[0] == 31 and sample["edge_index"].max() < 31
    with pytest.raises(IndexError):
        data.sample(8)
    pytest.importorskip("torch_geometric", reason="skipped: PyTorch Geometric is not installed")
    from torch_geometric.loader import DataLoader

    batch = next(iter(DataLoader(data, batch_size=8)))
    assert batch.num_graphs == 8 and batch.x.shape[0] == len(data.arrays["x"])
    # Entries can be sent to other processes, as loaders with workers do.
    assert pickle.loads(pickle.dumps(data[3])).x.equal(data[3].x)
    # Every hyperedge keeps its tactic.
    assert batch.hyperedge_index[1].max() < len(batch.hyperedge_type)
