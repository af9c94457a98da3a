"""The notebook of the examples runs from top to bottom."""

import pathlib

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "examples"


def test_the_notebook_runs():
    nbclient = pytest.importorskip("nbclient", reason="skipped: nbclient is not installed")
    pytest.importorskip("matplotlib", reason="skipped: matplotlib is not installed")
    import nbformat

    notebook = nbformat.read(EXAMPLES / "fragility.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(EXAMPLES)}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"image/png", "image/svg+xml"} <= kinds, kinds
