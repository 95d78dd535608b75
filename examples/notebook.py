#!/usr/bin/env python3
# A notebook in plain Python. In editors and Jupytext, "# %%" begins a cell. Run as a program: notebook.py PICTURE.svg
# %% [markdown]
# # Two a side on a board of 4x3
# This notebook needs the Python package uisge and Matplotlib, and takes a second.
# %%
import collections
import pathlib
import sys
import tempfile

import matplotlib
import uisge

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

folder = tempfile.TemporaryDirectory()
game = pathlib.Path(folder.name) / "4x3-2-loses.uisge"
start = uisge.Position.start("4x3", 2)
print(uisge.known(start))

# %% Solve it, and look at the start. A notebook draws the board and ranks the moves.
print(uisge.solve("4x3", 2, output=game))
database = uisge.Database(game)
print(start)
database.analyse(start)

# %% All positions: each class under the board's symmetries once, with its weight.
drawn = collections.Counter()
live = collections.Counter()
for position, verdict, weight in database.canonical():
    crowns = len(position.crowns())
    live[crowns] += weight
    drawn[crowns] += weight * (verdict.value == "draw")
assert sum(live.values()) == database.live

# %% Draws by the number of crowns.
pyplot.bar(list(live), [100 * drawn[crowns] / live[crowns] for crowns in live])
pyplot.xlabel("crowns on the board")
pyplot.ylabel("drawn positions, %")
pyplot.savefig(sys.argv[1] if len(sys.argv) > 1 else "draws.svg")

# %% The hardest wins: one move wins, and the end is far.
for position, verdict, weight in database.find(value="win", distance=(9, None), winning_moves=1, limit=3):
    print(position.fen, verdict, database.line(position))

# %% A proof needs no database: it is replayed by the rules alone.
proof_file = pathlib.Path(folder.name) / "4x3-2-draws.proof"
print(uisge.prove(uisge.Position.start("4x3", 2, stuck="draws"), output=proof_file, memory=1 << 24))
proof = uisge.Proof(proof_file)
print(proof.check(stuck="passes"), "positions replayed;", proof.analyse(start).moves[0])

database.close()
folder.cleanup()
