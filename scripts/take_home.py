#!/usr/bin/env python3
"""Adds the results of scripts/gpu.sh to docs/results.csv and docs/known.csv, from which the program is built.

    scripts/take_home.py FOLDER     # the folder of --results

Checks every result first and changes nothing if one is impossible or contradicts what is known: counts that do not add
up, another number of positions than under the other rules, another value of the start. Each result
that was added is moved to FOLDER/taken, so that it is not added twice. Then run scripts/results.sh --report, build,
and run the tests. The tests name each page whose text differs from the tables.
"""
import csv
import json
import os
import pathlib
import sys

# In a rehearsal, UISGE_TABLES names a folder with copies of the tables.
DOCS = pathlib.Path(os.environ.get("UISGE_TABLES", pathlib.Path(__file__).resolve().parent.parent / "docs"))


class Table:
    """A CSV file with a heading, as rows of texts; the first four columns name a game."""

    def __init__(self, name):
        self.path = DOCS / name
        with self.path.open(newline="") as file:
            self.heading, *self.rows = list(csv.reader(file))

    def of_game(self, game):
        return [dict(zip(self.heading, row)) for row in self.rows if row[:4] == game]

    def write(self):
        with self.path.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([self.heading, *self.rows])


def least_plies(result):
    """A bound on the start's plies from the sweep that decided it (docs/lab/real-game.md), or "" for a whole solve.

    After s sweeps all wins within 2s - 1 plies are set. A win takes an odd number of plies, unless a stuck player wins.
    If a start's value is still open, "value" is "" and "sweeps" is the number of the last complete sweep.
    """
    if not result["start"]["value"]:
        return 2 * result["sweeps"]
    if result["live"] is not None or result["start"]["value"] == "draw":
        return ""
    is_odd = result["start"]["value"] == "win" and result["stuck"] != "wins"
    return 2 * result["sweeps"] - (1 if is_odd else 2)


def check(result, game, results, known):
    value = result["start"]["value"]
    for fact in known.of_game(game):
        if "" not in (value, fact["value"]) and fact["value"] != value:
            sys.exit(f"{','.join(game)}: the start's value is {value}, known is {fact['value']} ({fact['source']})")
    if result["live"] is None:
        return
    if result["won"] + result["lost"] + result["drawn"] != result["live"]:
        sys.exit(f"{','.join(game)}: won, lost and drawn positions do not add up")
    for row in results.rows:
        if row[:2] == game[:2] and row[4] != str(result["live"]):
            sys.exit(f"{','.join(game)}: {result['live']} positions, but {row[4]} under {row[2]}")
    counts = [str(result[name]) for name in ("won", "lost", "drawn")]
    for row in results.of_game(game):
        if [row["won"], row["lost"], row["drawn"]] != counts:
            sys.exit(f"{','.join(game)}: counts {counts}, known are {row['won']}, {row['lost']}, {row['drawn']}")


def add(result, game, results, known):
    value = result["start"]["value"]
    if result["live"] is not None and not results.of_game(game):
        counts = [str(result[name]) for name in ("live", "won", "lost", "drawn")]
        results.rows.append([*game, *counts, "", value, ""])
    source = "card" if result["card"] is not None else "processors"
    bound = least_plies(result)
    for row in known.rows:
        if row[:6] == [*game, source, value]:
            row[8] = str(int(row[8]) + 1)
            row[6] = str(max(int(row[6] or 0), bound or 0) or "")
            return
    known.rows.append([*game, source, value, str(bound), "", "1", "", ""])


def add_distance(result, game, known):
    """Adds the exact distance of the start, if the solve has found one."""
    value, distance = result["start"]["value"], result["start"]["distance"]
    if distance is None:
        return
    for fact in known.of_game(game):
        is_within = int(fact["at_least"] or 0) <= distance <= int(fact["within"] or distance)
        if fact["value"] != value or not is_within:
            sys.exit(f"{','.join(game)}: {value} in {distance} plies contradicts what is known ({fact['source']})")
    source = "card" if result["card"] is not None else "processors"
    for row in known.rows:
        if row[:6] == [*game, source, value]:
            row[6:9] = [str(distance), str(distance), str(int(row[8]) + 1)]
            return
    known.rows.append([*game, source, value, str(distance), str(distance), "1", "", ""])


def main():
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1]).is_dir():
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    results, known = Table("results.csv"), Table("known.csv")
    taken = []
    for path in sorted(folder.glob("*.json")):
        result = json.loads(path.read_text())
        game = [result["board"], str(result["pieces"]), result["stuck"], str(result["diagonal_jumps"]).lower()]
        if "stages" not in result:
            check(result, game, results, known)
        # gpu.sh also solves boards to check the card. Such boards are known with distances, so their results are not
        # added.
        if any(row["longest"] for row in results.of_game(game)):
            continue
        if "stages" in result:
            add_distance(result, game, known)
        else:
            add(result, game, results, known)
        taken.append(path)
        print(f"{path.name}: {','.join(game)}, {result['start']['value'] or 'open'}")
    results.write()
    known.write()
    for path in taken:
        (folder / "taken").mkdir(exist_ok=True)
        path.rename(folder / "taken" / path.name)


main()
