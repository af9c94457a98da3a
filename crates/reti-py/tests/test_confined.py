"""What the tools for language models may do to the machine: nothing.

The server runs under `strace`, every tool is called with good arguments, with names of files and commands in the place
of every text, and with input as large as anybody may send, and then the system calls are read: which files were
opened, what was written, started and connected. Skipped with a message where there is no `strace`.
"""

import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import time

import pytest
from test_mcp import CALLS, FORK, MATE, SCHOLAR, SMALL, TOOLS, StdioServerParameters, http, stdio_client, with_session

SECRET = "the secret of this test"

# Calls that name a file or a program, connect, or begin a process, among much else that the kernel files under
# these names; and calls that change what a file holds through something that is open already.
TRACED = "trace=%file,%network,%process,ftruncate,fallocate,fchmod,fchown,memfd_create,open_by_handle_at,io_uring_setup"

# What the loader and the libraries of the system read before the program begins, and what tells how many cores
# there are. The last ones end in a slash: folders with all that is in them.
SYSTEM = ["/etc/ld.so.cache", "/etc/ld.so.preload", "/proc/", "/sys/", "/lib/", "/lib64/", "/usr/lib/"]

# A chessboard on which White has 218 legal moves, the most that are known.
# Nenad Petrovic, 1964; https://www.chessprogramming.org/Chess_Position
MOST_MOVES = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
LEGAL_MOVES = 218

# A call may take as long as its own budget says and this much more on a busy machine, in seconds.
LATE = 20


def hostile(folder):
    """Texts that mean a file, a program or another machine to whoever is careless."""
    secret = folder / "secret.txt"
    secret.write_text(SECRET)
    game = folder / "secret.pgn"
    game.write_text(f"[Event \"{SECRET}\"]\n\n{SCHOLAR}\n")
    return [
        str(secret),
        str(game),
        game.as_uri(),
        "@" + str(game),
        "../../../../../../../../etc/passwd",
        "/etc/passwd",
        "file:///etc/passwd",
        "/dev/stdin",
        "\\\\localhost\\share\\x",
        "http://127.0.0.1:1/x",
        "| touch pwned",
        "; touch pwned",
        "$(touch pwned)",
        "`touch pwned`",
        "--tables=/etc",
        "-o pwned",
        "> pwned",
        "%s%s%s%n",
        "\0",
        "",
    ]


def texts(schema, at=()):
    """Where a text may stand in the arguments: the fields, and those in objects, each with how to wrap a text."""
    for name, kind in schema.get("properties", {}).items():
        kinds = [kind, *kind.get("anyOf", []), *kind.get("oneOf", [])]
        yield (*at, name), lambda text: text
        if any("array" in str(one.get("type")) for one in kinds):
            yield (*at, name), lambda text: [text]
        if any("object" in str(one.get("type")) for one in kinds):
            yield from texts(kind, (*at, name))


def put(arguments, path, value):
    *folders, name = path
    place = arguments
    for folder in folders:
        place = place.setdefault(folder, {})
    place[name] = value
    return arguments


def hostile_calls(tools, folder):
    """Every field of every tool with every hostile text, and fields that no tool has."""
    needed = {"explain_move": {"fen": FORK, "move": "Nc7+"}, "exchange": {"fen": FORK, "move": "Nc7+"}}
    for tool in tools:
        for text in hostile(folder):
            for path, wrap in texts(tool.input_schema):
                start = {"fen": MATE, **needed.get(tool.name, {})}
                if path[0] == "pgn":
                    start.pop("fen")
                if tool.name in ("explain", "explain_move", "prove", "best_moves", "check_statements"):
                    start["budget"] = {"nodes": 200}
                yield tool.name, put(json.loads(json.dumps(start)), path, wrap(text))
            for name in ("path", "file", "output", "engine", "tables", "command"):
                yield tool.name, {"fen": MATE, name: text}


class Traced:
    """The server under `strace`, and what it did."""

    def __init__(self, folder, program, *arguments):
        self.log = folder / "trace"
        self.room = folder / "room"
        self.room.mkdir()
        self.program = str(pathlib.Path(program).resolve())
        self.environment = {"PATH": os.environ["PATH"]}
        for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            self.environment[name] = str(self.room)
        # The tracer is the child of the program and not the other way round, so that signals and pipes reach it.
        # What is passed over by the filter costs nothing, so times are almost those without.
        self.command = [shutil.which("strace"), "-D", "-f", "--seccomp-bpf", "-q", "-s", "4096", "-o", str(self.log)]
        self.command += ["-e", TRACED, self.program, *arguments]
        self.began = 0

    def started(self):
        """Everything that comes from now on is done by tools."""
        self.began = self.log.stat().st_size

    def calls(self, begun=False):
        """The system calls as text, of tools alone if one wants."""
        # The tracer writes the end of the process last.
        for _ in range(100):
            text = self.log.read_bytes()
            if re.search(rb"^%s +\+\+\+ " % text.split(maxsplit=1)[0], text, re.M):
                break
            time.sleep(0.1)
        lines = text[self.began if begun else 0 :].decode(errors="replace").splitlines()
        lines = [line.split(maxsplit=1)[1] for line in lines]
        # A call that another one interrupts is told in two lines, and the first has the names.
        return [line for line in lines if not line.startswith(("<...", "+++", "---"))]


def named(line):
    """The files that a call names."""
    return [text.encode().decode("unicode_escape") for text in re.findall(r'"((?:[^"\\]|\\.)*)"', line)]


def writes(line):
    """Whether a call would change something on a disk."""
    name = line.split("(")[0]
    if name in ("open", "openat", "openat2"):
        return re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)", line) is not None
    reads = "access faccessat faccessat2 stat lstat newfstatat statx statfs readlink readlinkat getcwd chdir execve"
    return name in FILE_CALLS and name not in reads.split()


FILE_CALLS = """
access acct chdir chmod chown chroot creat execve execveat faccessat faccessat2 fallocate fchmod fchmodat
fchown fchownat ftruncate futimesat getcwd getxattr inotify_add_watch lchown lgetxattr link linkat listxattr
lremovexattr lsetxattr lstat memfd_create mkdir mkdirat mknod mknodat mount name_to_handle_at newfstatat open
open_by_handle_at open_tree openat openat2 pivot_root quotactl readlink readlinkat removexattr rename renameat
renameat2 rmdir setxattr
stat statfs statx swapoff swapon symlink symlinkat truncate umount2 unlink unlinkat uselib utime utimensat utimes
""".split()


def judge(traced, folders, inwards):
    """Reads the trace: nothing written, started or connected, and nothing read but what is known."""
    everything, after = traced.calls(), traced.calls(begun=True)
    assert len(after) < len(everything), "the trace has a beginning"
    # Attempts count too.
    executed = [line for line in everything if line.startswith("execve")]
    assert len(executed) == 1 and named(executed[0])[0] == traced.program, executed
    processes = [line for line in everything if line.startswith(("fork", "vfork"))]
    processes += [line for line in everything if line.startswith("clone") and "CLONE_THREAD" not in line]
    assert processes == [], processes
    outwards = [line for line in everything if line.startswith(("connect", "sendto", "sendmsg", "sendmmsg"))]
    outwards = [line for line in outwards if not inwards or not line.startswith("sendto")]
    outwards += [line for line in everything if line.startswith("socket(") and not inwards]
    outwards += [line for line in after if line.startswith(("socket(", "bind(", "listen("))]
    assert outwards == [], outwards
    assert [line for line in everything if line.startswith("io_uring")] == []
    written = [line for line in everything if writes(line)]
    assert written == [], written
    allowed = [*SYSTEM, *map(str, folders), *(f"{folder}/" for folder in folders)]
    opened = [name for line in everything if line.startswith("open") for name in named(line)[:1]]
    known = [name for name in opened for one in allowed if name == one or one.endswith("/") and name.startswith(one)]
    strange = [name for name in opened if name not in known]
    assert strange == [], strange
    assert not any(".." in pathlib.PurePath(name).parts for name in opened), opened
    # Not even looked at: no call has a name in it that a client sent.
    files = [line for line in after if line.split("(")[0] in FILE_CALLS]
    sent = [line for line in files if re.search(r"secret|passwd|pwned|\.pgn|localhost|/dev/", line)]
    assert sent == [], sent
    later = {name for line in files for name in named(line)[:1]}
    return len(everything), sorted(later)


async def used(session, folder):
    """Calls every tool; returns how many answers there were, and how many of them refuse."""
    tools = (await session.list_tools()).tools
    assert {tool.name for tool in tools} == TOOLS
    for name, arguments, _ in [*CALLS, ("annotate_game", {"pgn": SCHOLAR, "nodes": 500}, [])]:
        await session.call_tool(name, arguments)
    count = refused = 0
    for name, arguments in hostile_calls(tools, folder):
        began = time.monotonic()
        result = await session.call_tool(name, arguments)
        assert time.monotonic() - began < LATE, (name, arguments)
        answer = json.dumps([content.model_dump() for content in result.content]) + str(result.structured_content)
        assert SECRET not in answer and "root:" not in answer, (name, arguments, answer)
        count += 1
        refused += bool(result.is_error)
    for text in hostile(folder):
        for address in (text, "reti://motifs/" + text, "reti://" + text):
            with pytest.raises(Exception):
                await session.read_resource(address)
        prompt = await session.get_prompt("review-my-game", {"pgn": text or "*"})
        assert SECRET not in prompt.messages[0].content.text
    return count, refused


@pytest.fixture
def strace(tmp_path):
    """Whether calls can be watched here: containers may forbid it."""
    tool = shutil.which("strace")
    if not tool:
        pytest.skip("skipped: strace is not installed, so system calls cannot be watched")
    if subprocess.run([tool, "-D", "-f", "--seccomp-bpf", "-o", os.devnull, "true"], capture_output=True).returncode:
        pytest.skip("skipped: strace may not watch a process here")


@pytest.fixture
def tables(tmp_path, program):
    """A folder of tables, which is given to the server."""
    folder = tmp_path / "tables"
    subprocess.run([program, "table", "build", "KQvK", "--dir", str(folder)], check=True, capture_output=True)
    return folder


def test_the_watch_notices_what_is_not_allowed(strace, tmp_path):
    traced = Traced(tmp_path, shutil.which("sh"), "-c", "echo > pwned; cat /etc/passwd; true")
    subprocess.run(traced.command, cwd=traced.room, env=traced.environment, check=True, capture_output=True)
    lines = traced.calls()
    assert [named(line) for line in lines if writes(line)] == [["pwned"]]
    assert [line for line in lines if line.startswith("open") and "/etc/passwd" in named(line)]
    assert len([line for line in lines if line.startswith("execve")]) >= 2
    traced.began = traced.log.read_bytes().index(b"\n") + 1
    with pytest.raises(AssertionError, match="cat"):
        judge(traced, [], inwards=False)


def test_tools_touch_nothing_over_stdio(strace, program, tables, tmp_path):
    traced = Traced(tmp_path, program, "mcp", "--tables", str(tables))
    first, *rest = traced.command
    transport = stdio_client(
        StdioServerParameters(command=first, args=rest, cwd=str(traced.room), env=traced.environment)
    )

    async def use(session):
        traced.started()
        return await used(session, tmp_path)

    count, refused = with_session(transport, use)
    seen, later = judge(traced, [tables], inwards=False)
    assert list(traced.room.rglob("*")) == []
    print(f"{count} calls, {refused} refused; {seen} system calls; named after the start: {later}")


def test_tools_touch_nothing_over_http(strace, program, tables, tmp_path):
    traced = Traced(tmp_path, program, "serve", "--port", "0", "--no-open", "--tables", str(tables))
    process = subprocess.Popen(
        traced.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=traced.room,
        env=traced.environment,
    )
    try:
        address = process.stdout.readline().strip()

        async def use(session):
            traced.started()
            return await used(session, tmp_path)

        count, refused = with_session(http(address), use)
    finally:
        process.terminate()
        process.wait(20)
    seen, later = judge(traced, [tables], inwards=True)
    assert list(traced.room.rglob("*")) == []
    print(f"{count} calls, {refused} refused; {seen} system calls; named after the start: {later}")


def huge_calls(tools, size):
    """Every field of every tool with one huge text."""
    for tool in tools:
        for path, wrap in texts(tool.input_schema):
            arguments = {"fen": FORK, "budget": {"nodes": 200, "milliseconds": 2_000}}
            if path[0] == "pgn":
                arguments.pop("fen")
            if "budget" not in tool.input_schema["properties"]:
                arguments.pop("budget")
            if tool.name in ("explain_move", "exchange"):
                arguments["move"] = "Nc7+"
            yield tool.name, path, put(arguments, path, wrap("x" * size))


def test_a_huge_text_anywhere_gets_a_short_refusal(program, tmp_path):
    transport = stdio_client(StdioServerParameters(command=program, args=["mcp"], cwd=str(tmp_path)))

    async def use(session):
        slowest, longest, count = 0, 0, 0
        for name, path, arguments in huge_calls((await session.list_tools()).tools, 1_000_000):
            began = time.monotonic()
            result = await session.call_tool(name, arguments)
            slowest = max(slowest, time.monotonic() - began)
            assert slowest < LATE, (name, path)
            text = result.content[0].text
            if result.is_error:
                longest = max(longest, len(text))
                assert len(text) < 4_000, (name, path, len(text), text[:200])
            count += 1
        print(f"{count} calls with 1 MB: at most {slowest:.2f} s, and {longest} characters of a refusal")

    with_session(transport, use)


def large():
    """Input as large as can be: a name, the tool, its arguments, and words of the answer; "!" begins a refusal."""
    half = {"milliseconds": 500}
    pgn = (SCHOLAR + "\n\n") * (10_000_000 // len(SCHOLAR + "\n\n"))
    below = 4_000_000
    sentence = "The knight on f6 is pinned to the queen, so White threatens Bxf6, winning a piece. "
    yield "10 MB of games", "legal_moves", {"pgn": pgn}, "!at most"
    yield "10 MB of games, to review", "annotate_game", {"pgn": pgn}, "!at most"
    yield "4 MB of games", "legal_moves", {"pgn": pgn[:below]}, "FEN: "
    yield "4 MB of comment", "legal_moves", {"pgn": "1. e4 {" + "x " * (below // 2) + "} *"}, "FEN: "
    yield "4 MB of brackets", "legal_moves", {"pgn": "1. e4 " + "(" * below + " *"}, None
    yield "nested variations", "annotate_game", {"pgn": "1. e4 " + "(1. d4 " * 100_000 + ")" * 100_000 + " *"}, None
    yield "4 MB of JSON brackets", "legal_moves", {"moves": "[" * below}, "!"
    yield "1,000 plies", "legal_moves", {"moves": ["Nf3", "Nf6", "Ng1", "Ng8"] * 250}, "FEN: "
    yield "1,001 plies", "legal_moves", {"moves": ["Nf3", "Nf6", "Ng1", "Ng8"] * 250 + ["Nf3"]}, "!"
    yield "1 MB of FEN", "explain", {"fen": "8/" * 500_000}, "!bad FEN"
    yield "1 MB of text", "check_statements", {"text": sentence * (1_000_000 // len(sentence)), "budget": half}, None
    yield "1 MB of one word", "check_statements", {"text": "x" * 1_000_000, "budget": half}, None
    yield "1 MB as a move", "exchange", {"fen": FORK, "move": "N" * 1_000_000}, "!bad move"
    claims = [{"claim": "mate_in", "moves": 5}] * 20_000
    yield "20,000 claims", "check_statements", {"fen": MOST_MOVES, "claims": claims, "budget": half}, None
    yield "218 moves, listed", "legal_moves", {"fen": MOST_MOVES}, "FEN: "
    yield "218 moves, explained", "explain", {"fen": MOST_MOVES, "budget": half}, None
    yield "218 moves, one judged", "explain_move", {"fen": MOST_MOVES, "move": "Rhg8", "budget": half}, None
    yield "218 moves, proven", "prove", {"fen": MOST_MOVES, "goal": "gain=900", "budget": half}, None
    yield "218 moves, analysed", "best_moves", {"fen": MOST_MOVES, "lines": 10, "budget": half}, None
    yield "218 moves, tactics", "tactics", {"fen": MOST_MOVES}, None
    yield "218 moves, drawn", "draw_board", {"fen": MOST_MOVES}, "FEN: "
    yield "all nodes at once", "best_moves", {"budget": {"nodes": 10**9}}, "!too much"
    yield "all time at once", "explain", {"budget": {"milliseconds": 10**9}}, "!too much"


def test_large_input_gets_a_clear_answer_in_bounded_time_and_memory(program, tmp_path):
    """Figures are printed (`pytest -s`) and told in docs/mcp.md."""
    reader = resource.getrusage(resource.RUSAGE_CHILDREN)
    transport = stdio_client(StdioServerParameters(command=program, args=["mcp"], cwd=str(tmp_path)))

    async def use(session):
        for title, name, arguments, wanted in large():
            began = time.monotonic()
            result = await session.call_tool(name, arguments)
            took = time.monotonic() - began
            text = result.content[0].text
            print(f"{title:28} {name:18} {took:6.2f} s {len(text):8} characters  {text[:90]!r}")
            assert took < LATE, title
            assert text, title
            if wanted is not None:
                assert bool(result.is_error) == wanted.startswith("!"), (title, text[:500])
                assert wanted.lstrip("!") in text, (title, text[:500])
        result = await session.call_tool("legal_moves", {"fen": MOST_MOVES})
        assert len(result.structured_content["legal"]) == LEGAL_MOVES
        # The server is as it was.
        result = await session.call_tool("explain", {"fen": MATE, "budget": SMALL})
        assert "Ra8#" in result.content[0].text

    with_session(transport, use)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert most >= reader.ru_maxrss
    print(f"at most {most // 1024} MiB of memory")
    assert most < 1 << 20, f"{most} KiB"


def test_a_search_stays_within_its_budget(program, tmp_path):
    transport = stdio_client(StdioServerParameters(command=program, args=["mcp"], cwd=str(tmp_path)))
    middle = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 w - - 0 7"

    async def use(session):
        for nodes in (1, 1_000, 50_000):
            result = await session.call_tool("best_moves", {"fen": middle, "budget": {"nodes": nodes}})
            spent = result.structured_content["nodes"]
            assert spent <= nodes + 1_000, (nodes, spent)
        for name in ("explain", "prove", "best_moves", "check_statements"):
            arguments = {"fen": middle, "budget": {"nodes": 100_000_000, "milliseconds": 300}}
            if name == "prove":
                arguments["goal"] = "mate"
            if name == "check_statements":
                arguments["text"] = "White mates in nine. " * 50
            began = time.monotonic()
            await session.call_tool(name, arguments)
            took = time.monotonic() - began
            print(f"{name}: 300 ms allowed, {1000 * took:.0f} ms taken")
            assert took < 5, (name, took)

    with_session(transport, use)
