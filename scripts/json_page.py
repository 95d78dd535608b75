#!/usr/bin/env python3
"""Makes docs/json.md from docs/schema.json, which has a title and a description for every object and field.

    scripts/json_page.py            # writes the page
    scripts/json_page.py --check    # fails if the page is not what the schema gives; lint runs this

Descriptions are Markdown. The sections stand in the order of the schema's definitions, and the fields in the order of
the properties. The column of types follows from the schema.
"""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCHEMA = ROOT / "docs/schema.json"
PAGE = ROOT / "docs/json.md"

HEAD = """# What `--json` prints

<!-- Made by scripts/json_page.py from schema.json: edit the descriptions there. -->

Every command but the dialogues `play` and `engine` takes `--json`. The command then prints one JSON object on one line (`query`, `find` and `annotate`: one for each position or game) and nothing else on standard output. Errors go to standard error as one line of text, and the exit code tells their kind (`uisge --help` lists the codes).

[schema.json](schema.json) says the same to programs, in [JSON Schema](https://json-schema.org) (draft 7): a line of `uisge COMMAND --json` is valid under `#/commands/COMMAND`. The tests check all output that they read with the schema. Later versions may add fields; no field is removed or changes its meaning.

- *Integers* that count are numbers up to 2^53, and strings of digits above, since many programs read numbers as doubles.
- *Values* are `"win"`, `"loss"`, `"draw"`, from the side to move of the position asked about. The value of a move is that of the side that makes it. *Distances* are plies from the position asked about.
- *Positions* and *moves* are texts as on the command line ([rules.md](rules.md)). A field with *(optional)* is present only when its description says so.
"""

PLURALS = {"integer": "integers", "number": "numbers", "text": "texts", "object": "objects", "move": "moves", "position": "positions"}
NAMED = {"integer": "integer", "board": "text", "position": "position", "move": "move"}
BASIC = {"string": "text", "integer": "integer", "number": "number", "boolean": "true or false", "object": "object", "null": "null"}

TWO_VALUES = {"true or false": ["true", "false"]}


def either(words):
    """A, B or C."""
    words = list(dict.fromkeys(part for word in words for part in TWO_VALUES.get(word, [word])))
    return " or ".join([", ".join(words[:-1])] * (len(words) > 1) + words[-1:])


def words_of(kind):
    """The kind of a value in words, such as "integer or null" or "list of objects"."""
    if "$ref" in kind:
        return NAMED.get(kind["$ref"].rsplit("/", 1)[-1], "object")
    if "anyOf" in kind:
        return either(words_of(other) for other in kind["anyOf"])
    if "enum" in kind or "const" in kind:
        values = kind.get("enum", [kind.get("const")])
        return either("null" if value is None else "true or false" if isinstance(value, bool) else
                      "text" if isinstance(value, str) else "integer" for value in values)
    if kind.get("type") == "array":
        words = words_of(kind["items"])
        return "list of " + PLURALS.get(words, f"({words})")
    types = kind["type"] if isinstance(kind["type"], list) else [kind["type"]]
    return either(BASIC[name] for name in types)


def page_of(schema):
    parts = [HEAD]
    faults = []
    for name, definition in schema["definitions"].items():
        if "properties" not in definition:
            continue
        if "title" not in definition:
            faults.append(f"definitions/{name} has no title")
        about = f"`{name}` in the schema."
        if "description" in definition:
            about += " " + definition["description"]
        lines = [f"## {definition.get('title', name)}", "", about, "", "| field | | |", "|---|---|---|"]
        for field, kind in definition["properties"].items():
            if "description" not in kind:
                faults.append(f"definitions/{name}/{field} has no description")
            optional = "" if field in definition.get("required", []) else " (optional)"
            lines.append(f"| `{field}` | {words_of(kind)}{optional} | {kind.get('description', '')} |")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts), faults


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__)
        return
    page, faults = page_of(json.loads(SCHEMA.read_text()))
    for fault in faults:
        print(f"docs/schema.json: {fault}", file=sys.stderr)
    if faults:
        sys.exit(1)
    if not sys.argv[1:]:
        PAGE.write_text(page)
    elif PAGE.read_text() != page:
        sys.exit("docs/json.md is not what docs/schema.json says: run scripts/json_page.py")


main()
