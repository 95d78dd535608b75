#!/usr/bin/env python3
"""Draws docs/rooms.svg with Graphviz: the rooms of the program and the libraries, and which room includes which.

Without arguments the script writes the file; with --check it only compares and fails if the file is out of date. With
and without --check the script fails unless the table in docs/contributing.md has, for each room, the rooms that its
includes need. A row of the table leaves out rooms that can be reached through other rooms of the row. The table also
says what each room is for.
"""
import graphlib
import hashlib
import html
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs/rooms.svg"
PAGE = ROOT / "docs/contributing.md"

# (pattern, colour of the box, colour of its border and arrows). A room takes the first pattern that matches it.
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
            other = "include/uisge" if header == "uisge" else header  # public headers are included as uisge/NAME.h
            if other != room and other in uses:
                uses[room].add(other)
    return uses


def read_table():
    """{room: (the words of its row up to the first colon, semicolon or full stop; the rooms that it uses)}"""
    rows = re.findall(r"^\| `([^`]*)/` \| ([^|:;.]*)[^|]*\|[^|]*\|(.*)", PAGE.read_text(), re.MULTILINE)
    return {room: (words.strip(), re.findall(r"`([^`]*)`", below)) for room, words, below in rows}


def without_shortcuts(uses):
    """Removes an arrow if a path of several arrows leads to the same room."""

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


def dot_of(uses, purposes):
    """The rooms as a text for Graphviz. A room stands above the rooms that it uses."""
    lines = ['digraph "The rooms of uisge, and which includes headers of which" {',
             'bgcolor="#fbfaf7"; pad=0.3; nodesep=0.25; ranksep=0.5; edge [penwidth=1.6];',
             'node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=14, width=2.5];']
    for room, others in without_shortcuts(uses).items():
        fill, border = colours_of(room)
        label = f'<b>{html.escape(room)}</b><br/><font point-size="12">{html.escape(purposes[room].replace("`", ""))}</font>'
        lines.append(f'"{room}" [label=<{label}>, fillcolor="{fill}", color="{border}"];')
        lines += [f'"{room}" -> "{other}" [color="{border}"];' for other in others]
    return "\n".join(lines + ["}"]) + "\n"


def draw(dot):
    try:
        svg = subprocess.run(["dot", "-Tsvg"], input=dot, check=True, capture_output=True, text=True).stdout
    except FileNotFoundError:
        sys.exit("dot: is not installed; the Debian package graphviz has it")
    svg = re.sub(r"<!--.*?-->", "", svg[svg.index("<svg"):]).replace("\n", "")
    return mark_of(dot) + svg.replace("<g ", "\n<g ") + "\n"  # a line for each room and arrow


def mark_of(dot):
    """The first line of a picture: a hash of the text for Graphviz, since versions of Graphviz draw different bytes."""
    return f"<!-- rooms {hashlib.sha256(dot.encode()).hexdigest()} -->\n"


def main():
    if "--help" in sys.argv:
        sys.exit(print(__doc__))
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
    dot = dot_of(uses, {room: words for room, (words, _) in table.items()})
    if sys.argv[1:] != ["--check"]:
        PICTURE.write_text(draw(dot))
    elif not PICTURE.read_text().startswith(mark_of(dot)):
        sys.exit("docs/rooms.svg is not what the includes say: run scripts/draw_rooms.py")


main()
