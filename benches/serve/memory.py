#!/usr/bin/env python3
"""Memory of the server while many clients ask for lessons.

    benches/serve/memory.py [--reti PROGRAM] [--clients 200] [--seconds 600] [--nodes 50000]

Starts the program's server on loopback. Every client asks for the lesson of a position of the committed games, one
after the other, and does what a refusal tells it: it waits as long as `Retry-After` says. The server's resident
memory is read every ten seconds. Needs Linux and Python, and nothing else.
"""

import argparse
import asyncio
import contextlib
import json
import pathlib
import random
import re
import statistics
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GAMES = ROOT / "testdata/games/lichess-2025-05.txt"
SAMPLE = 10
# A client that has no answer after so long counts as hanging.
PATIENCE = 10


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reti", default=str(ROOT / "target/release/reti"))
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--nodes", type=int, default=50000)
    return parser.parse_args()


def games():
    lines = [line for line in GAMES.read_text().splitlines() if line and not line.startswith("#")]
    return [line.split()[2:] for line in lines]


class Load:
    def __init__(self, port, options):
        self.port, self.options = port, options
        self.games = games()
        self.end = time.monotonic() + options.seconds
        self.lessons, self.refused, self.others, self.hanging = [], [], [], 0
        self.seen = []

    def body(self, chance):
        moves = chance.choice(self.games)
        played = moves[: chance.randint(1, max(1, min(80, len(moves) - 1)))]
        return json.dumps({"moves": played, "budget": {"nodes": self.options.nodes}}).encode()

    async def ask(self, body):
        """Status and seconds to wait of one request on a connection of its own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            head = f"POST /api/v1/explain HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
            writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
            answer = (await reader.read()).split(b"\r\n\r\n", 1)[0].decode()
        finally:
            writer.close()
        wait = re.search(r"(?im)^retry-after: *(\d+)", answer)
        return int(answer.split()[1]), int(wait.group(1)) if wait else 0

    async def client(self, number):
        chance = random.Random(number)
        while time.monotonic() < self.end:
            began = time.monotonic()
            try:
                status, wait = await asyncio.wait_for(self.ask(self.body(chance)), PATIENCE)
            except asyncio.TimeoutError:
                self.hanging += 1
                continue
            took = time.monotonic() - began
            {200: self.lessons, 503: self.refused}.get(status, self.others).append(took)
            # Not all at the same moment again.
            await asyncio.sleep(wait + chance.random() * wait)

    async def sample(self, process):
        began, seen = time.monotonic(), self.seen
        while time.monotonic() < self.end:
            status = pathlib.Path(f"/proc/{process}/status").read_text()
            kilobytes = int(re.search(r"VmRSS:\s*(\d+)", status).group(1))
            seen.append((time.monotonic() - began, kilobytes / 1000))
            print(f"{seen[-1][0]:6.0f} s  {seen[-1][1]:6.1f} MB  {len(self.lessons)} lessons", flush=True)
            await asyncio.sleep(SAMPLE)


def tell(load, seen):
    for name, times in (("lessons", load.lessons), ("refused", load.refused), ("others", load.others)):
        longest = f", the slowest {max(times):.2f} s, half within {statistics.median(times):.2f} s" if times else ""
        print(f"{name}: {len(times)}{longest}")
    print(f"no answer within {PATIENCE} s: {load.hanging}")
    print(f"memory in MB: first {seen[0][1]:.1f}, middle {seen[len(seen) // 2][1]:.1f}, last {seen[-1][1]:.1f}")
    print(f"most {max(memory for _, memory in seen):.1f}; least, middle and most of every hundred seconds:")
    for begin in range(0, int(seen[-1][0]) + 1, 100):
        part = [memory for at, memory in seen if begin <= at < begin + 100]
        if part:
            print(f"{begin:6} s  {min(part):6.1f} {statistics.median(part):6.1f} {max(part):6.1f}")


async def main():
    options = arguments()
    server = await asyncio.create_subprocess_exec(
        options.reti, "serve", "--port", "0", "--no-open", stdout=asyncio.subprocess.PIPE
    )
    try:
        address = (await server.stdout.readline()).decode()
        load = Load(int(re.search(r":(\d+)", address.split("//")[1]).group(1)), options)
        clients = [load.client(number) for number in range(options.clients)]
        # Who interrupts it is told what was seen so far.
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(load.sample(server.pid), *clients)
        tell(load, load.seen)
    finally:
        server.terminate()
        await server.wait()


asyncio.run(main())
