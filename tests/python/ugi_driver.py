"""A driver of UGI engines, written from the published protocol alone; it knows nothing of uisge but its name.

A match is played by two processes. The driver sends positions and clocks, and reads the moves; it asks the engine who
has won. A line that breaks the protocol raises an AssertionError that shows the last lines.
"""

import queue
import subprocess
import threading
import time

PATIENCE = 30  # seconds for an answer on a busy machine


class Engine:
    def __init__(self, command, options=()):
        self.command = command
        self.options = list(options)
        self.start()

    def start(self):
        self.log = []
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, args=(self.process, self.lines), daemon=True).start()
        self.send("ugi")
        self.read_until("ugiok")
        for name, value in self.options:
            self.send(f"setoption name {name} value {value}")
        self.ready()

    @staticmethod
    def _read(process, lines):
        for line in process.stdout:
            lines.put(line.rstrip("\n"))
        lines.put(None)

    def send(self, line):
        self.log.append("> " + line)
        self.process.stdin.write(line + "\n")

    def read(self):
        try:
            line = self.lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise AssertionError("the engine is silent after\n" + "\n".join(self.log[-20:])) from None
        assert line is not None, "the engine has ended after\n" + "\n".join(self.log[-20:])
        self.log.append("< " + line)
        return line

    def read_until(self, word):
        while True:
            line = self.read()
            if line.split(" ")[0] == word:
                return line

    def ready(self):
        self.send("isready")
        self.read_until("readyok")

    def query(self, what):
        self.send("query " + what)
        return self.read_until("response").split(" ")[1]

    def best_move(self, limits):
        """The move, and the engine's last info about each line of play, the best line first."""
        self.send("go " + limits)
        infos = {}
        while not (line := self.read()).startswith("bestmove "):
            if line.startswith("info ") and not line.startswith("info string "):
                info = read_info(line)
                infos[int(info.get("multipv", "1"))] = info
        return line.split(" ")[1], [infos[number] for number in sorted(infos)]

    def quit(self):
        self.send("quit")
        assert self.process.wait(PATIENCE) == 0

    def restart(self, killed):
        if killed:
            self.process.kill()
            self.process.wait()
        else:
            self.quit()
        self.start()


def read_info(line):
    """An info line as a dictionary. The score is a list of words. The pv ends the line and is a list of moves."""
    words = line.split(" ")[1:]
    info = {}
    while words:
        name = words.pop(0)
        if name == "pv":
            info["pv"], words = words, []
        elif name == "score":
            info["score"] = [words.pop(0), words.pop(0)]
            if words and words[0] in ("lowerbound", "upperbound"):
                info["score"].append(words.pop(0))
        else:
            info[name] = words.pop(0)
    return info


class Clocks:
    """Milliseconds of both players; a player whose time is over goes on with a negative clock."""

    def __init__(self, left, increment):
        self.left = [left, left]
        self.increment = increment

    def limits(self):
        return f"p1time {self.left[0]} p2time {self.left[1]} p1inc {self.increment} p2inc {self.increment}"

    def took(self, player, seconds):
        self.left[player] += self.increment - int(seconds * 1000)


def position_line(start, moves):
    return "position " + start + (" moves " + " ".join(moves) if moves else "")


def play(engines, start, clocks, most_plies, *, event=lambda ply, moves: None):
    """The moves of a game, and its result in the protocol's words. `event` may take moves back or restart engines."""
    for engine in engines:
        engine.send("uginewgame")
        engine.ready()
    moves = []
    for ply in range(most_plies):
        event(ply, moves)
        for engine in engines:
            engine.send(position_line(start, moves))
        over = [engine.query("gameover") for engine in engines]
        assert over[0] == over[1]
        if over[0] == "true":
            break
        assert engines[0].query("p1turn") == engines[1].query("p1turn")
        player = 0 if engines[0].query("p1turn") == "true" else 1
        begun = time.monotonic()
        move, infos = engines[player].best_move(clocks.limits())
        clocks.took(player, time.monotonic() - begun)
        assert move != "none"
        assert infos[0]["pv"][0] == move
        assert all(int(info["depth"]) >= 0 and info["score"][0] in ("mate", "cp") for info in infos)
        moves.append(move)
    results = [engine.query("result") for engine in engines]
    assert results[0] == results[1]
    return moves, results[0]
