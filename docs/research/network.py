"""Fits the network of `reti_core::field::network` on a GPU: the same model as `reti learn --network`, more data.

    python3 network.py --data FOLDER --seconds 270 --out network.bin

FOLDER holds `*.searched` and `*.static`, records of 104 bytes:
    12 boards of 64 bits (own pawns, knights, bishops, rooks, queens, king, then the other side's; bit 0 is a1 as the
    side to move sees it, so ranks are reversed if Black is to move), score for the side to move (16 bits; 361 units
    are what Stockfish 15.1 calls 100 centipawns), kind, result, depth, men, reversible plies, nothing (8 bits each).

A batch is drawn from static positions with the chance `--static`, which shrinks over the last third, and from searched
ones otherwise. Steps shrink along a cosine over the given seconds. From `--rounded` of the time on the weights are
rounded as the file has them (the slope passes through), so that the end is fitted in whole numbers.
Wants numpy and PyTorch.
"""
import argparse, glob, math, os, time
import numpy as np
import torch

CURVE = 0.00368208  # Lichess's curve of winning chances, per centipawn
UNIT = 100 / 361  # Stockfish 15.1's units to centipawns
SCALE, ONE, OUTPUT_ONE, STAGES = 400.0, 255, 64, 8
LIMIT = 127 / ONE  # weights of sums fit into a byte
RECORD = np.dtype([("boards", "u1", 96), ("score", "<i2"), ("kind", "u1"), ("result", "u1"), ("depth", "u1"),
                   ("men", "u1"), ("rule50", "u1"), ("pad", "u1")])

parser = argparse.ArgumentParser()
parser.add_argument("--data", required=True)
parser.add_argument("--out", required=True)
parser.add_argument("--hidden", type=int, default=256)
parser.add_argument("--seconds", type=float, default=270)
parser.add_argument("--rate", type=float, default=0.001)
parser.add_argument("--batch", type=int, default=32768)
parser.add_argument("--static", type=float, default=0.6)
parser.add_argument("--rounded", type=float, default=0.6)
parser.add_argument("--judge", help="a network.bin whose error on the held-out positions is told first")
options = parser.parse_args()
torch.manual_seed(1)
torch.set_float32_matmul_precision("high")
device = "cuda" if torch.cuda.is_available() else "cpu"


def load(kind):
    """All records of a kind, as boards, scores and men on the device, file by file."""
    files = sorted(glob.glob(f"{options.data}/*.{kind}"))
    parts = [np.fromfile(name, dtype=RECORD, count=os.path.getsize(name) // RECORD.itemsize) for name in files]
    return [[torch.from_numpy(np.ascontiguousarray(part[name])).to(device) for name in ("boards", "score", "men")]
            for part in parts if len(part)]


def joined(parts):
    return [torch.cat(column) for column in zip(*parts)]


byte = torch.arange(256)
straight = ((byte[:, None] >> torch.arange(8)) & 1).float()
ROWS = torch.cat([straight, straight.flip(1)]).to(device)  # a rank of eight squares, straight and flipped


def views(boards):
    """The 768 inputs of either view, the side to move's first; a view is flipped if its king stands on the right."""
    own = boards.view(-1, 12, 8)
    other = own.view(-1, 2, 6, 8).flip(1).flip(3).reshape(-1, 12, 8)
    both = torch.cat([own, other])
    flipped = (both[:, 5, :].long().sum(1) >= 16).long()  # the king's rank as a byte: files e to h are its upper bits
    return torch.nn.functional.embedding(both.long() + 256 * flipped[:, None, None], ROWS).reshape(len(both), 768)


def output(boards, men, inputs, start, last, constants):
    sums = (views(boards) @ inputs + start).clamp(0, 1)
    squares, n = sums * sums, len(men)
    stage = ((men.long() - 2).clamp(min=0) // 4).clamp(max=STAGES - 1)
    outputs = torch.cat([squares[:n], squares[n:]], 1) @ last.t() + constants
    return outputs.gather(1, stage[:, None])[:, 0] * SCALE


def rounded(values, one):
    return values + ((values * one).round() / one - values).detach()


class Network(torch.nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.inputs = torch.nn.Parameter(torch.randn(768, hidden) * 0.05)
        self.start = torch.nn.Parameter(torch.zeros(hidden))
        self.last = torch.nn.Parameter(torch.randn(STAGES, 2 * hidden) * 0.03)
        self.constants = torch.nn.Parameter(torch.zeros(STAGES))

    def forward(self, boards, men, whole):
        inputs, start, last = self.inputs, self.start, self.last
        if whole:
            inputs, start, last = rounded(inputs, ONE), rounded(start, ONE), rounded(last, OUTPUT_ONE)
        return output(boards, men, inputs, start, last, self.constants)

    @torch.no_grad()
    def keep_within_limits(self):
        self.inputs.clamp_(-LIMIT, LIMIT)
        self.last.clamp_(-127 / OUTPUT_ONE, 127 / OUTPUT_ONE)

    def file(self):
        parts = ((self.inputs, ONE), (self.start, ONE), (self.last, OUTPUT_ONE), (self.constants, ONE * OUTPUT_ONE))
        numbers = [np.rint(values.detach().cpu().numpy() * one).astype("<i2").ravel() for values, one in parts]
        body, checksum = b"reti-nn1" + np.concatenate(numbers).tobytes(), 0xCBF29CE484222325
        for value in body:
            checksum = ((checksum ^ value) * 0x100000001B3) & (2**64 - 1)
        return body + checksum.to_bytes(8, "little")


def read(name, hidden=256):
    numbers = np.frombuffer(open(name, "rb").read()[8:-8], dtype="<i2").astype(np.float32)
    shapes = (((768, hidden), ONE), ((hidden,), ONE), ((STAGES, 2 * hidden), OUTPUT_ONE), ((STAGES,), ONE * OUTPUT_ONE))
    tensors, at = [], 0
    for shape, one in shapes:
        size = math.prod(shape)
        tensors.append(torch.from_numpy(numbers[at:at + size].reshape(shape) / one).to(device))
        at += size
    return tensors


searched = load("searched")
aside = min(200_000, len(searched[0][0]) // 4)
held_out = [column[:aside] for column in searched[0]]
searched[0] = [column[aside:] for column in searched[0]]
searched, static = joined(searched), joined(load("static"))
print(f"{len(searched[0])} searched, {len(static[0])} static, {aside} held out, on {device}", flush=True)


@torch.no_grad()
def judge(score):
    error = 0.0
    for boards, scores, men in zip(*(column.split(32768) for column in held_out)):
        guess, truth = torch.sigmoid(score(boards, men) * CURVE), torch.sigmoid(scores.float() * UNIT * CURVE)
        error += ((guess - truth) ** 2).sum().item()
    return error / aside


if options.judge:
    other = read(options.judge)
    print(f"{options.judge}: {judge(lambda boards, men: output(boards, men, *other)):.5f}", flush=True)

network = Network(options.hidden).to(device)
adam = torch.optim.Adam(network.parameters(), lr=options.rate, eps=1e-10, fused=device == "cuda")
begin = told = time.time()
seen = steps = 0
while (progress := (time.time() - begin) / options.seconds) < 1:
    rate = options.rate * (0.5 + 0.5 * math.cos(math.pi * progress)) + options.rate / 300
    for group in adam.param_groups:
        group["lr"] = rate * min(1, steps / 200)
    share = options.static * (1 - max(0.0, progress - 0.7) / 0.3 * 0.7)
    for _ in range(20):
        boards, scores, men = static if torch.rand(1).item() < share else searched
        some = torch.randint(len(scores), (options.batch,), device=device)
        guess = torch.sigmoid(network(boards[some], men[some], progress > options.rounded) * CURVE)
        loss = ((guess - torch.sigmoid(scores[some].float() * UNIT * CURVE)) ** 2).mean()
        adam.zero_grad(set_to_none=True)
        loss.backward()
        adam.step()
        network.keep_within_limits()
        steps, seen = steps + 1, seen + options.batch
    if time.time() - told > max(10, options.seconds / 8):
        told = time.time()
        error = judge(lambda boards, men: network(boards, men, True))
        print(f"{told - begin:5.0f} s, {seen / 1e6:6.0f} million seen, error {error:.5f}", flush=True)
print(f"{steps} steps, {seen / 1e6:.0f} million seen, error {judge(lambda boards, men: network(boards, men, True)):.5f}")
open(options.out, "wb").write(network.file())
