#!/usr/bin/env python3
"""Checks the rules for pages and comments that a machine can check. Lint calls it; it takes two seconds.

    scripts/check_pages.py            # checks, and fails with one line for each fault
    scripts/check_pages.py --long     # lists the sentences that have more than 40 words
    scripts/check_pages.py --words    # counts the words of each page
    scripts/check_pages.py --phrases  # lists the forbidden phrases in comments

It checks
- that a link of a page leads to a file that exists, and to a heading that the file has;
- that a file or function named in a page or a comment exists;
- that no page has a phrase of FORBIDDEN, and that comments have at most FORBIDDEN_IN_COMMENTS of them;
- that each page has at most WORDS words, and all pages together at most ALL_WORDS;
- that pages have at most LONG_SENTENCES sentences with more than 40 words.
Lower a limit when you have improved what it counts.
"""
import hashlib
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The most words that a page may have. Words in code count. Words that a script makes do not count: the tables of
# results.md, what MADE_PART matches, and all MADE_PAGES.
WORDS = 1660
WORDS_OF = {
    "README.md": 1000,
    "docs/contributing.md": 1940,
    "docs/formats/codec.md": 1670,
    "docs/formats/database.md": 2030,
    "docs/performance.md": 1800,
}
ALL_WORDS = 45000
MADE_PAGES = {"docs/json.md"}
MADE_PART = re.compile(r"<!-- databases: .*?<!-- end of databases -->", re.DOTALL)
RESULTS = "docs/results.md"

LONG_SENTENCES = 7
LONG = 40

FORBIDDEN = [
    r"\bthat (is|are) none\b",
    r"\bsuch a one\b",
    r"\b(of )?so many\b(?! (as|that))",
    r"\bnot to be had\b",
    r"\bwhat is there\b",
    r"\bthousand million\b",
    r"\bwhatever it may be\b",
]
FORBIDDEN_IN_COMMENTS = 1

# Names in pages and comments that are not files or functions of this project.
FOREIGN_FILES = set()
FOREIGN_FUNCTIONS = set()

SOURCES = (".h", ".cpp", ".sh", ".py", ".js", ".mjs", ".cmake", ".c", ".cu", ".in")
FILE_NAME = r"[A-Za-z0-9_][A-Za-z0-9_./-]*\.(?:h|cpp|sh|py|js|mjs|md|cmake|txt)"


def tracked():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split("\n")
    return [name for name in listed if name and (ROOT / name).is_file()]


def slug(heading):
    """The anchor that GitHub gives a heading."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower().replace("`", "")
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def anchors(text):
    found = {}
    for heading in re.findall(r"^#+ (.*)$", without_code(text), re.MULTILINE):
        name = slug(heading)
        count = found.get(name, -1) + 1
        found[name] = count
    return {name if i == 0 else f"{name}-{i}" for name, count in found.items() for i in range(count + 1)}


def without_code(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


def prose(text):
    """The sentences of a page, without code, tables, headings and the targets of links."""
    text = MADE_PART.sub("", without_code(text))
    text = re.sub(r"\]\([^)]*\)", "]", text)
    for line in text.split("\n"):
        if line.startswith(("|", "#", "<!--", "!")):
            continue
        line = re.sub(r"^\s*(?:[-*]|\d+\.) ", "", line)
        yield from re.split(r"(?<=[.?!:])\*{0,2} +(?=[A-Z0-9\"`*(\[])", line)


def comments(name, text):
    """[(line number, text)] of the comments of a source."""
    if name.endswith((".h", ".cpp", ".js", ".mjs", ".c", ".cu")):
        pattern = r"(?:^|\s)//(.*)"
    else:
        pattern = r"^\s*#(?!!)(.*)"
    for number, line in enumerate(text.split("\n"), 1):
        found = re.search(pattern, line)
        if found:
            yield number, found.group(1)


class Checker:
    def __init__(self):
        self.faults = []
        self.names = tracked()
        self.base_names = {name.rsplit("/", 1)[-1] for name in self.names}
        self.paths = set(self.names)
        self.pages = {name: (ROOT / name).read_text() for name in self.names if name.endswith(".md")}
        self.sources = {name: (ROOT / name).read_text(errors="replace") for name in self.names if name.endswith(SOURCES)}
        self.words_of_code = set()
        for text in self.sources.values():
            for line in text.split("\n"):
                self.words_of_code.update(re.findall(r"[A-Za-z_]\w*", re.sub(r"(?:^|\s)//.*", "", line)))

    def fault(self, where, what):
        self.faults.append(f"{where}: {what}")

    def check_links(self):
        known = {name: anchors(text) for name, text in self.pages.items()}
        for name, text in self.pages.items():
            folder = (ROOT / name).parent
            for target in re.findall(r"(?<=\]\()[^)\s]+(?=\))|(?<=src=\")[^\"]+", without_code(text)):
                if re.match(r"[a-z]+:", target):
                    continue
                path, _, anchor = target.partition("#")
                file = (folder / path).resolve() if path else ROOT / name
                if not file.exists():
                    self.fault(name, f"a link leads to {target}, which does not exist")
                    continue
                page = str(file.relative_to(ROOT)) if file.is_relative_to(ROOT) else ""
                if anchor and page in known and anchor not in known[page]:
                    self.fault(name, f"a link leads to {target}, and {page} has no such heading")
            for target, digest in re.findall(r"\]\(([^)\s]+)\), SHA-256 `(\w+)`", text):
                file = folder / target
                if file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() != digest:
                    self.fault(name, f"{target} does not have the SHA-256 {digest}")

    def exists(self, file):
        file = file.removeprefix("../").removeprefix("./")
        if file in FOREIGN_FILES or file.startswith("build/") or re.search(r"\b(NAME|FILE|FOLDER)\b|NAME", file):
            return True
        if "/" not in file:
            return file in self.base_names
        return any(path == file or path.endswith("/" + file) for path in self.paths)

    def check_names(self):
        for name, text in self.pages.items():
            for quoted in set(re.findall(r"`([^`\n]+)`", without_code(text))):
                if re.fullmatch(FILE_NAME, quoted) and not self.exists(quoted):
                    self.fault(name, f"names the file {quoted}, which does not exist")
                called = re.fullmatch(r"(?:\w+(?:::|\.))*~?(\w+)(?:\(\))?", quoted)
                if called and ("::" in quoted or "()" in quoted) and called.group(1) not in self.words_of_code | FOREIGN_FUNCTIONS:
                    self.fault(name, f"names {quoted}, which does not exist")
        for name, text in self.sources.items():
            for number, comment in comments(name, text):
                for file in re.findall(r"(?<![\w./<*-])(" + FILE_NAME + r")(?![\w/*])", comment):
                    if not self.exists(file):
                        self.fault(f"{name}:{number}", f"names the file {file}, which does not exist")
                for function in re.findall(r"(?<![\w.])(?:\w+::)*(\w+)\(\)", comment):
                    if function not in self.words_of_code | FOREIGN_FUNCTIONS:
                        self.fault(f"{name}:{number}", f"names {function}(), which does not exist")

    def check_phrases(self):
        forbidden = re.compile("|".join(FORBIDDEN), re.IGNORECASE)
        for name, text in self.pages.items():
            for number, line in enumerate(text.split("\n"), 1):
                found = forbidden.search(line)
                if found:
                    self.fault(f"{name}:{number}", f'says "{found.group(0)}"')
        found = [f"{name}:{number}: {comment.strip()}" for name, text in self.sources.items()
                 for number, comment in comments(name, text)
                 if forbidden.search(comment) and name != "scripts/check_pages.py"]
        if len(found) > FORBIDDEN_IN_COMMENTS:
            self.fault("comments", f"{len(found)} say what FORBIDDEN lists, {FORBIDDEN_IN_COMMENTS} are allowed:\n" + "\n".join(found))
        return found

    def words(self):
        def counted(name, text):
            text = MADE_PART.sub("", text)
            return re.sub(r"^\|.*$", "", text, flags=re.MULTILINE) if name == RESULTS else text
        return {name: len(counted(name, text).split()) for name, text in self.pages.items() if name not in MADE_PAGES}

    def check_words(self):
        words = self.words()
        for name, count in words.items():
            limit = WORDS_OF.get(name, WORDS)
            if count > limit:
                self.fault(name, f"has {count} words, {limit} are allowed")
        if sum(words.values()) > ALL_WORDS:
            self.fault("pages", f"have {sum(words.values())} words together, {ALL_WORDS} are allowed")

    def long_sentences(self):
        return [(len(sentence.split()), name, sentence) for name, text in self.pages.items() if name not in MADE_PAGES
                for sentence in prose(text) if len(sentence.split()) > LONG]

    def check_sentences(self):
        count = len(self.long_sentences())
        if count > LONG_SENTENCES:
            self.fault("pages", f"{count} sentences have more than {LONG} words, {LONG_SENTENCES} are allowed; --long lists them")


def main():
    checker = Checker()
    if sys.argv[1:] == ["--long"]:
        for count, name, sentence in sorted(checker.long_sentences(), reverse=True):
            print(f"{count} {name}: {sentence}")
    elif sys.argv[1:] == ["--words"]:
        words = checker.words()
        for name, count in sorted(words.items(), key=lambda item: item[1]):
            print(f"{count:6} {name}")
        print(f"{sum(words.values()):6} in all")
    elif sys.argv[1:] == ["--phrases"]:
        print("\n".join(checker.check_phrases()))
    elif sys.argv[1:]:
        print(__doc__)
    else:
        checker.check_links()
        checker.check_names()
        checker.check_phrases()
        checker.check_words()
        checker.check_sentences()
        for fault in checker.faults:
            print(fault, file=sys.stderr)
        sys.exit(bool(checker.faults))


main()
