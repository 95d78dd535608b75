#!/usr/bin/env python3
"""Stores answers for a site without a server: those that need a whole file or a proof. scripts/site.sh calls it.

  site_answers.py PROGRAM FOLDER FILE...    FOLDER gets files.json and the folder stored; FILEs lie in it, or are proofs

PROGRAM serves the files, and its answers (docs/api.md) are stored unchanged. A proof itself is not part of the site:
only the answers about its first plies are stored, in which the winner follows the proof.
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

KNOWN_PLIES = 4
LEVELS = 3
RULES = ("loses", "wins", "draws", "passes")


class Server:
    def __init__(self, program, files):
        self.process = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0", "--search", "0", *files],
                                        stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:\d+/", line):
                self.address = found.group()
                return
        sys.exit("site_answers.py: uisge serve did not start")

    def get(self, path, **parameters):
        address = f"{self.address}api/{path}?{urllib.parse.urlencode(parameters)}"
        with urllib.request.urlopen(address) as response:
            return response.read().decode()

    def stop(self):
        self.process.terminate()
        self.process.wait()


def known_answers(server, proof):
    """The answers along a proof's first plies, in which the winner plays the best move and the loser any move."""
    answers = []
    for stuck in RULES:
        start = proof["start"]
        paths = [[]]
        for ply in range(KNOWN_PLIES + 1):
            longer = []
            for path in paths:
                try:
                    text = server.get("position", position=start, moves=" ".join(path), stuck=stuck, hardness=0)
                except urllib.error.HTTPError:
                    continue
                answer = json.loads(text)
                if answer["file"] != proof["file"]:
                    continue
                answers.append({"start": start, "moves": " ".join(path), "answer": answer})
                moves = [move["move"] for move in answer["moves"]]
                longer += [path + [move] for move in (moves[:1] if answer["value"] == "win" else moves)]
            paths = longer
    return answers


def main():
    if "--help" in sys.argv:
        sys.exit(print(__doc__))
    program, folder, *paths = sys.argv[1:]
    stored = os.path.join(folder, "stored")
    os.makedirs(stored)

    def store(name, text):
        with open(os.path.join(stored, name), "w", encoding="utf-8") as file:
            file.write(text)

    server = Server(program, paths)
    try:
        offer = json.loads(server.get("files"))
        known = []
        for file in offer["files"]:
            name = file["file"]
            if file["kind"] == "proof":
                known += known_answers(server, file)
                continue
            if file["kind"] not in ("database", "values"):
                sys.exit(f"{name}: leave it out, a site takes only databases and proofs")
            store(f"{name}.statistics.json", server.get("statistics", file=name))
            if file["kind"] == "database":
                for level in range(1, LEVELS + 1):
                    store(f"{name}.puzzles-{level}.json", server.get("puzzles", file=name, level=level))
        store("known.json", json.dumps({"answers": known}, separators=(",", ":")))
    finally:
        server.stop()
    files = []
    for path in paths:
        if os.path.dirname(os.path.abspath(path)) != os.path.abspath(folder):
            continue
        with open(path, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()[:16]
        files.append({"name": os.path.basename(path), "bytes": os.path.getsize(path), "hash": digest})
    with open(os.path.join(folder, "files.json"), "w", encoding="utf-8") as file:
        json.dump({"files": files, "offer": offer}, file)
        file.write("\n")


main()
