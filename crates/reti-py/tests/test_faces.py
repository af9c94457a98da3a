"""One question, one document: library, program, HTTP, tools for language models and Python give the same."""

import asyncio
import json
import subprocess
import urllib.request

import pytest

import reti
from reti import _reti

FORK = "r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1"
MATE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
SMALL = {"nodes": 20_000}

# The request, its fields, the tool of the same request, and the same question in Python.
QUESTIONS = [
    ("explain", {"fen": FORK, "budget": SMALL}, "explain", lambda: reti.explain(FORK, nodes=20_000)),
    ("explain", {"fen": FORK, "move": "Nf4", "budget": SMALL}, "explain_move",
     lambda: reti.explain(FORK, move="Nf4", nodes=20_000)),
    ("check", {"fen": MATE, "text": "White mates in one."}, "check_statements",
     lambda: reti.check(MATE, "White mates in one.")),
    ("position", {"moves": ["e4", "e5"]}, "legal_moves", lambda: reti.legal_moves("startpos", ["e4", "e5"])),
    ("prove", {"fen": MATE, "goal": "mate"}, "prove", lambda: reti.prove(MATE, goal="mate")),
    ("tactics", {"fen": "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1"}, "tactics",
     lambda: reti.tactics("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1")),
    ("see", {"fen": FORK, "move": "Nf6+"}, "exchange", lambda: reti.see(FORK, "Nf6+")),
    ("table", {"fen": "8/8/8/8/8/2k5/7Q/K7 w - - 0 1"}, "table",
     lambda: reti.table("8/8/8/8/8/2k5/7Q/K7 w - - 0 1")),
    ("graph", {"fen": FORK}, None, lambda: reti.graph(FORK)),
    ("prompt", {"fen": FORK, "tokens": 300, "budget": SMALL}, None,
     lambda: reti.prompt(FORK, tokens=300, nodes=20_000)),
    ("annotate", {"pgn": "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0", "effort": "fast"}, "annotate_game", None),
]


def over_http(server, name, request):
    def post(address, body=None):
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(server + address, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(asked) as answer:
            return json.load(answer)

    answer = post(f"/api/v1/{name}", request)
    if name != "annotate":
        return answer
    for _ in range(600):
        state = post(answer["result"].rsplit("/", 1)[0])
        if state["state"] not in ("queued", "running"):
            return post(answer["result"])
        import time

        time.sleep(0.1)
    raise TimeoutError(state)


async def over_mcp(program, calls):
    mcp = pytest.importorskip("mcp", reason="skipped: the official MCP client library is not installed")
    from mcp.client.stdio import StdioServerParameters, stdio_client

    async with stdio_client(StdioServerParameters(command=program, args=["mcp"])) as streams:
        async with mcp.ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            return [(await session.call_tool(tool, request)).structured_content for tool, request in calls]


def test_all_faces_give_the_same_document(program, server):
    calls = [(tool, request) for _, request, tool, _ in QUESTIONS if tool]
    told = iter(asyncio.run(over_mcp(program, calls)))
    for name, request, tool, python in QUESTIONS:
        body = json.dumps(request)
        # The library itself, through the thinnest door there is.
        library = json.loads(_reti.annotate(body)[0] if name == "annotate" else _reti.ask(name, body))
        cli = subprocess.run([program, "ask", name, body], check=True, capture_output=True, text=True)
        assert json.loads(cli.stdout) == library, f"reti ask {name}"
        assert over_http(server, name, request) == library, f"POST /api/v1/{name}"
        if tool:
            assert next(told) == library, f"tool {tool}"
        if python:
            assert python().data == library, f"Python, {name}"


def test_the_program_explains_as_it_answers(program):
    words = [program, "explain", FORK, "--nodes", "20000", "--format", "json"]
    printed = subprocess.run(words, check=True, capture_output=True, text=True)
    assert json.loads(printed.stdout) == reti.explain(FORK, nodes=20_000).data
