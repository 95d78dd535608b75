"""Compares the Python package with a second implementation of the rules page (naive_uisge.py).

Long because every function of the package is called with right and with wrong arguments.
"""

import ast
import concurrent.futures
import functools
import gc
import inspect
import os
import pathlib
import pickle
import random
import subprocess
import sys
import xml.etree.ElementTree

import naive_uisge
import numpy as np
import pytest

import uisge

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
GOLDEN = DATA / "3x3-2-loses.uisge"
START = "7/2bb3/1bbbb2/2wwww1/3ww2/7 w"


@pytest.fixture
def database():
    with uisge.Database(GOLDEN) as opened:
        yield opened


def as_pair(verdict):
    return verdict.value, verdict.distance


def rows_of(name):
    lines = (ROOT / "docs" / name).read_text().splitlines()
    return [line.split(",") for line in lines[1:]]


def test_facts_about_known_starts_are_those_of_the_tables():
    for stuck in ("loses", "wins", "draws", "passes"):
        for diagonal_jumps in (False, True):
            key = ["7x6", "6", stuck, str(diagonal_jumps).lower()]
            facts = [row for row in rows_of("known.csv") if row[:4] == key]
            known = uisge.known(uisge.Position.start(stuck=stuck, diagonal_jumps=diagonal_jumps))
            assert known.value == next((row[5] for row in facts if row[5]), None)
            assert known.source is None or known.source in [row[4] for row in facts if row[5]]
            assert known.at_least == max(int(row[6]) for row in facts if row[6])
            assert known.within == min((int(row[7]) for row in facts if row[7]), default=None)
            assert str(known).startswith("White to move") and str(known) in repr(known)
    (solved,) = [row for row in rows_of("results.csv") if row[:4] == ["7x6", "5", "passes", "true"]]
    known = uisge.known(uisge.Position.start("7x6", 5, stuck="passes", diagonal_jumps=True))
    assert (known.value, known.distance, known.source) == (solved[9], int(solved[10]), "distances")
    assert uisge.known(uisge.Position.from_fen("4/bb2/1wW1 w")) is None


def test_the_start_is_that_of_the_rules_page():
    assert uisge.Position().fen == START
    assert uisge.Position.from_fen("start") == uisge.Position()
    four = uisge.Position.start("7x6", 4, stuck="draws")
    assert (four.fen, four.stuck, four.pieces, four.board) == ("7/2bb3/2bb3/3ww2/3ww2/7 w", "draws", 4, "7x6")
    assert str(uisge.Position()).splitlines()[2] == "4 . b b b b . ."
    assert uisge.Position().perft(6) == 25285
    assert uisge.Position.from_fen("start", stuck="passes", diagonal_jumps=True).perft(6) == 31552


def test_perft_counts_the_sequences_of_moves(database):
    @functools.cache
    def count(position, plies):
        return 1 if plies == 0 else sum(count(position.push(move), plies - 1) for move in position.legal_moves())

    passes = 0
    for position, _, _ in database.canonical():
        for stuck in ("loses", "passes"):
            ruled = uisge.Position.from_fen(position.fen, stuck=stuck)
            passes += ruled.legal_moves() == ["pass"]
            assert ruled.perft(7) == count(ruled, 7), ruled
    assert passes > 0


@pytest.mark.parametrize("diagonal_jumps", [False, True])
def test_moves_are_those_of_the_second_program(diagonal_jumps):
    chooser = random.Random(7)
    seen = 0
    for _ in range(10):
        position = uisge.Position.from_fen(START, diagonal_jumps=diagonal_jumps)
        while not position.is_over and seen < 400:
            found = {move: position.push(move).fen for move in position.legal_moves()}
            assert found == naive_uisge.moves(position.fen, diagonal_jumps)
            position = position.push(chooser.choice(sorted(found)))
            seen += 1
    assert seen > 100


def test_equal_positions_are_equal_and_cannot_be_changed():
    position = uisge.Position.from_fen(START, stuck="wins", diagonal_jumps=True)
    after = position.push("d2f2")
    assert position.fen == START and after.fen != START and after.side_to_move == "black"
    assert pickle.loads(pickle.dumps(after)) == after
    assert eval(repr(after), {"Position": uisge.Position}) == after
    # A position's rules are part of its identity.
    assert len({after, position.push("d2f2"), position, uisge.Position()}) == 3
    assert position != START and position.canonical().canonical() == position.canonical()
    mirrored = uisge.Position.from_fen("7/3bb2/2bbbb1/1wwww2/2ww3/7 w", stuck="wins", diagonal_jumps=True)
    assert mirrored.canonical() == position.canonical()
    with pytest.raises(AttributeError):
        position.fen = "x"


def test_winners():
    stuck = "wb/bw w"  # a full board
    winners = {rule: uisge.Position.from_fen(stuck, stuck=rule).winner for rule in ("loses", "wins", "draws", "passes")}
    assert winners == {"loses": "black", "wins": "white", "draws": "draw", "passes": "draw"}
    assert uisge.Position.from_fen("Wb/WB b").winner == "white"
    assert uisge.Position().winner is None and not uisge.Position().is_over


def test_every_verdict_keeps_the_law(database):
    verdicts = {}

    def verdict_of(fen):
        over = naive_uisge.value_if_over(fen)
        if over is not None and not uisge.Position.from_fen(fen).legal_moves():
            return over
        return verdicts.setdefault(fen, as_pair(database.verdict(fen)))

    visited = 0
    for position, verdict in database:
        assert naive_uisge.broken_law(position.fen, verdict_of) is None
        assert as_pair(verdict) == as_pair(database.verdict(position)) == as_pair(database.analyse(position).verdict)
        visited += 1
    assert visited == database.live
    assert visited > 300


def test_moves_are_ranked_and_lines_lead_to_the_end(database):
    order = {"win": 0, "draw": 1, "loss": 2}
    for position, verdict in list(database)[::5]:
        moves = database.analyse(position).moves
        assert sorted(move.move for move in moves) == sorted(position.legal_moves())
        ranks = [(order[m.value], {"win": m.distance, "draw": 0, "loss": -(m.distance or 0)}[m.value]) for m in moves]
        assert ranks == sorted(ranks)
        assert all(move.best == (move.verdict == verdict) for move in moves)
        line = database.line(position)
        end = position
        for move in line:
            end = end.push(move)
        if verdict.value != "draw":
            assert len(line) == verdict.distance and end.is_over


def test_many_positions_are_answered_together(database):
    positions = [position for position, _ in database] + ["start", "start"]
    assert len(positions) > 300
    together = database.analyse_many(iter(positions))
    for position, answer in zip(positions, together, strict=True):
        alone = database.analyse(position)
        assert answer.verdict == alone.verdict
        assert [(m.move, m.verdict, m.best) for m in answer.moves] == [(m.move, m.verdict, m.best) for m in alone.moves]
    assert database.analyse_many([]) == []
    with pytest.raises(uisge.Error, match="position: 7x6 with 6 a side"):
        database.analyse_many([positions[0], START])
    with pytest.raises(TypeError):
        database.analyse_many([None])


def test_labels_are_arrays(database):
    counts = {"win": 0, "loss": 0, "draw": 0}
    live = database.live_indices
    for placement in range(len(database)):
        labels = database.labels(placement)
        assert labels.dtype == np.uint16 and labels.shape == live.shape
        assert not labels[~live].any()
        for index in np.flatnonzero(live):
            value, distance = as_pair(database.verdict(database.position(placement, index)))
            code = {"draw": 0, "win": 1 + 2 * (distance or 0), "loss": 2 + 2 * (distance or 0)}[value]
            assert labels[index] == code
        assert bin(database.placement(placement)).count("1") == 2 * database.pieces
    by_distance = database.by_distance
    assert by_distance[:, 0].sum() == database.won and by_distance[:, 1].sum() == database.lost
    assert database.won + database.lost + database.drawn == database.live
    # An array stays valid after its database has been freed.
    labels = uisge.Database(GOLDEN).labels(0)
    gc.collect()
    assert (labels == database.labels(0)).all()


def test_exported_arrays_are_what_the_package_gives(database, tmp_path):
    subprocess.run([os.environ["UISGE"], "export", GOLDEN, "--npy", tmp_path / "arrays"], check=True, capture_output=True)
    labels = np.load(tmp_path / "arrays" / "labels.npy", mmap_mode="r")
    placements = np.load(tmp_path / "arrays" / "placements.npy")
    colourings = np.load(tmp_path / "arrays" / "colourings.npy")
    assert labels.shape == (len(database), len(colourings), 4, 4) and placements.shape == (len(database),)
    for placement in range(len(database)):
        assert np.array_equal(labels[placement].ravel(), database.labels(placement))
        # The first position of a placement has blanks only. The occupied squares and the mover's squares must be equal
        # to the squares in the arrays.
        position = database.position(placement, 0)
        occupied = [file + 3 * rank for (file, rank) in naive_uisge.parse(position.fen)[2]]
        assert sorted(occupied) == [bit for bit in range(9) if placements[placement] >> np.uint64(bit) & np.uint64(1)]
    assert [bin(mask).count("1") for mask in colourings] == [2] * 6 and len(set(colourings)) == 6


def test_solving_and_searching_agree(tmp_path):
    seen = []
    path = tmp_path / "solved.uisge"
    report = uisge.solve("4x3", 2, stuck="draws", output=path, threads=1, progress=seen.append)
    assert {progress.phase for progress in seen} >= {"plies", "write"}
    database = uisge.Database(path)
    assert (report.won, report.lost, report.drawn) == (database.won, database.lost, database.drawn)
    assert report.longest == len(database.by_distance) - 1 and report.file_bytes == path.stat().st_size
    decided = 0
    for position, verdict in list(database)[::97]:
        found = uisge.search(position, plies=5, memory=1 << 20, threads=1)
        if verdict.distance is not None and verdict.distance <= 5:
            assert found.verdict == verdict and len(found.line) == verdict.distance
            decided += 1
        elif not position.is_over:
            assert found.verdict.value is None and found.verdict.no_forced_win_within == 5
        for move in uisge.search_moves(position, plies=3, memory=1 << 20, threads=1).moves:
            if move.value is not None:
                assert move.verdict in [m.verdict for m in database.analyse(position).moves if m.move == move.move]
    assert decided > 3


def test_a_search_of_all_moves_goes_on_after_the_first_win(database):
    position = uisge.Position.from_fen("2B/1Ww/2b w")
    searched = [(move.move, *as_pair(move.verdict)) for move in uisge.search_moves(position, memory=1 << 20).moves]
    assert searched == [(move.move, *as_pair(move.verdict)) for move in database.analyse(position).moves]
    assert searched == [("b2b1", "win", 3), ("b2b3", "loss", 6)]


def test_a_solve_for_values_alone_agrees_with_distances(tmp_path):
    with_distances, alone = tmp_path / "distances.uisge", tmp_path / "values.uisge"
    uisge.solve("4x3", 2, stuck="passes", output=with_distances, threads=1)
    seen = []
    report = uisge.solve("4x3", 2, stuck="passes", output=alone, threads=1, values_only=True, progress=seen.append)
    assert {progress.phase for progress in seen} >= {"sweeps", "write"} and report.longest == -1
    values = uisge.Database(alone)
    assert not values.has_distances and (report.won, report.lost) == (values.won, values.lost)
    expected = {position.fen: verdict.value for position, verdict in uisge.Database(with_distances)}
    assert {position.fen: verdict.value for position, verdict in values} == expected


def test_an_exception_of_a_callback_is_raised_again(tmp_path):
    class Enough(Exception):
        pass

    seen = []

    def stop(progress):
        seen.append(progress)
        raise Enough

    with pytest.raises(Enough):
        uisge.solve("4x4", 3, output=tmp_path / "x.uisge", progress=stop)
    with pytest.raises(Enough):
        uisge.search(uisge.Position(), plies=500, progress=stop)
    assert isinstance(seen[0], uisge.SolveProgress) and isinstance(seen[1], uisge.SearchProgress)


@pytest.mark.parametrize("call", ["uisge.search(uisge.Position(), plies=500)", "uisge.Position().perft(32)"])
def test_control_c_stops_work(call):
    run = run_python(
        "threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        f"try:\n    {call}\n"
        "except KeyboardInterrupt:\n    print('stopped')\n")
    assert run.stdout == "stopped\n", run.stderr


def test_control_c_stops_the_check_of_a_proof():
    # The check takes seconds. Python runs handlers during it, not once at its end, if a second handler can stop it.
    run = run_python(
        "proof = uisge.Proof(sys.argv[1])\n"
        "handled = []\n"
        "def handle(*_):\n"
        "    handled.append(1)\n"
        "    if len(handled) == 2: raise KeyboardInterrupt\n"
        "signal.signal(signal.SIGALRM, handle)\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.2, 0.2)\n"
        "try:\n    end = proof.check(threads=1)\n"
        "except KeyboardInterrupt:\n    end = 'stopped'\n"
        "signal.setitimer(signal.ITIMER_REAL, 0)\n"
        "print(end)\n", ROOT / "docs" / "proofs" / "7x6-6-draws.proof")
    assert run.stdout == "stopped\n", run.stderr


def test_threads_share_a_database(database):
    expected = {position.fen: verdict for position, verdict in database}

    def wrong(_):
        return [fen for fen, verdict in expected.items()
                if database.verdict(fen) != verdict or database.analyse(fen).verdict != verdict]

    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        assert list(threads.map(wrong, range(4))) == [[]] * 4


def run_python(code, *arguments):
    # Exit handlers run in reverse order, so the threads in `last` are joined after the package has ended its own work.
    code = ("import atexit, faulthandler, os, signal, sys, threading, time\n"
            "last = []\n"
            "atexit.register(lambda: [thread.join() for thread in last])\n"
            "import uisge\n"
            "faulthandler.dump_traceback_later(60, exit=True)\n" + code)
    return subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True, timeout=120)


def test_the_first_arrays_of_several_threads():
    run = run_python(
        "database = uisge.Database(sys.argv[1])\n"
        "threads = [threading.Thread(target=database.labels, args=(0,)) for _ in range(8)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
        "print('done')\n", GOLDEN)
    assert run.stdout == "done\n", run.stderr


def test_a_forked_child_solves_searches_and_opens_notes():
    run = run_python(
        "def work():\n"
        "    for values_only in (False, True):\n"
        "        report = uisge.solve('3x3', 2, threads=3, values_only=values_only)\n"
        "        assert report.live == uisge.Database(sys.argv[1]).live\n"
        "    assert uisge.search(uisge.Position.from_fen('3/bb1/1ww w'), plies=6, threads=3).verdict is not None\n"
        "    assert len(uisge.Notes(sys.argv[2])) == 3\n"
        "work()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    signal.alarm(60)\n"  # the child has no copy of faulthandler's thread
        "    work()\n"
        "    os._exit(7)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n", GOLDEN, DATA / "3x3-2-loses.notes")
    assert run.stdout == "7\n", run.stderr


@pytest.mark.parametrize("call", [
    "len(database.find(progress=progress))", "len(database.analyse_many(many()))",
    "uisge.solve('7x6', 4, threads=2, progress=lambda now: started.set())"])
def test_work_of_a_daemon_thread_ends_with_the_interpreter(call):
    run = run_python(
        "database = uisge.Database(sys.argv[1])\n"
        "started = threading.Event()\n"
        "def progress(share):\n"
        "    started.set()\n"
        "    time.sleep(0.5)\n"
        "def many():\n"
        "    started.set()\n"
        "    for _ in range(300_000): yield '3/bb1/1ww w'\n"
        "def work():\n"
        f"    try: print({call}, flush=True)\n"
        "    except uisge.Error as error: print(error.kind, flush=True)\n"
        "thread = threading.Thread(target=work, daemon=True)\n"
        "thread.start()\n"
        "assert started.wait(30)\n"
        "last.append(thread)\n", GOLDEN)
    assert run.returncode == 0 and run.stdout == "interrupted\n" and run.stderr == "", run.stderr


@pytest.mark.parametrize("call", ["Position.from_fen('x')", "Database('/nowhere/x.uisge')"])
def test_errors_in_daemon_threads_do_not_abort_the_interpreter_at_its_end(call):
    run = run_python(
        "def work():\n"
        "    while True:\n"
        f"        try: uisge.{call}\n"
        "        except uisge.Error: pass\n"
        "for _ in range(3): threading.Thread(target=work, daemon=True).start()\n"
        "time.sleep(0.3)\n")
    assert run.returncode == 0 and run.stderr == "", run.stderr


def test_paths_are_bytes(tmp_path):
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/\xff\x1b.uisge")  # not UTF-8: a lone surrogate in Python
    pathlib.Path(odd).write_bytes(GOLDEN.read_bytes())
    for name in (odd, os.fsencode(odd), pathlib.Path(odd)):
        with uisge.Database(name) as database:
            assert database.path == odd and odd in repr(database)
    with pytest.raises(uisge.Error) as caught:
        uisge.Database(odd + ".not")
    assert os.fsencode(odd) in os.fsencode(str(caught.value))
    with pytest.raises(UnicodeEncodeError):
        uisge.Database("\ud800")
    for call in (lambda name: uisge.Database(name), lambda name: uisge.solve("3x3", 2, output=name)):
        with pytest.raises(uisge.Error, match="zero byte") as caught:
            call(str(GOLDEN) + "\0.uisge")
        assert caught.value.kind == "usage"


@pytest.mark.parametrize(
    "kind, use",
    [
        (uisge.Position, lambda made: made.fen),
        (uisge.Position, lambda made: made == uisge.Position()),
        (uisge.Database, lambda made: made.board),
        (uisge.Database, lambda made: next(iter(made))),
        (uisge.PositionIterator, next),
        (uisge.Verdict, str),
        (uisge.RankedMove, repr),
        (uisge.Analysis, repr),
        (uisge.SolveProgress, lambda made: made.phase),
        (uisge.SolveReport, lambda made: made.won),
        (uisge.SearchProgress, lambda made: made.plies),
        (uisge.SearchReport, lambda made: made.line),
    ],
)
def test_an_object_without_its_constructor_is_refused(kind, use):
    with pytest.raises((TypeError, RuntimeError)):
        use(kind.__new__(kind))


@pytest.mark.parametrize(
    "call, kind, words",
    [
        (lambda d: uisge.Position.from_fen("7/2bb3/1bbbb2/2wwww2/3ww2/7 w"), "usage",
         "position: rank 3 has 8 squares, the board has 7 files"),
        (lambda d: uisge.Position.from_fen(START, stuck="sleeps"), "usage", "sleeps"),
        (lambda d: uisge.Position().push("a1a2"), "usage", "move: a1a2 is not possible, there is no piece on a1"),
        (lambda d: uisge.Position.start("2x2", 6), "usage", "start: the array for 6 a side needs 5x4"),
        (lambda d: uisge.Position().perft(99), "usage", "plies: 99 is out of range"),
        (lambda d: uisge.Database(DATA / "broken-flipped.uisge"), "bad_file", "broken-flipped.uisge: "),
        (lambda d: uisge.Database("/nowhere/x.uisge"), "resource", "/nowhere/x.uisge: "),
        (lambda d: d.verdict(START), "usage", "position: 7x6 with 6 a side, but "),
        (lambda d: d.verdict(uisge.Position.start("3x3", 2, stuck="wins")), "usage", "under other rules"),
        (lambda d: d.labels(10**6), "usage", "placement: 1000000 is out of range"),
        (lambda d: d.position(0, 10**6), "usage", "index: 1000000 is no position"),
        (lambda d: uisge.solve("7x6", 9), "usage", "pieces: 9 a side, expected 1 to 6"),
        (lambda d: uisge.solve("1x1", 1), "usage", "board"),
        (lambda d: uisge.solve("7x6", 6, memory=1 << 20), "resource", ""),
        (lambda d: uisge.solve("6x5", 4, memory=25 << 20, threads=1, values_only=True), "resource", "name an output"),
        (lambda d: uisge.search(uisge.Position(), plies=501), "usage", "plies: 501 is out of range"),
        (lambda d: uisge.search(uisge.Position(), threads=-1), "usage", "threads: -1 is out of range"),
    ],
)
def test_errors_have_the_programs_words(database, call, kind, words):
    with pytest.raises(uisge.Error) as caught:
        call(database)
    assert words in str(caught.value) and caught.value.kind == kind and "\n" not in str(caught.value)
    assert "--" not in str(caught.value)


def test_wrong_types_are_type_errors(database):
    proof = uisge.Proof(ROOT / "docs" / "proofs" / "7x6-6-draws.proof")
    for wrong in (None, 5, b"start", ["start"], "\ud800"):
        for call in (database.verdict, proof.verdict, lambda given: database.analyse_many([given])):
            with pytest.raises(TypeError):
                call(wrong)
    with pytest.raises(TypeError):
        uisge.Position.from_fen(None)
    with pytest.raises(TypeError):
        database.labels(-1)


def test_a_closed_database_says_so():
    database = uisge.Database(GOLDEN)
    iterator = iter(database)
    classes = database.canonical()
    next(iterator), next(classes)
    with database:
        pass
    for call in (lambda: database.verdict("start"), lambda: len(database), lambda: iter(database),
                 lambda: database.board, lambda: next(iterator), lambda: next(classes)):
        with pytest.raises(uisge.Error, match="the database is closed"):
            call()
    database.close()


def test_the_picture_shows_every_piece():
    picture = uisge.Position.from_fen("3/bB1/1wW w")._repr_svg_()
    shapes = [element.tag.split("}")[1] for element in xml.etree.ElementTree.fromstring(picture).iter()]
    assert shapes.count("rect") == 9 and shapes.count("circle") == 4 + 2


def test_the_stub_describes_every_public_name():
    stub = ast.parse((ROOT / "bindings/python/uisge/__init__.pyi").read_text())
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            thing = getattr(uisge, node.name)
            described = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            public = {n for n in vars(thing) if not n.startswith("_")}
            assert public <= described | {"kind"}, node.name
            assert all(hasattr(thing, n) for n in described), node.name
            assert all(inspect.getdoc(getattr(thing, n)) for n in public), node.name
    described = {n.name for n in stub.body if isinstance(n, (ast.ClassDef, ast.FunctionDef))}
    described |= {t.id for n in stub.body if isinstance(n, ast.Assign) for t in n.targets if not t.id.startswith("_")}
    assert described | {"__version__"} == set(uisge.__all__)


def test_the_example_runs(tmp_path):
    def run_example(*arguments):
        return subprocess.run([sys.executable, ROOT / "examples" / "analysis.py", *arguments], cwd=tmp_path,
                              capture_output=True, text=True, timeout=120)

    run = run_example(GOLDEN, "--plot", tmp_path / "draws.svg")
    assert run.returncode == 0, run.stderr
    with uisge.Database(GOLDEN) as database:
        first = database.analyse("start").moves[0]
        assert f"{first.move}  {first.verdict}" in run.stdout
        assert f"{database.drawn / database.live:.1%} of all positions are drawn" in run.stdout
    xml.etree.ElementTree.parse(tmp_path / "draws.svg")
    missing = run_example("missing.uisge")
    assert missing.returncode == 1
    assert missing.stderr == "missing.uisge: No such file or directory\n"
