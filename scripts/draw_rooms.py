#!/usr/bin/env python3
"""Draws docs/rooms.svg: the rooms of the program and the libraries in layers, and which room includes which.

Without arguments the script writes the file; with --check it only compares and fails if the file is out of date. With
and without --check the script fails unless the table in docs/contributing.md has, for each room, the rooms that its
includes need. A row of the table leaves out rooms that can be reached through other rooms of the row. The table also
says what each room is for. The same sources give the same bytes. Long because the layout of the picture is one
algorithm of several steps.
"""
import collections
import graphlib
import html
import itertools
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs/rooms.svg"
PAGE = ROOT / "docs/contributing.md"

BOX_WIDTH, BOX_HEIGHT = 178, 46
GAP = 22           # distance between boxes of a layer
LANE = 26          # width of an arrow that passes a layer
LAYER_HEIGHT = 96
MARGIN = 30

# The colours of the box, and of its border and arrows. The first pattern that matches a room counts.
COLOURS = [
    ("core", "#fff3d6", "#b98a2b"),
    ("db", "#ffe4d2", "#b8683a"),
    ("(include|bindings)/.*", "#ece4f5", "#7a5ba6"),
    ("(solver/cli|explorer).*", "#e0f0e3", "#4c8a5a"),
    (".*", "#e2ecf7", "#4a74a8"),
]


def colours_of(room):
    return next(colours for pattern, *colours in COLOURS if re.fullmatch(pattern, room))


def read_includes():
    """{room: set of the other rooms whose headers it includes}"""
    listed = subprocess.run(["git", "ls-files", "*.cpp", "*.h", ":!tests", ":!bench", ":!examples"],
                            cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    uses = {str(pathlib.Path(name).parent): set() for name in sorted(listed)}
    for name in listed:
        room = str(pathlib.Path(name).parent)
        for header in re.findall(r'^#include "([^"]*)/[^"/]*"', (ROOT / name).read_text(), re.MULTILINE):
            other = "include/uisge" if header == "uisge" else header  # as those who install it write it
            if other != room and other in uses:
                uses[room].add(other)
    return uses


def read_table():
    """{room: (the words of its row up to the first colon, semicolon or full stop; the rooms on which it stands)}"""
    rows = re.findall(r"^\| `([^`]*)/` \| ([^|:;.]*)[^|]*\|[^|]*\|(.*)", PAGE.read_text(), re.MULTILINE)
    return {room: (words.strip(), re.findall(r"`([^`]*)`", below)) for room, words, below in rows}


def without_shortcuts(uses):
    """Removes an arrow if a detour of several arrows leads to the same room."""

    def reached(room):
        found = set()
        waiting = list(uses[room])
        while waiting:
            other = waiting.pop()
            if other not in found:
                found.add(other)
                waiting.extend(uses[other])
        return found

    behind = {room: reached(room) for room in uses}
    return {room: sorted(other for other in uses[room] if not any(other in behind[via] for via in uses[room]))
            for room in uses}


def faults_of(uses, table):
    """Lines that say where the table and the includes differ."""
    faults = [f"{PAGE.name}: the table of the rooms has no row for {room}" for room in uses if room not in table]
    faults += [f"{room}: stands on {', '.join(below) or 'no room'}, but its row in {PAGE.name} says "
               f"{', '.join(table[room][1]) or 'nothing'}"
               for room, below in without_shortcuts(uses).items() if room in table and sorted(table[room][1]) != below]
    return faults


def layers_of(uses):
    """{room: layer}, with 0 at the bottom. A room lies above all rooms that it uses, as near to its neighbours as possible."""
    layer = {}

    def lowest(room):
        if room not in layer:
            layer[room] = 1 + max((lowest(other) for other in uses[room]), default=-1)
        return layer[room]

    for room in sorted(uses):
        lowest(room)
    users = {room: [user for user in sorted(uses) if room in uses[user]] for room in uses}
    top = max(layer.values())
    for room in uses:
        if not users[room]:
            layer[room] = top
    for _ in range(len(uses)):  # as often as a change could travel
        for room in sorted(uses):
            if users[room] and len(users[room]) >= len(uses[room]):
                layer[room] = min(layer[user] for user in users[room]) - 1
    for room in uses:
        if not users[room]:
            layer[room] = 1 + max((layer[other] for other in uses[room]), default=-1)
    return layer


class Drawing:
    """Points in layers: the rooms, and a point for every layer that an arrow passes. Neighbours are one layer apart."""

    def __init__(self, uses, layer):
        self.rooms = sorted(uses)
        self.rows = [[] for _ in range(max(layer.values()) + 1)]
        self.below = collections.defaultdict(list)
        self.above = collections.defaultdict(list)
        self.ways = []  # of arrows, from the top
        for room in self.rooms:
            self.rows[layer[room]].append(room)
        for room in self.rooms:
            for other in uses[room]:
                way = [room]
                for passed in range(layer[room] - 1, layer[other], -1):
                    way.append((room, other, passed))
                    self.rows[passed].append(way[-1])
                way.append(other)
                self.ways.append(way)
                for upper, lower in itertools.pairwise(way):
                    self.below[upper].append(lower)
                    self.above[lower].append(upper)

    def crossings(self, upper, lower):
        place = {point: i for i, point in enumerate(lower)}
        ends = [place[other] for point in upper for other in sorted(self.below[point], key=place.get)]
        return sum(ends[i] > ends[j] for i in range(len(ends)) for j in range(i + 1, len(ends)))

    def all_crossings(self, rows):
        return sum(self.crossings(upper, lower) for lower, upper in itertools.pairwise(rows))

    def order(self):
        """Sorts the rows so that few arrows cross: each row by the mean places of its neighbours in the next row, upwards and downwards in turn, from random orders."""
        best = None
        dice = random.Random(1)
        for _ in range(60):
            rows = [sorted(row, key=lambda point: dice.random()) for row in self.rows]
            for sweep in range(12):
                going_up = sweep % 2 == 0
                for i in range(1, len(rows)) if going_up else range(len(rows) - 2, -1, -1):
                    fixed = {point: n for n, point in enumerate(rows[i - 1] if going_up else rows[i + 1])}
                    neighbours = self.below if going_up else self.above
                    old = {point: n for n, point in enumerate(rows[i])}

                    def middle(point):
                        places = [fixed[other] for other in neighbours[point]]
                        return sum(places) / len(places) if places else old[point]

                    rows[i].sort(key=lambda point: (middle(point), old[point]))
                self.exchange_neighbours(rows)
                cost = self.all_crossings(rows)
                if best is None or cost < best[0]:
                    best = (cost, [list(row) for row in rows])
        self.rows = best[1]

    def exchange_neighbours(self, rows):
        for i, row in enumerate(rows):
            near = rows[max(0, i - 1):i + 2]
            for k in range(len(row) - 1):
                before = self.all_crossings(near)
                row[k], row[k + 1] = row[k + 1], row[k]
                if self.all_crossings(near) >= before:
                    row[k], row[k + 1] = row[k + 1], row[k]

    def place(self):
        """{point: x of its middle}: near its neighbours, without overlaps."""
        width = {point: BOX_WIDTH if point in self.rooms else LANE for row in self.rows for point in row}
        x = {}
        for row in self.rows:
            at = -sum(width[point] + GAP for point in row) / 2
            for point in row:
                x[point] = at + width[point] / 2
                at += width[point] + GAP
        for turn in range(200):
            rows = self.rows if turn % 2 else self.rows[::-1]
            for row in rows:
                wanted = []
                for point in row:
                    # An arrow that passes several layers should go straight down through them, and bend only at its
                    # ends.
                    weights = {other: 2 if point in self.rooms and other in self.rooms
                               else 1 if point in self.rooms or other in self.rooms else 12
                               for other in self.below[point] + self.above[point]}
                    total = sum(weights.values())
                    middle = sum(weight * x[other] for other, weight in weights.items()) / total if total else x[point]
                    wanted.append((middle, 1 if point in self.rooms else 3))
                self.settle(row, wanted, width, x)
        for way in self.ways:
            self.straighten(way[1:-1], width, x)
        return x

    def straighten(self, passed, width, x):
        """Aligns the points at which an arrow passes through layers, so that the arrow has as few vertical lines as possible."""
        run = []
        room = (-float("inf"), float("inf"))
        for point in [*passed, None]:
            if point is not None:
                row = next(row for row in self.rows if point in row)
                i = row.index(point)
                least = x[row[i - 1]] + (width[row[i - 1]] + width[point]) / 2 + GAP if i > 0 else -float("inf")
                most = x[row[i + 1]] - (width[row[i + 1]] + width[point]) / 2 - GAP if i + 1 < len(row) else float("inf")
                shared = (max(room[0], least), min(room[1], most))
                if shared[0] <= shared[1]:
                    run.append(point)
                    room = shared
                    continue
            if run:
                middle = sum(x[other] for other in run) / len(run)
                for other in run:
                    x[other] = min(max(middle, room[0]), room[1])
            if point is not None:
                run, room = [point], (least, most)

    @staticmethod
    def settle(row, wanted, width, x):
        """Places for a row that keep its order and distances, nearest to the wanted places (least squares)."""
        offset = [0.0]
        for left, right in itertools.pairwise(row):
            offset.append(offset[-1] + (width[left] + width[right]) / 2 + GAP)
        groups = []  # [sum of weight * place, weight, points]
        for (place, weight), shift in zip(wanted, offset):
            groups.append([(place - shift) * weight, weight, 1])
            while len(groups) > 1 and groups[-2][0] / groups[-2][1] > groups[-1][0] / groups[-1][1]:
                last = groups.pop()
                groups[-1] = [a + b for a, b in zip(groups[-1], last)]
        places = [total / weight for total, weight, points in groups for _ in range(points)]
        for point, place, shift in zip(row, places, offset):
            x[point] = place + shift


def draw(uses, purposes):
    arrows = without_shortcuts(uses)
    layer = layers_of(arrows)
    drawing = Drawing(arrows, layer)
    drawing.order()
    x = drawing.place()
    half = {point: BOX_WIDTH / 2 if point in drawing.rooms else LANE / 2 for point in x}
    shift = MARGIN - min(x[point] - half[point] for point in x)
    x = {point: round(place + shift) for point, place in x.items()}
    width = round(max(x[point] + half[point] for point in x)) + MARGIN
    height = 2 * MARGIN + (len(drawing.rows) - 1) * LAYER_HEIGHT + BOX_HEIGHT
    y = {point: MARGIN + (len(drawing.rows) - 1 - i) * LAYER_HEIGHT for i, row in enumerate(drawing.rows) for point in row}

    def port(room, other, others):
        """The place on a side of the box at which the arrow from or to `other` ends. Arrows have different places."""
        ordered = sorted(others, key=lambda point: (x[point], str(point)))
        step = min(30, (BOX_WIDTH - 40) / max(1, len(ordered) - 1))
        return round(x[room] + (ordered.index(other) - (len(ordered) - 1) / 2) * step)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="Helvetica, Arial, sans-serif" text-anchor="middle">',
        "<title>The rooms of uisge, and which includes headers of which</title>",
        f'<rect width="{width}" height="{height}" rx="10" fill="#fbfaf7"/>',
    ]
    for way in drawing.ways:
        colour = colours_of(way[0])[1]
        top, bottom = way[0], way[-1]
        here = (port(top, way[1], drawing.below[top]), y[top] + BOX_HEIGHT)
        path = f"M{here[0]} {here[1]}"
        stops = [(x[point], y[point] + part * BOX_HEIGHT) for point in way[1:-1] for part in (0, 1)]
        stops.append((port(bottom, way[-2], drawing.above[bottom]), y[bottom] - 7))
        for stop in stops:
            middle = round((here[1] + stop[1]) / 2)
            path += f"V{stop[1]}" if stop[0] == here[0] else f"C{here[0]} {middle} {stop[0]} {middle} {stop[0]} {stop[1]}"
            here = stop
        lines.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        lines.append(f'<path d="M{here[0] - 4} {here[1] - 1}h8l-4 8z" fill="{colour}"/>')
    for room in drawing.rooms:
        fill, border = colours_of(room)
        lines.append(f'<rect x="{x[room] - BOX_WIDTH // 2}" y="{y[room]}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="7" '
                     f'fill="{fill}" stroke="{border}" stroke-width="1.3"/>')
        lines.append(f'<text x="{x[room]}" y="{y[room] + 20}" font-size="14" font-weight="bold" fill="#222">{html.escape(room)}</text>')
        lines.append(f'<text x="{x[room]}" y="{y[room] + 37}" font-size="12" fill="#444">{html.escape(purposes[room])}</text>')
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    uses = read_includes()
    table = read_table()
    try:
        graphlib.TopologicalSorter(uses).prepare()
    except graphlib.CycleError as error:
        sys.exit(f"These rooms include each other: {', '.join(error.args[1])}")
    if faults := faults_of(uses, table):
        sys.exit("\n".join(faults))
    picture = draw(uses, {room: words for room, (words, _) in table.items()})
    if sys.argv[1:] != ["--check"]:
        PICTURE.write_text(picture)
    elif PICTURE.read_text() != picture:
        sys.exit("docs/rooms.svg is not what the includes say: run scripts/draw_rooms.py")


main()
