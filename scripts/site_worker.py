#!/usr/bin/env python3
"""Writes a site's service worker: scripts/site.sh calls it.

  site_worker.py FOLDER TEXT    FOLDER is the site, TEXT the file of the worker without the names of the site's files
"""
import hashlib
import json
import os
import sys

MOST_KEPT_BYTES = 32 << 20


def main():
    if "--help" in sys.argv:
        sys.exit(print(__doc__))
    folder, text = sys.argv[1:]
    with open(os.path.join(folder, "files.json"), encoding="utf-8") as file:
        databases = json.load(file)["files"]
    names = sorted(os.path.relpath(os.path.join(place, name), folder)
                   for place, _, names in os.walk(folder) for name in names)
    page = [name for name in names if name not in {one["name"] for one in databases} and name != "sw.js"]
    version = hashlib.sha256()
    for name in page:
        with open(os.path.join(folder, name), "rb") as file:
            version.update(hashlib.sha256(file.read()).digest())
    kept = []
    for one in databases:
        if sum(other["bytes"] for other in kept) + one["bytes"] <= MOST_KEPT_BYTES:
            kept.append(one)
    site = {"version": version.hexdigest()[:16], "page": page,
            "kept": [{"name": one["name"], "hash": one["hash"]} for one in kept]}
    with open(text, encoding="utf-8") as file:
        sys.stdout.write(f"const kSite = {json.dumps(site)};\n{file.read()}")


main()
