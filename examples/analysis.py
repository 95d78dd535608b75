#!/usr/bin/env python3
"""What a database says about a board:  analysis.py FILE [--plot PICTURE.svg]

Which first moves win, how long games last, and how many positions are drawn by the number of crowns on the board. Needs
the Python package uisge and NumPy, and Matplotlib for a picture.
"""

import argparse

import numpy as np

import uisge


def openings(database):
    """Prints the first moves, best first, with the best answer to each."""
    try:
        start = database.start
    except uisge.Error as error:
        print(error)
        return
    print(start)
    analysis = database.analyse(start)
    print(f"{analysis.verdict} from the start")
    for move in analysis.moves:
        answers = database.analyse(start.push(move.move)).moves
        answer = f", then {answers[0].move}" if answers else ""
        print(f"  {'*' if move.best else ' '} {move.move}  {move.verdict}{answer}")


def crowns_by_index(database):
    """The number of crowns of the position at each index of a placement: the lowest bits of an index are crowns."""
    indices = np.arange(len(database.live_indices))
    crowns = indices & (4**database.pieces - 1)
    return np.array([bin(value).count("1") for value in range(4**database.pieces)])[crowns]


def draws_by_crowns(database):
    """Counts drawn and live positions by their number of crowns, on one placement of each class under symmetry."""
    live = database.live_indices
    crowns = crowns_by_index(database)
    most = 2 * database.pieces + 1
    drawn = np.zeros(most, dtype=np.int64)
    for placement in range(len(database)):
        is_drawn = live & (database.labels(placement) == 0)
        drawn += np.bincount(crowns[is_drawn], minlength=most)
    return drawn, len(database) * np.bincount(crowns[live], minlength=most)


def plot(shares, path):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.figure(figsize=(6, 4))
    pyplot.bar(range(len(shares)), 100 * shares)
    pyplot.xlabel("crowns on the board")
    pyplot.ylabel("drawn positions, %")
    pyplot.savefig(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--plot", metavar="PICTURE")
    arguments = parser.parse_args()
    with uisge.Database(arguments.file) as database:
        print(f"{database.board}, {database.pieces} a side, a stuck player {database.stuck}")
        openings(database)
        print(f"{database.drawn / database.live:.1%} of all positions are drawn")
        by_distance = database.by_distance
        if len(by_distance):
            decided = by_distance.sum(axis=1)
            median = int(np.searchsorted(decided.cumsum(), decided.sum() / 2))
            print(f"half of the decided positions end within {median} plies, the longest takes {len(decided) - 1}")
        drawn, live = draws_by_crowns(database)
        shares = np.divide(drawn, live, out=np.zeros(len(live)), where=live > 0)
        for crowns, share in enumerate(shares):
            if live[crowns]:
                print(f"{crowns:3} crowns: {share:6.1%} drawn")
        if arguments.plot:
            plot(shares, arguments.plot)


if __name__ == "__main__":
    try:
        main()
    except uisge.Error as error:
        raise SystemExit(f"{error}")
