"""Tests how the package counts and finds positions and uses proofs, and what reports and notebooks show. The results
are compared with the second Uisge of naive_uisge.py, with the files' own counts and with docs/results.csv."""

import collections
import os
import pathlib
import random
import subprocess
import sys
import xml.etree.ElementTree

import pytest

import uisge

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
STUCK = ("loses", "wins", "draws", "passes")
# Two a side on 4x3: the start is a win in 11 plies under all four stuck rules, without diagonal jumps
# (docs/results.csv).
START = uisge.Position.start("4x3", 2)


@pytest.fixture(scope="module")
def proof_under_draws(tmp_path_factory):
    path = tmp_path_factory.mktemp("proofs") / "4x3-2-draws.proof"
    report = uisge.prove(uisge.Position.start("4x3", 2, stuck="draws"), output=path, memory=1 << 24)
    assert report.verdict.value == "win" and report.verdict.within >= 11 and report.verdict.distance is None
    assert report.positions > 5 and report.nodes > 0 and not report.stopped
    return path


def images(fen):
    """The texts of a position's images under the board's symmetries."""
    placement, side = fen.split()
    rows = ["".join("." * int(c) if c.isdigit() else c for c in row) for row in placement.split("/")]
    found = set()
    for turned in (rows, ["".join(column) for column in zip(*rows)]):
        if len(turned) == len(rows):
            for flipped in (turned, turned[::-1]):
                found.update({"/".join(flipped), "/".join(row[::-1] for row in flipped)})
    return {f"{placement} {side}" for placement in found}


@pytest.mark.parametrize("name", ["3x3-2-loses", "4x3-2-passes", "4x4-2-wins-diagonal", "3x3-2-loses-values"])
def test_positions_are_counted_as_the_file_counts_them(name):
    with uisge.Database(DATA / f"{name}.uisge") as database:
        counts = +collections.Counter(win=database.won, loss=database.lost, draw=database.drawn)
        raw = {position.fen: verdict for position, verdict in database}
        assert collections.Counter(verdict.value for verdict in raw.values()) == counts
        weighted = collections.Counter()
        seen = set()
        for position, verdict, weight in database.canonical():
            weighted[verdict.value] += weight
            assert position.canonical() == position and position not in seen
            seen.add(position)
            assert raw[position.fen] == verdict == database.verdict(position) or not database.has_distances
            assert len(images(position.fen)) == weight
        assert weighted == counts
        assert sum(map(len, map(images, (position.fen for position in seen)))) == len(raw) == database.live
        by_distance = collections.Counter(verdict.distance for verdict in raw.values() if verdict.distance is not None)
        assert [by_distance[plies] for plies in range(len(database.by_distance))] == [
            int(won + lost) for won, lost in database.by_distance]


def test_the_positions_found_have_the_properties():
    with uisge.Database(DATA / "4x3-2-passes.uisge") as database:
        everything = list(database.canonical())
        crowns = {position: len(position.crowns(position.side_to_move)) for position, _, _ in everything}
        analyses = {position: database.analyse(position) for position, _, _ in everything}

        def wins(position):
            return sum(move.value == "win" for move in analyses[position].moves)

        questions = [
            ({}, lambda position, verdict: True),
            ({"value": "win"}, lambda position, verdict: verdict.value == "win"),
            ({"distance": (5, None)}, lambda position, verdict: (verdict.distance or 0) >= 5),
            ({"value": "loss", "distance": 4}, lambda position, verdict: (verdict.value, verdict.distance) == ("loss", 4)),
            ({"mover_crowns": 0, "winning_moves": (1, 1)},
             lambda position, verdict: crowns[position] == 0 and wins(position) == 1),
        ]
        for properties, fits in questions:
            expected = [one for one in everything if fits(one[0], one[1])]
            assert database.find(**properties) == expected and expected
        assert len(database.find(value="draw", limit=3)) == 3 and database.find(limit=0) == []
        with pytest.raises(uisge.Error, match="value: 'victory' is none"):
            database.find(value="victory")
        with pytest.raises(KeyError):
            database.find(progress=lambda share: {}[share])
    with uisge.Database(DATA / "3x3-2-loses-values.uisge") as values:
        with pytest.raises(uisge.Error, match="distance"):
            values.find(distance=3)


def test_squares_and_pieces_agree_with_the_text_of_the_position():
    position = uisge.Position.from_fen("3/bB1/1wW b", stuck="wins")
    assert position.squares("white") == ["b1", "c1"] and position.squares("black") == ["a2", "b2"]
    assert position.squares() == ["b1", "c1", "a2", "b2"]
    assert position.crowns() == ["c1", "b2"] and position.crowns("white") == ["c1"]
    assert [position.piece_at(square) for square in ("a1", "b1", "c1", "a2", "b2")] == [None, "w", "W", "b", "B"]
    assert position.mirror() == uisge.Position.from_fen("3/1Bb/Ww1 b", stuck="wins")
    assert position.mirror().mirror() == position
    for call, words in ((lambda: position.piece_at("d1"), "square: 'd1' is not on the 3x3 board"),
                        (lambda: position.squares("red"), "color: 'red' is none")):
        with pytest.raises(uisge.Error, match=words):
            call()
    with pytest.raises(TypeError, match="from_fen"):
        uisge.Position("3/bB1/1wW b")


def test_a_list_answers_about_its_noted_positions():
    notes = uisge.Notes(DATA / "3x3-2-loses.notes")
    assert len(notes) == 3 and notes.path.endswith("3x3-2-loses.notes")
    database = uisge.Database(DATA / "3x3-2-loses.uisge")
    for name in ("board", "pieces", "stuck", "diagonal_jumps", "start"):
        assert getattr(notes, name) == getattr(database, name)
    assert notes.verdict("start") == database.verdict("start") == notes.analyse("start").verdict
    assert notes.line("start") == database.line("start")[:1]
    with pytest.raises(uisge.Error) as caught:
        uisge.Notes(DATA / "3x3-2-loses.uisge")
    assert caught.value.kind == "bad_file"


def test_a_proof_under_draws_answers_under_every_rule(proof_under_draws):
    proof = uisge.Proof(proof_under_draws)
    assert proof.position == uisge.Position.start("4x3", 2, stuck="draws")
    assert proof.claim == proof.verdict("start") and proof.claim.value == "win"
    assert str(proof.claim) == f"win within {proof.claim.within}"
    for stuck in STUCK:
        start = uisge.Position.start("4x3", 2, stuck=stuck)
        analysis = proof.analyse(start)
        assert analysis.verdict == proof.claim == proof.verdict(start)
        first = analysis.moves[0]
        assert (first.value, first.within, first.best) == ("win", proof.claim.within, True)
        position = start
        for move in proof.line(start):
            position = position.push(move)
        assert position.winner == "white"
        assert proof.verdict(start.push(first.move)).value == "loss"
        assert proof.holds_under(stuck) and not proof.holds_under(stuck, diagonal_jumps=True)
        assert proof.check(stuck=stuck) > 5
    far = proof.verdict("4/wb2/1bw1 w")
    assert (far.value, far.distance, far.within) == (None, None, None)
    with pytest.raises(uisge.Error, match="is a proof where a stuck player draws, not where it"):
        proof.verdict(uisge.Position.start("4x3", 2, diagonal_jumps=True))
    with pytest.raises(uisge.Error, match="4x3 with 2"):
        proof.verdict("3/bb1/1ww w")


def test_a_proof_checks_its_own_file_in_another_folder_too(proof_under_draws, tmp_path, monkeypatch):
    monkeypatch.chdir(proof_under_draws.parent)
    proof = uisge.Proof(proof_under_draws.name)
    monkeypatch.chdir(tmp_path)
    assert proof.path == proof_under_draws.name and proof.check() > 5


def test_proofs_of_both_forms_are_checked(tmp_path):
    text = tmp_path / "text.proof"
    uisge.prove(START, output=text, compact=False, memory=1 << 24)
    proof = uisge.Proof(text)
    assert not proof.holds_under("draws") and proof.check() > 5
    hasty = tmp_path / "hasty.proof"
    hasty.write_text(text.read_text().replace(f"claim win {proof.claim.within}", "claim win 1"))
    with pytest.raises(uisge.Error, match="not a proof") as caught:
        uisge.Proof(hasty).check()
    assert caught.value.kind == "verification"
    with pytest.raises(uisge.Error) as caught:
        uisge.Proof(DATA / "3x3-2-loses.uisge")
    assert caught.value.kind == "bad_file"
    state, guide = tmp_path / "state", tmp_path / "guide"
    # Each run has one thread: two threads could both begin to search before either looks up the result in the state.
    first, second = (uisge.prove(START, state=state, memory=1 << 24, threads=1) for _ in range(2))
    assert second.verdict == first.verdict and second.nodes < first.nodes
    guide.write_text(f"uisge-guide 1\nrules loses\n{START.fen} {proof.line(START)[0]}\n")
    assert uisge.prove(START, guide=guide, memory=1 << 24).verdict.value == "win"
    assert uisge.prove(START, guide=text, memory=1 << 24).verdict.value == "win"
    guide.write_text("not a guide\n")
    with pytest.raises(uisge.Error, match="line 1: expected 'uisge-guide 1'"):
        uisge.prove(START, guide=guide, memory=1 << 24)
    stopped = uisge.prove(uisge.Position(), seconds=0.05, memory=1 << 24, threads=1)
    assert stopped.stopped and stopped.verdict.value is None

    def enough(now):
        raise KeyError(now.nodes)

    with pytest.raises(KeyError):
        uisge.prove(uisge.Position(), memory=1 << 24, progress=enough)


def test_a_record_is_written_read_and_annotated():
    with uisge.Database(DATA / "4x3-2-passes.uisge") as database:
        chooser = random.Random(3)
        marks = collections.Counter()
        for _ in range(12):
            position, moves = database.start, []
            while not position.is_over and len(moves) < 20:
                moves.append(chooser.choice(position.legal_moves()))
                position = position.push(moves[-1])
            record = uisge.Record(database.start, moves, white="A", date="2026.11.26")
            assert record.positions[-1] == position and record.moves == moves
            (read,) = uisge.read_records(str(record))
            assert (read.start, read.moves, read.white, read.black, read.date) == (
                database.start, moves, "A", "", "2026.11.26")
            for before, review in zip(record.positions, database.annotate(record)):
                advice = {move.move: move for move in database.analyse(before).moves}
                played, best = advice[review.played.move], next(iter(advice.values()))
                assert review.played.verdict == played.verdict and review.best.verdict == best.verdict
                expected = "??" if played.value != best.value else "?!" if played.verdict != best.verdict else ""
                assert review.mark in (expected, "!") and (review.mark == expected or not expected)
                assert (review.plies_given_away > 0) == (expected == "?!")
                marks[review.mark] += 1
        assert min(marks[mark] for mark in ("??", "?!", "!", "")) > 0
        for call, words in ((lambda: uisge.Record(database.start, ["a1a2"]), "move: a1a2 is not possible"),
                            (lambda: uisge.Record(database.start, [], result="2-0"), "result: '2-0' is none"),
                            (lambda: uisge.Record(uisge.Position.from_fen("3/bb1/1WW b"), [], result="0-1"),
                             "result: it is given as 0-1, by the rules it is 1-0"),
                            (lambda: uisge.read_records("c1a1 *"), ""),
                            (lambda: database.annotate(uisge.Record(START, [])), "4x3-2-passes.uisge: holds another")):
            with pytest.raises(uisge.Error, match=words):
                call()


def test_every_answer_has_a_text_that_says_what_it_is(proof_under_draws, tmp_path):
    seen = []
    shown = [
        (uisge.solve("3x3", 2, threads=1, progress=seen.append), "won, "),
        (uisge.search(START, plies=12, memory=1 << 20, threads=1, progress=seen.append), "SearchReport: win in 11, "),
        (uisge.prove(START, memory=1 << 24), "ProveReport: win within "),
        (uisge.Proof(proof_under_draws), "4x3-2-draws.proof: win within "),
        (seen[0], "SolveProgress: enumerate"),
    ]
    for thing, words in shown:
        assert words in repr(thing) and "object at" not in repr(thing)


def test_an_analysis_is_shown_with_its_board_and_moves():
    with uisge.Database(DATA / "3x3-2-loses.uisge") as database:
        analysis = database.analyse("start")
    page = xml.etree.ElementTree.fromstring(analysis._repr_html_())
    rows = [["".join(cell.itertext()) for cell in row.iter("td")] for row in page.iter("tr")]
    assert rows == [[move.move, str(move.verdict)] for move in analysis.moves]
    assert "".join(page.find(".//caption").itertext()) == str(analysis.verdict)
    svg = "{http://www.w3.org/2000/svg}"
    assert len(list(page.iter(svg + "circle"))) == 4 and len(list(page.iter(svg + "rect"))) == 9


def test_the_types_are_complete(tmp_path):
    pytest.importorskip("mypy")
    program, settings = tmp_path / "typed.py", tmp_path / "mypy.ini"
    program.write_text((ROOT / "tests" / "python" / "typed_program.txt").read_text())
    # NumPy's own types are skipped, since their check takes a minute.
    settings.write_text("[mypy]\nstrict = True\n[mypy-numpy.*]\nfollow_imports = skip\n")
    package = pathlib.Path(uisge.__file__).parents[1]
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", settings, "--cache-dir", tmp_path / "cache", program],
        capture_output=True, text=True, timeout=120, env={**os.environ, "MYPYPATH": str(package)})
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_notebook_runs(tmp_path):
    run = subprocess.run([sys.executable, str(ROOT / "examples" / "notebook.py"), str(tmp_path / "draws.svg")],
                         capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert "White to move wins" in run.stdout and "win within" in run.stdout
    xml.etree.ElementTree.parse(tmp_path / "draws.svg")
