#!/usr/bin/env python3
"""Adds the results of scripts/gpu.sh to docs/results.csv and docs/known.csv, from which the program is built.

    scripts/take_home.py FOLDER     # the folder that scripts/gpu.sh filled (--results, --home)

Checks every result first and changes nothing if one is impossible or contradicts what is known: counts that do not add
up, another number of positions than under the other rules, another value of the start, a list that is damaged or
contradicts itself, a list or counts that would replace others. Lists and counts by distance go to docs/notes, where
`uisge query` and `uisge serve` read the lists, and the tables of docs/results.md are made again. Results that were
added move to FOLDER/taken, so that none is added twice. At the end the script prints what is left to do. (The script is
long because it checks all that it adds.)

The variable UISGE names another program than build/release/uisge, which reads the lists. In a rehearsal, UISGE_TABLES
names a folder with copies of the tables and of docs/results.md, which takes the place of docs.
"""
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCS = pathlib.Path(os.environ.get("UISGE_TABLES", ROOT / "docs"))
PROGRAM = os.environ.get("UISGE", str(ROOT / "build/release/uisge"))
SAMPLE = 1000  # positions of a list that are checked: each value is compared with the values after the moves
RULES = ["loses", "wins", "draws", "passes"]


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


def refuse(game, reason):
    sys.exit(f"{','.join(game)}: {reason}; nothing was changed")


def game_of(result):
    return [result["board"], str(result["pieces"]), result["stuck"], str(result["diagonal_jumps"]).lower()]


def least_plies(result):
    """A lower bound on the start's plies, or "" if the result gives none.

    A win that is found in sweep s takes at least 2s - 1 plies, and a loss 2s - 2; one less if a stuck player wins
    (docs/lab/real-game.md). If the start's value is still open, gpu.sh or the last stage gives the bound.
    """
    if not result["start"]["value"]:
        return result.get("at_least") or result["start"].get("no_forced_win_within", -1) + 1
    if result["live"] is not None or result["start"]["value"] == "draw":
        return ""
    return 2 * result["sweeps"] - (1 if result["start"]["value"] == "win" else 2) - (result["stuck"] == "wins")


class Known:
    """The two tables."""

    def __init__(self):
        self.results, self.facts = Table("results.csv"), Table("known.csv")
        self.solved = [row[:4] for row in self.results.rows if row[8]]

    def of_start(self, game):
        """What both tables say of a start."""
        solves = [{"value": row["start"], "at_least": row["distance"], "within": row["distance"], "source": "a solve"}
                  for row in self.results.of_game(game) if row["start"] != "none"]
        return [*self.facts.of_game(game), *solves]

    def write(self):
        self.results.write()
        self.facts.write()


def check_start(game, value, distance, known, at_least=0):
    """Compares a start's value and distance ("" and None: not found) and a lower bound with the known facts."""
    for fact in known.of_start(game):
        if "" not in (value, fact["value"]) and fact["value"] != value:
            refuse(game, f"the start's value is {value}, known is {fact['value']} ({fact['source']})")
        if at_least > int(fact["within"] or at_least):
            refuse(game, f"at least {at_least} plies contradicts what is known ({fact['source']})")
        if distance is None:
            continue
        if not int(fact["at_least"] or 0) <= distance <= int(fact["within"] or distance):
            refuse(game, f"{value} in {distance} plies contradicts what is known ({fact['source']})")


def check_counts(result, game, known):
    """Checks the counts of a result that has counts of all positions."""
    if result["won"] + result["lost"] + result["drawn"] != result["live"]:
        refuse(game, "won, lost and drawn positions do not add up")
    for row in known.results.rows:
        if row[:2] == game[:2] and row[4] != str(result["live"]):
            refuse(game, f"{result['live']} positions, but {row[4]} under {row[2]}")
    counts = [str(result[name]) for name in ("won", "lost", "drawn")]
    for row in known.results.of_game(game):
        if [row["won"], row["lost"], row["drawn"]] != counts:
            refuse(game, f"counts {counts}, known are {row['won']}, {row['lost']}, {row['drawn']}")


def check_distances(result, game, known):
    """Compares the counts by distance with the sums."""
    for side in ("won", "lost"):
        if sum(counts[side] for counts in result["by_distance"]) != result[side]:
            refuse(game, f"the {side} positions by distance do not add up")
    for row in known.results.of_game(game):
        if any(result[side] > int(row[side]) for side in ("won", "lost")):
            refuse(game, "more positions are won or lost than in all")


def fact_row(game, value, known):
    """The row of known.csv with what cards found about a game's start. Adds the row if it is missing."""
    for row in known.facts.rows:
        if row[:6] == [*game, "card", value]:
            return row
    known.facts.rows.append([*game, "card", value, "", "", "0", "", ""])
    return known.facts.rows[-1]


def add_start(result, game, known):
    value, distance = result["start"]["value"] or "", result["start"].get("distance")
    if not value:
        if not least_plies(result):
            return
        value = next((fact["value"] for fact in known.facts.of_game(game) if fact["source"] == "card"), "")
    row = fact_row(game, value, known)
    row[8] = str(int(row[8]) + (value == (result["start"]["value"] or "")))
    if distance is None:
        row[6] = str(max(int(row[6] or 0), least_plies(result) or 0) or "")
        return
    row[6] = row[7] = str(distance)
    if [value, result["stuck"]] != ["win", "draws"]:
        return
    # No line of a win under `draws` meets a stuck player, so the position is won under every rule.
    for stuck in RULES:
        other = [*game[:2], stuck, game[3]]
        check_start(other, value, None, known)
        if any(int(fact["at_least"] or 0) > distance for fact in known.of_start(other)):
            refuse(other, f"takes more than the {distance} plies of the win under draws")
        for row in known.facts.rows:
            if row[:6] == [*other, "card", value] and int(row[7] or distance) >= distance:
                row[7] = str(distance)


def add_counts(result, game, known, is_whole):
    """Adds the row of a whole solve, or completes the row of a solve without distances."""
    value, distance = result["start"]["value"], result["start"].get("distance")
    longest = str(result.get("longest_distance") or "") if is_whole else ""
    found = [longest, value or "none", "" if distance is None else str(distance)]
    for row in known.results.rows:
        if row[:4] == game:
            row[8:] = [new or old for new, old in zip(found, row[8:])]
            return
    known.results.rows.append([*game, *(str(result[name]) for name in ("live", "won", "lost", "drawn")), *found])


def take(result, game, known):
    """Checks a result and adds it to the tables. Returns whether it is new.

    gpu.sh also solves boards to check the card. Their distances are known, so they are not new.
    """
    has_stages = "stages" in result
    is_whole = result["complete"] if has_stages else result["live"] is not None
    if result["card"] is None:
        refuse(game, "was not found by a card")
    check_start(game, result["start"]["value"] or "", result["start"].get("distance"), known, least_plies(result) or 0)
    if is_whole:
        check_counts(result, game, known)
    if has_stages:
        check_distances(result, game, known)
    if game in known.solved:
        return False
    add_start(result, game, known)
    if is_whole or (result["start"].get("distance") is not None and known.results.of_game(game)):
        add_counts(result, game, known, is_whole)
    return True


def run(*command, text=None):
    done = subprocess.run([PROGRAM, *command], input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{done.stderr.strip() or command}; nothing was changed")
    return done.stdout


def contradiction(answer):
    """What is wrong with a position of a list beside the positions after its moves; "" if nothing is."""
    value, distance = answer["value"], answer["distance"]
    moves = [(move["value"], move["distance"]) for move in answer["moves"]]
    better = {"win": lambda v, d: v == "win" and d < distance, "draw": lambda v, d: v == "win",
              "loss": lambda v, d: v in ("win", "draw") or (v == "loss" and d > distance)}[value]
    if any(better(*move) for move in moves):
        return "a move is better than the position"
    if moves and all(move[0] for move in moves) and (value, distance) not in moves:
        return "no move is as good as the position"
    return ""


def require_new_name(path, game, way_out):
    kept = DOCS / "notes" / path.name
    if kept.exists() and kept.read_bytes() != path.read_bytes():
        refuse(game, f"{kept} is there already and differs; {way_out}")


def check_list(path, results_by_name, known):
    """Checks a list of noted positions. A list needs no result: a solve that was cut off leaves its list."""
    run("check", str(path))
    start = json.loads(run("query", str(path), "start", "--json", "--no-line"))
    game = game_of(start)
    if not path.name.startswith(f"{game[0]}-{game[1]}-{game[2]}"):
        refuse(game, f"{path.name} has another game's name")
    require_new_name(path, game, f"rename {path} to {path.stem}-2.notes to keep both, or remove one")
    if start["source"] == "file":  # otherwise the list has no start, and known.csv gave the answer
        check_start(game, start["value"], start["distance"], known)
        for name in (path.stem + end for end in ("", "-exact", "-counts", "-exact-open", "-counts-open")):
            found = results_by_name.get(name, {"start": {"value": None}})["start"]
            if found["value"] and any(found.get(key, start[key]) != start[key] for key in ("value", "distance")):
                refuse(game, f"{path.name} has another start than {name}.json")
    positions = run("find", str(path), "--sample", str(SAMPLE))
    for line in run("query", str(path), "-", "--json", "--no-line", text=positions).splitlines():
        answer = json.loads(line)
        if wrong := contradiction(answer):
            refuse(game, f"{path.name}: {wrong}: {answer['position']}")


def comes_further(path):
    """Whether the file has counts, and from more stages than the counts of its name that are kept."""
    kept, result = DOCS / "notes" / path.name, json.loads(path.read_text())
    return path.stem.endswith("-counts-open") and bool(result["longest_distance"]) and (
        not kept.exists() or json.loads(kept.read_text())["stages"] < result["stages"])


def unpack(folder):
    archive = folder / "results.tar.gz"
    if not archive.exists():
        return
    with tarfile.open(archive) as files:
        for member in files:
            if not member.isfile():
                continue
            name = pathlib.Path(member.name).name
            data = files.extractfile(member).read()
            taken = folder / "taken" / name
            if not taken.exists() or taken.read_bytes() != data:
                (folder / name).write_bytes(data)


def stale_lines(before, after):
    """The lines of pages that name a number of plies that the table no longer has."""
    old = {number for row in before for number in row[6:8]} - {number for row in after for number in row[6:8]} - {""}
    pages = [*sorted(DOCS.rglob("*.md")), *([ROOT / "README.md"] if DOCS.parent == ROOT else [])]
    for page in pages:
        for number, line in enumerate(page.read_text().split("\n"), 1):
            if any(re.search(rf"\b{plies}\b[^|.]* plies", line) for plies in old):
                yield f"{page}:{number}"


def main():
    if "--help" in sys.argv:
        sys.exit(print(__doc__))
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1]).is_dir():
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    unpack(folder)
    (folder / "taken").mkdir(exist_ok=True)
    known = Known()
    before = [list(row) for row in known.facts.rows]
    found = {path.stem: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}
    lists = sorted(folder.glob("*.notes"))
    for path in lists:
        check_list(path, found, known)
    taken = []
    for name, result in found.items():
        if not take(result, game := game_of(result), known):
            continue
        taken.append(folder / f"{name}.json")
        if name.endswith("-counts"):
            require_new_name(taken[-1], game, f"remove it, or move {taken[-1]} to {folder / 'taken'}")
        print(f"{name}: {','.join(game)}, {result['start']['value'] or 'open'}")
    kept = [*lists, *(path for path in taken if path.stem.endswith("-counts") or comes_further(path))]
    for path in kept:
        (DOCS / "notes").mkdir(exist_ok=True)
        shutil.copy(path, DOCS / "notes" / path.name)
    known.write()
    subprocess.run([ROOT / "scripts/results.sh", "--tables"], check=True)
    for path in {*taken, *kept}:
        path.rename(folder / "taken" / path.name)
    print("Left to do: build, and run the tests, which name each page whose text differs from the tables. Commit",
          ", ".join(["the tables", *(f"notes/{path.name}" for path in kept)]) + ".")
    for line in stale_lines(before, known.facts.rows):
        print(f"Edit {line}: it names plies that the table no longer has.")


main()
