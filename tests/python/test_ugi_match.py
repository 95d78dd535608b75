"""Lets the engine play ten games against itself, by a driver of our own, with clocks, takebacks and restarts in
mid-game."""

import os
import pathlib
import re
import shutil

import naive_uisge
import ugi_driver

DATA = os.path.join(os.path.dirname(__file__), "..", "data")
MOST_PLIES = 40
SEARCH = ["--memory", "1M", "--threads", "1", "--time", "0.02"]
PASSES = os.path.join(DATA, "4x3-2-passes.uisge")
SMALL = [("Board", "4x3"), ("Pieces", "2"), ("Stuck", "passes")]
START = "fen 4/bb2/1ww1 w"


def engine(*arguments, options=()):
    return ugi_driver.Engine([os.environ["UISGE"], "engine", *SEARCH, *arguments], options)


def legal(fen, moves, stuck):
    """Whether the moves are possible by the naive rules, and the position that they lead to."""
    for move in moves:
        here = naive_uisge.moves(fen)
        if move == "pass":
            assert stuck == "passes" and not here, fen
            fen = fen[:-1] + ("b" if fen.endswith("w") else "w")
        else:
            assert move in here, (fen, move)
            fen = here[move]
    return fen


def over_by_rules(fen, stuck):
    _, _, cells, _ = naive_uisge.parse(fen)
    for side, result in (("w", "p1win"), ("b", "p2win")):
        if naive_uisge.complete(cells, side):
            return result
    if naive_uisge.moves(fen):
        return None
    if stuck == "loses":
        return "p2win" if fen.endswith("w") else "p1win"
    other = fen[:-1] + ("b" if fen.endswith("w") else "w")
    return None if naive_uisge.moves(other) else "draw"


def check_result(fen, moves, stuck, result):
    """Compares the result with the rules and with the convention that a third occurrence of a position ends a game."""
    seen = [legal(fen, moves[:ply], stuck) for ply in range(len(moves) + 1)]
    by_rules = over_by_rules(seen[-1], stuck)
    is_repeated = any(seen.count(position) >= 3 for position in seen)
    assert result == (by_rules or ("draw" if is_repeated else "none")), (moves, result)


def test_a_match_of_ten_games():
    small = "4/bb2/1ww1 w"
    real = "7/2bb3/1bbbb2/2wwww1/3ww2/7 w"
    file = engine(PASSES)
    search = engine(options=SMALL)
    white = engine()
    black = engine(options=[("Hash", "1"), ("MultiPV", "3")])
    # The database plays against the search, with either side first. The loser's clock may run out, and the engine must
    # go on.
    for pair, left, increment in (((file, search), 2000, 0), ((search, file), 60, 5), ((file, search), 0, 0)):
        moves, result = ugi_driver.play(pair, START, ugi_driver.Clocks(left, increment), MOST_PLIES)
        check_result(small, moves, "passes", result)
    # The real game; moves are taken back now and then.
    for left, increment in ((600, 10), (1, 20), (-100, 0)):
        taken = []

        def take_back(ply, moves):
            if ply in (5, 9, 14) and len(moves) >= 2:
                taken.append(moves[-2:])
                del moves[-2:]

        clocks = ugi_driver.Clocks(left, increment)
        moves, result = ugi_driver.play((white, black), "startpos", clocks, 20, event=take_back)
        assert taken
        check_result(real, moves, "loses", result)
    # Both engines are restarted in mid-game: they are told to quit, or are killed. White's engine is restarted while it
    # waits for its turn, Black's engine while it thinks.
    for killed in (False, True):

        def restart(ply, _moves):
            if ply == 4:
                white.restart(killed)
            if ply == 7:
                black.send("position startpos")
                black.send("go infinite")
                black.restart(killed)

        moves, result = ugi_driver.play((white, black), "startpos", ugi_driver.Clocks(400, 10), 12, event=restart)
        check_result(real, moves, "loses", result)
    # Between moves of these games the engine `search` also analyses positions. During an infinite search it answers
    # `isready`, then obeys `stop`.
    for pair in ((file, search), (search, file)):

        def analyse(ply, moves):
            if ply % 3 == 1:
                search.send(ugi_driver.position_line(START, moves))
                search.send("go infinite")
                search.ready()
                search.send("stop")
                assert search.read_until("bestmove") != "bestmove none"

        moves, result = ugi_driver.play(pair, START, ugi_driver.Clocks(500, 0), MOST_PLIES, event=analyse)
        check_result(small, moves, "passes", result)
    for one in (file, search, white, black):
        one.quit()


def test_a_database_that_is_damaged_in_mid_game_leaves_the_search(tmp_path):
    file = tmp_path / "x.uisge"
    shutil.copy(PASSES, file)
    one = engine(str(file))
    os.truncate(file, 0)
    one.send("position " + START)
    one.send("go")
    assert f"{file}: ends at byte " in one.read_until("info")
    assert one.read_until("bestmove").split(" ")[1] in naive_uisge.moves("4/bb2/1ww1 w")
    one.quit()


def test_infos_are_read_as_chess_programs_read_them():
    """depth, score, nodes and pv stand where UCI has them, also with several lines; every pv is legal."""
    fen = "4/1bb1/1Ww1 w"
    for arguments, options, searches in (([PASSES], [], False), ([], SMALL, True)):
        one = engine(*arguments, options=[*options, ("MultiPV", "2")])
        one.send("position fen " + fen)
        move, infos = one.best_move("depth 2")
        assert [info["multipv"] for info in infos] == ["1", "2"]
        assert infos[0]["pv"][0] == move != infos[1]["pv"][0]
        for info in infos:
            assert ("nodes" in info) == searches and int(info.get("nodes", "1")) > 0, info
            legal(fen, info["pv"], "passes")
        one.quit()


def test_unsupported_commands_get_a_reason_and_change_nothing():
    """Tries everything that docs/engine.md lists as not supported."""
    page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "engine.md"
    table = page.read_text().split("## Not supported\n")[1].split("##")[0]
    orders, limits, options = [re.findall("`([^`]+)`", row.split("|")[0]) for row in table.split("\n| ")[2:5]]
    assert "ponderhit" in orders and "ponder" in limits and "Ponder" in options
    one = engine(options=SMALL)
    one.send("position " + START)
    for line in [*orders, "fly", *(f"setoption name {option} value 1" for option in options)]:
        one.send(line)
        assert one.read().startswith("info string "), line
        one.ready()
        assert one.log[-2] == "> isready", one.log  # one line, and no more
    for limit in limits[1:]:
        one.send(f"go {limit} 1 depth 2")
        assert one.read().startswith(f"info string go: '{limit}' "), limit
        assert one.read_until("bestmove").split(" ")[1] in naive_uisge.moves("4/bb2/1ww1 w")
    assert one.query("p1turn") == "true"
    one.quit()
