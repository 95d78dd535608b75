"""Lets the engine play ten games against itself, by a driver of our own, with clocks, takebacks and restarts in
mid-game."""

import os

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
    played = 0
    # The database plays the search, with either side first. The loser's clock may run out, which the engine must bear.
    for pair, left, increment in (((file, search), 2000, 0), ((search, file), 60, 5), ((file, search), 0, 0)):
        moves, result = ugi_driver.play(pair, START, ugi_driver.Clocks(left, increment), MOST_PLIES)
        check_result(small, moves, "passes", result)
        played += 1
    # The real game; moves are taken back now and then.
    for left, increment in ((600, 10), (1, 20), (-100, 0)):
        taken = []

        def take_back(ply, moves):
            if ply in (5, 9, 14) and len(moves) >= 2:
                taken.append(moves[-2:])
                del moves[-2:]

        moves, result = ugi_driver.play(
            (white, black), "startpos", ugi_driver.Clocks(left, increment), 20, event=take_back
        )
        assert taken
        check_result(real, moves, "loses", result)
        played += 1
    # One engine is restarted in mid-game: told to quit, or killed, also while it thinks.
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
        played += 1
    # Analysis beside the game: an infinite search is stopped, and questions are answered meanwhile.
    for first in (file, search):

        def analyse(ply, moves):
            if ply % 3 == 1:
                search.send(ugi_driver.position_line(START, moves))
                search.send("go infinite")
                search.ready()
                search.send("stop")
                assert search.read_until("bestmove") != "bestmove none"

        second = search if first is file else file
        moves, result = ugi_driver.play(
            (first, second), START, ugi_driver.Clocks(500, 0), MOST_PLIES, event=analyse
        )
        check_result(small, moves, "passes", result)
        played += 1
    assert played == 10
    for one in (file, search, white, black):
        one.quit()


def test_scores_are_read_as_chess_programs_read_them():
    """depth, score and pv stand where UCI has them, also with several lines."""
    file = engine(PASSES, options=[("MultiPV", "2")])
    file.send("position fen 4/1bb1/1Ww1 w")
    file.send("go")
    infos = []
    while not (line := file.read()).startswith("bestmove"):
        words = line.split(" ")
        if words[:2] != ["info", "string"]:
            infos.append(dict(zip(words[1::2], words[2::2])) | {"score": line.split(" score ")[1].split(" ")[0]})
    assert [info["multipv"] for info in infos] == ["1", "2"]
    assert all(int(info["depth"]) >= 0 and info["score"] in ("mate", "cp") for info in infos)
    file.quit()
