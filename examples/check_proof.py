"""Checks certificates of `reti prove`, without a line of Reti.

A second reading of `docs/proofs.md`: the rules of chess, the form of a certificate and the
definition of a gain are written here once more, slowly, from that page alone. Where this program
and Reti's own checker disagree, one of them or the page is wrong.

    python3 examples/check_proof.py fork.proof            one certificate: accepted, or why not
    python3 examples/check_proof.py --many all.proofs     several, each ended by a line of %%

Needs Python 3.9 and nothing else. Castling is that of ordinary chess; tables are not asked, so a
certificate that cites one is rejected.
"""

import sys

WORTH = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900, "k": 0}
LOST = 30_000
INFINITE = 60_000
FIGHT = 6  # plies of the little fight
MOST_GAIN = 20_000
MOST_PLIES = 200
DRAWN_CLOCK = 100

KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
KING = DIAGONAL + STRAIGHT


def walk(square, step):
    """The squares from a square in one direction, to the edge of the board."""
    file, rank = square % 8 + step[0], square // 8 + step[1]
    found = []
    while 0 <= file < 8 and 0 <= rank < 8:
        found.append(rank * 8 + file)
        file, rank = file + step[0], rank + step[1]
    return found


RAYS = {step: [walk(square, step) for square in range(64)] for step in KING}
LEAPS = {
    "n": [[ray[0] for step in KNIGHT for ray in [walk(square, step)] if ray] for square in range(64)],
    "k": [[ray[0] for step in KING for ray in [walk(square, step)] if ray] for square in range(64)],
}
SLIDES = {"b": DIAGONAL, "r": STRAIGHT, "q": KING}
# From where a pawn of a colour attacks a square, and what a pawn on a square attacks.
PAWN_TARGETS = {
    True: [[ray[0] for step in [(1, 1), (-1, 1)] for ray in [walk(s, step)] if ray] for s in range(64)],
    False: [[ray[0] for step in [(1, -1), (-1, -1)] for ray in [walk(s, step)] if ray] for s in range(64)],
}


class Wrong(Exception):
    """Why a certificate is no proof."""


def name(square):
    return "abcdefgh"[square % 8] + "12345678"[square // 8]


def number(text):
    if len(text) == 2 and text[0] in "abcdefgh" and text[1] in "12345678":
        return "12345678".index(text[1]) * 8 + "abcdefgh".index(text[0])
    raise Wrong("not a square: " + text)


class Place:
    """A position. White's men are upper case; `white` tells whose turn it is."""

    __slots__ = ("men", "white", "castling", "passant", "clock", "_legal")

    def __init__(self, men, white, castling, passant, clock):
        self.men = men
        self.white = white
        self.castling = castling
        self.passant = passant
        self.clock = clock
        self._legal = None

    @staticmethod
    def read(fen):
        fields = fen.split(" ")
        if len(fields) != 6 or fields[1] not in ("w", "b"):
            raise Wrong("not a FEN")
        men = []
        for row in reversed(fields[0].split("/")):
            line = []
            for letter in row:
                line += [None] * int(letter) if letter in "12345678" else [letter]
            if len(line) != 8 or any(man is not None and man.lower() not in WORTH for man in line):
                raise Wrong("not a FEN")
            men += line
        if len(men) != 64 or men.count("K") != 1 or men.count("k") != 1 or not fields[4].isdigit():
            raise Wrong("not a FEN")
        if any(man in ("p", "P") for man in men[:8] + men[56:]):
            raise Wrong("not a FEN")
        passant = None if fields[3] == "-" else number(fields[3])
        place = Place(men, fields[1] == "w", set(fields[2]) - {"-"}, passant, int(fields[4]))
        if place.attacked(place.king(not place.white), place.white):
            raise Wrong("the side that has moved is in check")
        return place

    def king(self, white):
        return self.men.index("K" if white else "k")

    def attackers(self, square, white, men=None):
        """The squares of a side's men that attack a square."""
        men = self.men if men is None else men
        found = []
        knight, king, pawn = ("N", "K", "P") if white else ("n", "k", "p")
        found += [s for s in LEAPS["n"][square] if men[s] == knight]
        found += [s for s in LEAPS["k"][square] if men[s] == king]
        found += [s for s in PAWN_TARGETS[not white][square] if men[s] == pawn]
        for steps, wanted in ((DIAGONAL, "BQ" if white else "bq"), (STRAIGHT, "RQ" if white else "rq")):
            for step in steps:
                for s in RAYS[step][square]:
                    if men[s] is not None:
                        if men[s] in wanted:
                            found.append(s)
                        break
        return found

    def attacked(self, square, white, men=None):
        return bool(self.attackers(square, white, men))

    def targets(self, square):
        """The squares that the man on a square attacks."""
        kind, white = self.men[square].lower(), self.men[square].isupper()
        if kind == "p":
            return PAWN_TARGETS[white][square]
        if kind in LEAPS:
            return LEAPS[kind][square]
        found = []
        for step in SLIDES[kind]:
            for s in RAYS[step][square]:
                found.append(s)
                if self.men[s] is not None:
                    break
        return found

    def in_check(self):
        return self.attacked(self.king(self.white), not self.white)

    def candidates(self):
        """Moves as (from, to, promotion), the own king's safety not looked at."""
        for start in range(64):
            man = self.men[start]
            if man is None or man.isupper() != self.white:
                continue
            if man.lower() == "p":
                yield from self.pawn_candidates(start)
                continue
            for end in self.targets(start):
                if self.men[end] is None or self.men[end].isupper() != self.white:
                    yield start, end, None
        yield from self.castling_candidates()

    def pawn_candidates(self, start):
        forward = 8 if self.white else -8
        ends = []
        if self.men[start + forward] is None:
            ends.append(start + forward)
            home = 1 if self.white else 6
            if start // 8 == home and self.men[start + 2 * forward] is None:
                ends.append(start + 2 * forward)
        for end in PAWN_TARGETS[self.white][start]:
            man = self.men[end]
            if (man is not None and man.isupper() != self.white) or (end == self.passant and man is None):
                ends.append(end)
        for end in ends:
            if end // 8 in (0, 7):
                for kind in "qrbn":
                    yield start, end, kind
            else:
                yield start, end, None

    def castling_candidates(self):
        home = 0 if self.white else 56
        letters = "KQ" if self.white else "kq"
        king, rook = ("K", "R") if self.white else ("k", "r")
        if self.men[home + 4] != king:
            return
        for letter, rook_at, free, safe in (
            (letters[0], home + 7, [5, 6], [4, 5, 6]),
            (letters[1], home, [1, 2, 3], [4, 3, 2]),
        ):
            if (
                letter in self.castling
                and self.men[rook_at] == rook
                and all(self.men[home + s] is None for s in free)
                and not any(self.attacked(home + s, not self.white) for s in safe)
            ):
                yield home + 4, home + safe[2], None

    def is_castling(self, move):
        return self.men[move[0]].lower() == "k" and abs(move[0] % 8 - move[1] % 8) == 2

    def is_passant(self, move):
        return self.men[move[0]].lower() == "p" and move[1] == self.passant and self.men[move[1]] is None

    def is_capture(self, move):
        return self.men[move[1]] is not None or self.is_passant(move)

    def is_noisy(self, move):
        return self.is_capture(move) or move[2] is not None

    def play(self, move):
        start, end, kind = move
        men = list(self.men)
        man = men[start]
        is_pawn = man.lower() == "p"
        clock = 0 if is_pawn or self.is_capture(move) else self.clock + 1
        if self.is_passant(move):
            men[end + (-8 if self.white else 8)] = None
        if self.is_castling(move):
            corner, inside = (end + 1, end - 1) if end > start else (end - 2, end + 1)
            men[inside], men[corner] = men[corner], None
        men[start] = None
        men[end] = man if kind is None else (kind.upper() if self.white else kind)
        lost = {4: "KQ", 0: "Q", 7: "K", 60: "kq", 56: "q", 63: "k"}
        castling = self.castling - set(lost.get(start, "")) - set(lost.get(end, ""))
        passant = (start + end) // 2 if is_pawn and abs(start - end) == 16 else None
        return Place(men, not self.white, castling, passant, clock)

    def passed(self):
        """The same with the other side to move; nothing in check."""
        return None if self.in_check() else Place(self.men, not self.white, self.castling, None, self.clock + 1)

    def legal(self):
        """All legal moves with the positions after them."""
        if self._legal is None:
            self._legal = {}
            for move in self.candidates():
                after = self.play(move)
                if not after.attacked(after.king(self.white), after.white):
                    self._legal[move] = after
        return self._legal

    def key(self):
        """What makes two positions the same: an en passant square counts only if somebody may take there."""
        passant = None
        if self.passant is not None and any(self.is_passant(move) for move in self.legal()):
            passant = self.passant
        return tuple(self.men), self.white, frozenset(self.castling), passant

    def lead(self, white):
        total = 0
        for man in self.men:
            if man is not None:
                total += WORTH[man.lower()] if man.isupper() == white else -WORTH[man.lower()]
        return total


def exchange(place, move):
    """What a capture wins on its square if both sides go on with their cheapest men, or stop."""
    start, square, kind = move
    men = list(place.men)
    gain = WORTH["p"] if place.is_passant(move) else WORTH[men[square].lower()]
    if place.is_passant(move):
        men[square + (-8 if place.white else 8)] = None
    if kind is not None:
        gain += WORTH[kind] - WORTH["p"]
    prize = WORTH[kind or men[start].lower()]
    men[square], men[start] = men[start], None
    kings = {True: place.king(True), False: place.king(False)}
    gains, side = [gain], not place.white
    while True:
        taker = cheapest(place, men, square, side, kings[side])
        if taker is None:
            break
        man = men[taker].lower()
        if man == "p" and square // 8 in (0, 7):
            prize, man = prize + WORTH["q"] - WORTH["p"], "q"
        gains.append(prize - gains[-1])
        prize = WORTH[man]
        men[square], men[taker] = men[taker], None
        side = not side
    while len(gains) > 1:
        last = gains.pop()
        gains[-1] = -max(last, -gains[-1])
    return gains[0]


def cheapest(place, men, square, side, king):
    takers = place.attackers(square, side, men)
    order = {"p": 0, "n": 1, "b": 1, "r": 2, "q": 3, "k": 4}
    for taker in sorted(takers, key=lambda s: (order[men[s].lower()], s)):
        after = list(men)
        after[square], after[taker] = after[taker], None
        exposed = square if men[taker].lower() == "k" else king
        if not place.attacked(exposed, not side, after):
            return taker
    return None


class Judge:
    """Whether a gain stays won, by the definition in docs/proofs.md."""

    # What was found out about leaves, for certificates that share them.
    known = {}

    def __init__(self, root, goal):
        self.white = root.white
        self.base = root.lead(root.white)
        self.goal = goal

    def remember(self, question, place, answer):
        key = (question, place.key(), self.white, self.base, self.goal)
        if key not in Judge.known:
            Judge.known[key] = answer()
        return Judge.known[key]

    def standing(self, place):
        own = [man.lower() for man in place.men if man is not None and man.isupper() == self.white]
        lead = place.lead(self.white)
        if "p" not in own and not (lead >= 400 and any(man in own for man in "brq")):
            return -LOST
        return lead - self.base - 800 * self.runners(place) - 300 * self.stranded(place)

    def runners(self, place):
        pawn, own_pawn = ("p", "P") if self.white else ("P", "p")
        step = (0, -1) if self.white else (0, 1)
        half = range(0, 32) if self.white else range(32, 64)
        return sum(1 for square in half if place.men[square] == pawn and self.runs(place, square, step, own_pawn))

    def runs(self, place, square, step, own_pawn):
        way = RAYS[step][square]
        for s in way:
            if place.men[s] is not None or place.attacked(s, self.white):
                return False
            for side in ((1, 0), (-1, 0)):
                if RAYS[side][s] and place.men[RAYS[side][s][0]] == own_pawn:
                    return False
        king, goal = place.king(self.white), way[-1]
        return max(abs(king % 8 - goal % 8), abs(king // 8 - goal // 8)) > len(way)

    def stranded(self, place):
        deep = range(48, 64) if self.white else range(0, 16)
        minor = "NB" if self.white else "nb"
        return sum(1 for s in deep if place.men[s] is not None and place.men[s] in minor and self.is_stranded(place, s))

    def is_stranded(self, place, square):
        if place.attacked(square, self.white):
            return False
        lifted = list(place.men)
        lifted[square] = None
        for end in place.targets(square):
            man = place.men[end]
            if man is not None and man.isupper() == self.white:
                continue
            if not place.attacked(end, not self.white, lifted) or (man is not None and man.lower() != "p"):
                return False
        return True

    def fight(self, place, ply, low, high):
        attacking = place.white == self.white
        legal = place.legal()
        check = place.in_check()
        if not legal:
            return LOST if check and not attacking else -LOST
        standing = self.standing(place)
        if ply == FIGHT:
            if attacking:
                return standing
            losses = [exchange(place, move) for move in legal if place.is_capture(move)]
            return standing - max([0] + losses)
        best = standing if not check else (-INFINITE if attacking else INFINITE)
        for move, after in legal.items():
            low, high = (max(low, best), high) if attacking else (low, min(high, best))
            if low >= high:
                break
            if check or place.is_noisy(move) or (not attacking and after.in_check()):
                value = self.fight(after, ply + 1, low, high)
                best = max(best, value) if attacking else min(best, value)
        return best

    def survives(self, place):
        return self.remember("s", place, lambda: self.fight(place, 0, self.goal - 1, self.goal) >= self.goal)

    def is_settled(self, place):
        if self.standing(place) < self.goal:
            return False
        pieces = "NBRQ" if self.white else "nbrq"
        if not any(man is not None and man in pieces for man in place.men):
            return False
        passed = place.passed()
        return passed is not None and self.survives(passed)

    def secures(self, place):
        return self.remember("k", place, lambda: self.find_secures(place))

    def find_secures(self, place):
        if not self.survives(place):
            return False
        for move, after in place.legal().items():
            if place.is_noisy(move) or after.in_check():
                continue
            if not self.is_settled(after) and not any(self.survives(answer) for answer in after.legal().values()):
                return False
        return True

    def stands_checks(self, place):
        for move, after in place.legal().items():
            if place.is_noisy(move) or not after.in_check():
                continue
            if not any(self.secures(answer) for answer in after.legal().values()):
                return False
        return True

    def is_kept(self, place, move):
        after = place.legal()[move]
        if not self.secures(after):
            return False
        return self.standing(place) >= self.goal or (place.is_noisy(move) and self.stands_checks(after))


def checksum(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return "%016x" % value


def whole(text):
    """A number as the format writes it."""
    if not text.isascii() or not text.lstrip("+").isdigit() or len(text) > 12:
        raise Wrong("not a number: " + text)
    return int(text)


def gain_of(text):
    gain = whole(text)
    if not 1 <= gain <= MOST_GAIN:
        raise Wrong("no gain: " + text)
    return gain


class Checker:
    def __init__(self, text):
        self.lines = text.split("\n")
        if self.lines.pop() != "":
            raise Wrong("the last line has no end")
        self.next = 0
        body = text[: text.rfind("checksum ")]
        self.field("reti-proof 1", exact=True)
        root = Place.read(self.field("fen"))
        self.goal = self.read_goal(self.field("goal").split(" "))
        claim = self.read_claim(self.field("claim").split(" "))
        size = whole(self.field("size"))
        self.judge = Judge(root, self.goal[1] if self.goal[0] == "gain" else 0)
        # Leaves are looked at last: the form of all the rest comes first, and is cheap.
        self.leaves, self.worst, self.size = [], None, 1
        self.enter(root, set())
        self.attack(root, 1, {root.key()})
        if self.field("checksum") != checksum(body.encode("utf-8")) or self.next != len(self.lines):
            raise Wrong("the checksum does not fit")
        if size != self.size:
            raise Wrong("the size does not fit")
        if claim != self.worst:
            raise Wrong("the claim is not what the leaves support")
        for holds, what in self.leaves:
            if not holds():
                raise Wrong(what + " does not hold")

    def field(self, start, exact=False):
        line = self.lines[self.next] if self.next < len(self.lines) else ""
        self.next += 1
        if exact and line == start:
            return line
        if exact or not line.startswith(start + " "):
            raise Wrong("expected " + start)
        return line[len(start) + 1 :]

    def read_goal(self, words):
        if words == ["mate"]:
            return "mate", None
        if len(words) == 2 and words[0] == "mate":
            return "mate", whole(words[1])
        if len(words) == 2 and words[0] == "gain":
            return "gain", gain_of(words[1])
        raise Wrong("no goal")

    def read_claim(self, words):
        if words == ["win"]:
            return (1, 0)
        if len(words) == 2 and words[0] == "mate":
            return (2, -whole(words[1]))
        if len(words) == 2 and words[0] == "gain":
            return (0, gain_of(words[1]))
        raise Wrong("no claim")

    def node(self, ply):
        """The words of the next line after its ply, if it is at this one."""
        if self.next < len(self.lines):
            words = self.lines[self.next].split(" ")
            if words[0] == str(ply) and len(words) > 1:
                return words[1:]
        return None

    def move(self, place, text):
        if len(text) not in (4, 5):
            raise Wrong("not a move: " + text)
        move = (number(text[:2]), number(text[2:4]), text[4:] or None)
        if move not in place.legal():
            raise Wrong("an illegal move: " + text)
        return move

    def enter(self, place, seen):
        is_mate = not place.legal() and place.in_check()
        if place.clock >= DRAWN_CLOCK and not is_mate:
            raise Wrong("the fifty-move rule")
        if place.key() in seen:
            raise Wrong("a repetition")

    def leaf(self, rank):
        goal, most = self.goal
        if goal == "mate" and (rank[0] != 2 or (most is not None and -rank[1] > most)):
            raise Wrong("a leaf short of the goal")
        self.worst = rank if self.worst is None else min(self.worst, rank)

    def attack(self, place, ply, seen):
        words = self.node(ply)
        if words is None or ply > MOST_PLIES:
            raise Wrong("the attacker's move is missing")
        move = self.move(place, words[0])
        after = place.legal()[move]
        self.enter(after, seen)
        self.size += 1
        self.next += 1
        if words[1:] == ["mate"]:
            if after.legal() or not after.in_check():
                raise Wrong("no mate")
            return self.leaf((2, -(ply + 1) // 2))
        if words[1:]:
            raise Wrong("an unknown reason, or a table")
        if not after.legal():
            raise Wrong("the game ends without a win")
        return self.replies(after, ply + 1, seen | {after.key()})

    def replies(self, place, ply, seen):
        missing = set(place.legal())
        while True:
            words = self.node(ply)
            if words is None:
                break
            move = self.move(place, words[0])
            if move not in missing:
                raise Wrong("a reply too many: " + words[0])
            missing.remove(move)
            after = place.legal()[move]
            self.enter(after, seen)
            self.size += 1
            self.next += 1
            self.answer(after, ply, words[1:], seen | {after.key()})
        if missing:
            raise Wrong("a missing reply")

    def answer(self, place, ply, reason, seen):
        if not reason:
            return self.attack(place, ply + 1, seen)
        if reason[0] == "settled" and len(reason) == 2:
            self.material(gain_of(reason[1]))
            self.leaves.append((lambda: self.judge.is_settled(place), "a settled leaf"))
        elif reason[0] == "kept" and len(reason) == 3:
            move = self.move(place, reason[1])
            self.material(gain_of(reason[2]))
            if place.legal()[move].clock >= DRAWN_CLOCK:
                raise Wrong("the fifty-move rule")
            self.leaves.append((lambda: self.judge.is_kept(place, move), "a kept leaf"))
        else:
            raise Wrong("an unknown reason, or a table")
        return None

    def material(self, gain):
        if self.goal != ("gain", gain):
            raise Wrong("a leaf states another gain than the goal")
        self.leaf((0, gain))


def verdict(text):
    try:
        Checker(text)
    except Wrong as wrong:
        return "rejected: %s" % wrong
    return "accepted"


def main(arguments):
    many = "--many" in arguments
    names = [argument for argument in arguments if argument != "--many"]
    if len(names) != 1:
        sys.exit(__doc__)
    with open(names[0], encoding="utf-8", newline="") as file:
        text = file.read()
    sys.setrecursionlimit(10_000)
    if many:
        for part in text.split("%%\n")[:-1]:
            print(verdict(part))
        return 0
    answer = verdict(text)
    print(answer)
    return 0 if answer == "accepted" else 4


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
