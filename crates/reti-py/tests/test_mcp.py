"""The Model Context Protocol as the official client library speaks it: over stdio and HTTP."""

import asyncio
import base64
import pathlib
import random
import time

import pytest

mcp = pytest.importorskip("mcp", reason="skipped: the official MCP client library is not installed")
from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: E402
from mcp.client.streamable_http import streamable_http_client  # noqa: E402

FORK = "r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1"
MATE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
SCHOLAR = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"
SMALL = {"nodes": 2000}
TOOLS = {
    "explain", "explain_move", "annotate_game", "check_statements", "legal_moves", "prove", "tactics", "exchange",
    "table", "best_moves", "draw_board",
}

# Name, arguments, and words of the answer's text; "!" begins those of mistakes.
CALLS = [
    ("legal_moves", {}, ["FEN: rnbqkbnr/pppppppp", "8  ♜ ♞", "Nf3"]),
    ("legal_moves", {"moves": ["e4", "e7e5", "Nf3"]}, ["FEN: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b"]),
    ("legal_moves", {"pgn": SCHOLAR, "ply": 3}, ["FEN: rnbqkbnr/pppp1ppp/8/4p2Q/4P3"]),
    ("explain", {"fen": MATE, "budget": SMALL}, ["FEN: " + MATE, "Ra8#"]),
    ("explain_move", {"fen": MATE, "move": "Ra8#", "budget": SMALL}, ["FEN (Ra8#): R5k1"]),
    ("check_statements", {"fen": MATE, "text": "White mates in one. It is Black to move."}, ["true", "false"]),
    ("check_statements", {"claims": [{"claim": "legal", "line": ["e4"]}]}, ["true"]),
    ("prove", {"fen": MATE, "goal": "mate", "budget": SMALL}, ["verdict: proven", "Ra8#"]),
    ("tactics", {"fen": "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1"}, ["forks"]),
    ("tactics", {"fen": FORK, "move": "Nc7+"}, ["Nc7+"]),
    ("exchange", {"fen": "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "move": "exd5"}, ["exd5"]),
    ("table", {"fen": "8/8/8/8/8/2k5/7Q/K7 w - - 0 1"}, ["value: win"]),
    ("best_moves", {"fen": MATE, "budget": SMALL, "lines": 2}, ["Ra8#"]),
    ("draw_board", {"moves": ["e4"], "arrows": ["e7e5"], "rings": ["e4"]}, ["FEN: "]),
    ("legal_moves", {"moves": ["e4", "Ke3"]}, ["!illegal move", "^", "legal moves: ", "Nf6"]),
    ("exchange", {"fen": FORK, "move": "Nc9"}, ["!bad move", "^", "legal moves: ", "Nc7+"]),
    ("explain", {"fen": "k7/8/8/8/8/8/8/K7 x"}, ["!bad FEN", "^"]),
    ("explain", {"fen": "white king on e1"}, ["!bad FEN"]),
    ("explain", {"fenn": MATE}, ["!unknown field `fenn`", "^"]),
    ("explain", {"fen": MATE, "budget": {"nodes": 10**12}}, ["!budget/nodes", "too much"]),
    ("explain", {"fen": MATE, "pgn": SCHOLAR}, ["!not both"]),
    ("exchange", {"fen": FORK}, ["!`move` is missing"]),
    ("table", {}, ["!fen"]),
    ("annotate_game", {"pgn": "no game at all"}, ["!pgn"]),
    ("legal_moves", {"moves": "e4"}, ["!"]),
    ("prove", {"fen": MATE, "goal": "win"}, ["!no goal"]),
    ("draw_board", {"arrows": ["e4"]}, ["!arrows/0"]),
    ("tactics", {"moves": ["e4"] * 2000}, ["!too many"]),
]


def stdio(program):
    return stdio_client(StdioServerParameters(command=program, args=["mcp"]))


def http(server):
    return streamable_http_client(server + "/mcp")


def with_session(transport, use):
    """Runs `use(session)` in a session over the transport."""

    async def run():
        async with transport as streams:
            async with mcp.ClientSession(streams[0], streams[1]) as session:
                await session.initialize()
                return await use(session)

    return asyncio.run(asyncio.wait_for(run(), 240))


async def call(session, name, arguments, wanted):
    result = await session.call_tool(name, arguments)
    text = result.content[0].text
    wrong = wanted[0].startswith("!")
    assert bool(result.is_error) == wrong, (name, arguments, text)
    for word in wanted:
        assert word.lstrip("!") in text, (name, arguments, word, text)
    if wrong:
        assert result.structured_content["detail"], (name, arguments)
    else:
        document = result.structured_content
        assert document.get("schema") == "reti/2", (name, arguments)
        assert text.startswith("FEN: "), (name, arguments, text)
    return result


@pytest.fixture(params=["stdio", "http"])
def transport(request, program, server):
    return (lambda: stdio(program)) if request.param == "stdio" else (lambda: http(server))


def test_everything_is_listed_with_schemas(transport):
    async def use(session):
        tools = (await session.list_tools()).tools
        assert {tool.name for tool in tools} == TOOLS
        for tool in tools:
            assert {"fen", "pgn", "moves"} <= set(tool.input_schema["properties"])
            assert tool.output_schema["type"] == "object" and tool.annotations.read_only_hint
        resources = (await session.list_resources()).resources
        for resource in resources:
            contents = (await session.read_resource(resource.uri)).contents
            assert len(contents[0].text) > 500, resource.uri
        assert "fork" in (await session.read_resource("reti://motifs/fork")).contents[0].text
        with pytest.raises(Exception):
            await session.read_resource("file:///etc/passwd")
        prompts = {prompt.name for prompt in (await session.list_prompts()).prompts}
        assert prompts == {"review-my-game", "teach-me-this-position"}
        prompt = await session.get_prompt("review-my-game", {"pgn": SCHOLAR})
        assert SCHOLAR in prompt.messages[0].content.text
        with pytest.raises(Exception):
            await session.call_tool("read_file", {"path": "/etc/passwd"})

    with_session(transport(), use)


def test_every_call_is_answered_or_refused(transport):
    async def use(session):
        for name, arguments, wanted in CALLS:
            await call(session, name, arguments, wanted)

    with_session(transport(), use)


def test_tools_write_no_file_and_need_no_program(program, tmp_path):
    # Without a PATH nothing can be started by its name.
    homes = {name: str(tmp_path) for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    command = str(pathlib.Path(program).resolve())
    transport = stdio_client(
        StdioServerParameters(command=command, args=["mcp"], cwd=str(tmp_path), env={"PATH": "", **homes})
    )

    async def use(session):
        for name, arguments, wanted in [*CALLS, ("annotate_game", {"pgn": SCHOLAR}, ["Qxf7#"])]:
            await call(session, name, arguments, wanted)
        assert list(tmp_path.rglob("*")) == []

    with_session(transport, use)


def test_a_picture_is_image_content(transport):
    async def use(session):
        result = await call(session, "draw_board", {"moves": ["e4"]}, ["FEN: "])
        picture = result.content[1]
        data = base64.b64decode(picture.data)
        if picture.mime_type == "image/png":
            assert data.startswith(b"\x89PNG")
        else:
            assert picture.mime_type == "image/svg+xml" and data.startswith(b"<svg")
        assert "svg" not in result.structured_content

    with_session(transport(), use)


def test_a_game_is_reviewed_with_progress(transport):
    async def use(session):
        shares = []

        async def progress(share, total, message):
            shares.append(share)

        arguments = {"pgn": SCHOLAR, "nodes": 500}
        result = await session.call_tool("annotate_game", arguments, progress_callback=progress)
        assert "Qxf7#" in result.content[0].text and result.structured_content["kind"] == "annotated-game"
        from_moves = {"moves": ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"], "nodes": 500}
        again = await session.call_tool("annotate_game", from_moves)
        same = [move["san"] for move in again.structured_content["moves"]]
        assert same == [move["san"] for move in result.structured_content["moves"]]
        assert shares == sorted(shares) and (not shares or shares[-1] <= 1)

    with_session(transport(), use)


def test_large_input_gets_a_clear_answer(transport, server):
    async def use(session):
        pgn = SCHOLAR + "\n\n"
        large = pgn * (10_000_000 // len(pgn))
        try:
            result = await session.call_tool("legal_moves", {"pgn": large})
            assert result.is_error and "at most" in result.content[0].text
        except mcp.MCPError as error:
            # Over HTTP the server refuses the body before anybody reads it.
            assert "at most" in str(error), error
        result = await session.call_tool("legal_moves", {"moves": (["Nf3", "Nf6", "Ng1", "Ng8"] * 75)})
        assert not result.is_error, result.content[0].text
        # Reading so much takes longer than may be spent: that is said in time.
        text = "It is a truth universally acknowledged, that a single man must be in want of a wife. "
        asked = {"text": text * (1_000_000 // len(text)), "budget": {"milliseconds": 2_000}}
        result = await session.call_tool("check_statements", asked)
        assert result.is_error and "time was up" in result.content[0].text

    with_session(transport(), use)


def test_a_thousand_calls_in_one_session(transport):
    async def use(session):
        chance = random.Random(18)
        light = [entry for entry in CALLS if entry[0] not in ("check_statements", "best_moves", "explain")]
        heavy = [entry for entry in CALLS if entry not in light]
        for index in range(1000):
            name, arguments, wanted = chance.choice(heavy if index % 20 == 0 else light)
            await call(session, name, arguments, wanted)

    with_session(transport(), use)


def test_a_cancelled_call_gives_its_place_back(transport):
    long = {"fen": "startpos", "budget": {"nodes": 100_000_000, "milliseconds": 120_000}}

    async def use(session):
        # More of them than there are threads: if one went on, the last call would wait for it.
        for _ in range(6):
            with pytest.raises((TimeoutError, asyncio.TimeoutError, mcp.MCPError)):
                await asyncio.wait_for(session.call_tool("best_moves", long), 0.3)
        began = time.monotonic()
        await call(session, "best_moves", {"fen": MATE, "budget": SMALL}, ["Ra8#"])
        assert time.monotonic() - began < 20

    with_session(transport(), use)


def test_two_sessions_at_once(transport):
    async def one(session):
        for name, arguments, wanted in CALLS[:6] * 3:
            await call(session, name, arguments, wanted)

    async def run():
        async def client():
            async with transport() as streams:
                async with mcp.ClientSession(streams[0], streams[1]) as session:
                    await session.initialize()
                    await one(session)

        await asyncio.gather(client(), client())

    asyncio.run(asyncio.wait_for(run(), 240))
