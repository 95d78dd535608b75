#!/usr/bin/env python3
"""Replays a proof that White or Black wins Uisge: `replay_proof.py FILE [RULE]`.

It is an independent check of `uisge verify-proof`, written from docs/rules.md and docs/formats/proof.md (version 2)
alone. It shares no code with the program, and needs only Python. RULE (loses, wins, draws, passes) replaces the
file's own rule for players who cannot move. Exit codes: 0 proven, 1 not. Six thousand lines take about a second.
"""
import functools
import re
import struct
import sys
from math import comb
from struct import unpack_from

RULES = ("loses", "wins", "draws", "passes")
WON, LOST, DRAWN = "won", "lost", "drawn"  # how a game has ended for the side to move


class NotProven(Exception):
    pass


def demand(condition, what):
    if not condition:
        raise NotProven(what)


def bits(number):
    """The places of the bits that are set, in ascending order."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


class Game:
    """The rules. A position is (mover's squares, opponent's squares, crowns), sets of squares as bits."""

    def __init__(self, files, ranks, pieces, stuck, diagonal_jumps):
        self.files, self.ranks, self.pieces, self.stuck = files, ranks, pieces, stuck
        self.has_diagonal_jumps = diagonal_jumps
        squares = range(files * ranks)
        self.orthogonal = [self.neighbours(s, ((0, 1), (1, 0), (0, -1), (-1, 0))) for s in squares]
        diagonal = [self.neighbours(s, ((1, 1), (1, -1), (-1, -1), (-1, 1))) for s in squares]
        self.steps = [self.orthogonal[s] + diagonal[s] for s in squares]
        self.jumps = [[j for over in self.orthogonal[s] if (j := self.jump(s, over))] for s in squares]
        self.diagonal_jumps = [[j for over in diagonal[s] if diagonal_jumps and (j := self.jump(s, over))]
                               for s in squares]
        self.images = []
        for turn in range(8 if files == ranks else 4):
            image = []
            for s in squares:
                file, rank = s % files, s // files
                if turn & 4:
                    file, rank = rank, file
                image.append((files - 1 - file if turn & 1 else file) + files * (ranks - 1 - rank if turn & 2 else rank))
            self.images.append(image)
        # The colourings in their order: masks of 2n bits, of which n are set.
        self.masks = [m for m in range(4 ** pieces) if bin(m).count("1") == pieces]
        self.mask_place = {mask: place for place, mask in enumerate(self.masks)}

    def neighbours(self, square, ways):
        file, rank = square % self.files, square // self.files
        return [(rank + up) * self.files + file + right for right, up in ways
                if 0 <= file + right < self.files and 0 <= rank + up < self.ranks]

    def jump(self, square, over):
        """(over, landing square), or None if the landing square is not on the board."""
        file = 2 * (over % self.files) - square % self.files
        rank = 2 * (over // self.files) - square // self.files
        on_board = 0 <= file < self.files and 0 <= rank < self.ranks
        return (over, rank * self.files + file) if on_board else None

    @functools.lru_cache(maxsize=1 << 20)
    def connected(self, squares):
        reached, front = 0, squares & -squares
        while front:
            reached |= front
            near = 0
            for s in bits(front):
                for other in self.orthogonal[s]:
                    near |= 1 << other
            front = near & squares & ~reached
        return reached == squares

    def moves(self, position):
        """The moves without passes, as (from, to, position after), in the order by which proofs number them."""
        mover, opponent, crowns = position
        occupied = mover | opponent
        found = []
        for start in bits(mover):
            is_crown = crowns >> start & 1
            ways = [(to, not is_crown) for over, to in self.jumps[start] if occupied >> over & 1]
            if is_crown:
                ways += [(to, True) for to in self.steps[start]]
                ways += [(to, False) for over, to in self.diagonal_jumps[start] if occupied >> over & 1]
            rest = ~(1 << start)
            for to, crown_after in ways:
                if occupied >> to & 1 or not self.connected(occupied & rest | 1 << to):
                    continue
                after = (opponent, mover & rest | 1 << to, crowns & rest | (crown_after << to))
                found.append((start, to, after))
        return sorted(found, key=lambda move: move[:2])

    def turn(self, position):
        """(how the game has ended for the side to move, []), or (None, the moves and passes that can be played)."""
        mover, opponent, crowns = position
        if mover & ~crowns == 0:
            return WON, []
        if opponent & ~crowns == 0:
            return LOST, []
        moves = self.moves(position)
        if moves:
            return None, moves
        passed = (opponent, mover, crowns)
        if self.stuck == "passes" and self.moves(passed):
            return None, [(0, 0, passed)]
        return {"loses": LOST, "wins": WON}.get(self.stuck, DRAWN), []

    def text(self, position, side):
        """The position as docs/rules.md writes it; side 1 is Black to move."""
        mover, opponent, crowns = position
        white, black = (opponent, mover) if side else (mover, opponent)
        letters = ["wW"[crowns >> s & 1] if white >> s & 1 else "bB"[crowns >> s & 1] if black >> s & 1 else "."
                   for s in range(self.files * self.ranks)]
        rows = ["".join(letters[rank * self.files:][:self.files]) for rank in reversed(range(self.ranks))]
        return re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows)) + " " + "wb"[side]

    def number(self, position):
        """The number of the position itself, canonical or not."""
        mover, opponent, crowns = position
        place = colours = crowned = 0
        for k, s in enumerate(bits(mover | opponent)):
            place += comb(s, k + 1)
            colours |= (mover >> s & 1) << k
            crowned |= (crowns >> s & 1) << k
        return (place * 4 ** self.pieces + crowned) * len(self.masks) + self.mask_place[colours]

    def class_number(self, position):
        """The number of the position's canonical image."""
        best = None
        for image in self.images:
            turned = tuple(sum(1 << image[s] for s in bits(squares)) for squares in position)
            occupied = list(bits(turned[0] | turned[1]))
            sums = (sum(s // self.files for s in occupied), sum(s % self.files for s in occupied))
            if best is None or sums <= best[0]:
                candidate = (sums, self.number(turned))
                best = candidate if best is None else min(best, candidate)
        return best[1]

    def position(self, number):
        """The canonical position that has this number."""
        rest, colours = divmod(number, len(self.masks))
        place, crowned = divmod(rest, 4 ** self.pieces)
        squares, end = [], self.files * self.ranks
        for k in range(2 * self.pieces, 0, -1):
            end = max(s for s in range(end) if comb(s, k) <= place)
            place -= comb(end, k)
            squares.insert(0, end)
        demand(place == 0, f"number {number} is too large")
        picked = [sum(1 << s for k, s in enumerate(squares) if mask >> k & 1)
                  for mask in (self.masks[colours], crowned)]
        position = (picked[0], sum(1 << s for s in squares) & ~picked[0], picked[1])
        demand(self.connected(position[0] | position[1]), f"number {number} is not connected")
        demand(crowned != 4 ** self.pieces - 1, f"number {number} is all crowns")
        demand(self.class_number(position) == number, f"number {number} is not canonical")
        return position


class Bits:
    """Bits of a block, the lowest of each byte first."""

    def __init__(self, data):
        self.text = format(int.from_bytes(data, "little"), "b").zfill(8 * len(data))[::-1]
        self.at = 0

    def take(self, count):
        start, self.at = self.at, self.at + count
        return int(self.text[start:self.at][::-1] or "0", 2)

    def rice(self, k):
        one = self.text.index("1", self.at)
        quotient, self.at = one - self.at, one + 1
        return quotient << k | self.take(k)


def read(data):
    """The game, the claim (what, plies, position, side) and the lines: class number to (plies, move)."""
    demand(data[:14] == b"uisge-proof 2\n", "not of version 2: `uisge verify-proof FILE --compact OUT` makes one")
    plies, files, ranks, pieces, stuck, diagonal, claim, side = unpack_from("<H7B", data, 14)
    white, black, crowns, count = unpack_from("<4Q", data, 24)
    demand(max(files, ranks) <= 9 and 1 <= pieces <= 6 and diagonal <= 1, "the header names no game")
    game = Game(files, ranks, pieces, RULES[stuck], diagonal)
    root = (black, white, crowns) if side else (white, black, crowns)
    occupied = white | black
    demand(len(list(bits(white))) == len(list(bits(black))) == pieces and not white & black
           and not crowns & ~occupied and crowns != occupied and occupied < 1 << files * ranks
           and game.connected(occupied), "the claim is about no position of the game")
    blocks = (count + 1023) // 1024
    index_at, at, lines = len(data) - 16 - 8 - 12 * blocks, 64, {}
    for block in range(blocks):
        number, size = unpack_from("<QI", data, index_at + 12 * block)
        *rice, unit, least = unpack_from("<5BH", data, at)
        stream = Bits(data[at + 7:at + size - 8])
        for line in range(min(1024, count - 1024 * block)):
            if line:
                number += stream.rice(rice[stream.take(1)]) + 1
            line_plies = stream.rice(rice[2]) * unit + least
            demand(number not in lines, f"number {number} comes twice")
            lines[number] = line_plies, stream.rice(rice[3])
        at += size
    return game, (("win", "loss", "none")[claim], plies, root, ("White", "Black")[side]), lines


def replay(game, claim, lines):
    def require_win(position, plies):
        """The side to move has won, or a line says that it wins in time."""
        line = lines.get(game.class_number(position))
        if line:
            demand(line[0] <= plies, f"a line takes {line[0]} plies where {plies} are left")
        else:
            demand(game.turn(position)[0] == WON, "a position has no line")

    def require_loss(position, plies):
        """The side to move has lost, or each of its answers leads to a win of the other side in time."""
        end, answers = game.turn(position)
        demand(end in (None, LOST), "a game ends without a win")
        demand(end or plies >= 1, "a game is not over in time")
        for _, _, after in answers:
            require_win(after, plies - 1)

    kind, plies, root, _ = claim
    demand(kind != "none", "a claim of no forced win has no lines to replay")
    (require_win if kind == "win" else require_loss)(root, plies)
    for number, (line_plies, move) in lines.items():
        playable = game.turn(game.position(number))[1]
        demand(move < len(playable) and line_plies >= 1, f"the move of line {number} cannot be played")
        require_loss(playable[move][2], line_plies - 1)


def main(path, rule=None):
    try:
        with open(path, "rb") as file:
            game, claim, lines = read(file.read())
        game.stuck = rule or game.stuck
        replay(game, claim, lines)
    except (NotProven, OSError, ValueError, IndexError, KeyError, struct.error) as error:
        print(f"{path}: not proven: {error}")
        return 1
    kind, plies, root, side = claim
    print(f"Proven: {side} to move {'wins' if kind == 'win' else 'loses'} within {plies} plies "
          f"from {game.text(root, side == 'Black')} "
          f"if a stuck player {game.stuck}{' and crowns jump diagonally' if game.has_diagonal_jumps else ''}; "
          f"{len(lines)} lines replayed.")
    squares = [chr(ord("a") + s % game.files) + str(s // game.files + 1) for s in range(game.files * game.ranks)]
    for start, to, after in game.turn(root)[1] if kind == "win" else []:
        answer = lines.get(game.class_number(after))
        if answer and start != to:
            print(f"{squares[start]}{squares[to]} loses within {answer[0] + 1} plies, by the same lines.")
    return 0


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3 or (len(sys.argv) == 3 and sys.argv[2] not in RULES):
        sys.exit("usage: replay_proof.py FILE [loses|wins|draws|passes]")
    sys.exit(main(*sys.argv[1:]))
