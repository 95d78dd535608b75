"""A second, slow and obvious Uisge for the tests of the Python package, written from docs/rules.md alone.

It shares nothing with the package: positions are dictionaries from (file, rank) to a letter.
"""

LETTERS = "wWbB"


def parse(fen):
    board, side = fen.split(" ")
    rows = board.split("/")
    cells = {}
    for i, row in enumerate(rows):
        file = 0
        for c in row:
            if c.isdigit():
                file += int(c)
            else:
                cells[file, len(rows) - 1 - i] = c
                file += 1
    files = sum(int(c) if c.isdigit() else 1 for c in rows[0])
    return files, len(rows), cells, side


def text(files, ranks, cells, side):
    rows = []
    for rank in reversed(range(ranks)):
        row = "".join(cells.get((file, rank), ".") for file in range(files))
        for count in range(9, 0, -1):
            row = row.replace("." * count, str(count))
        rows.append(row)
    return "/".join(rows) + " " + side


def connected(cells):
    todo = [next(iter(cells))]
    seen = set(todo)
    while todo:
        file, rank = todo.pop()
        for next_cell in ((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)):
            if next_cell in cells and next_cell not in seen:
                seen.add(next_cell)
                todo.append(next_cell)
    return len(seen) == len(cells)


def name(cell):
    return chr(ord("a") + cell[0]) + str(cell[1] + 1)


def complete(cells, side):
    return all(c.isupper() for c in cells.values() if c.lower() == side)


def moves(fen, diagonal_jumps=False):
    """The legal moves as {text: fen after it}; none when a side is all crowns."""
    files, ranks, cells, side = parse(fen)
    if complete(cells, "w") or complete(cells, "b"):
        return {}
    found = {}
    for (file, rank), piece in cells.items():
        if piece.lower() != side:
            continue
        for x in (-1, 0, 1):
            for y in (-1, 0, 1):
                is_diagonal = x != 0 and y != 0
                if (x, y) == (0, 0):
                    continue
                over = file + x, rank + y
                far = file + 2 * x, rank + 2 * y
                is_crown = piece.isupper()
                if is_crown and over not in cells:
                    target, landed = over, piece
                elif over in cells and far not in cells and (not is_diagonal or (diagonal_jumps and is_crown)):
                    target, landed = far, piece.swapcase()
                else:
                    continue
                if not (0 <= target[0] < files and 0 <= target[1] < ranks):
                    continue
                after = dict(cells)
                del after[file, rank]
                after[target] = landed
                if connected(after):
                    other = "b" if side == "w" else "w"
                    found[name((file, rank)) + name(target)] = text(files, ranks, after, other)
    return found


def value_if_over(fen, stuck="loses"):
    """('win' or 'loss', 0) for the side to move if the game is over under a rule that decides it, else None."""
    _, _, cells, side = parse(fen)
    other = "b" if side == "w" else "w"
    if complete(cells, side):
        return "win", 0
    if complete(cells, other):
        return "loss", 0
    if stuck == "loses" and not moves(fen):
        return "loss", 0
    return None


def broken_law(fen, verdict_of, stuck="loses"):
    """What is wrong with a verdict (value, distance), given its successors' verdicts; None if it keeps the law."""
    value, distance = verdict_of(fen)
    over = value_if_over(fen, stuck)
    if over is not None:
        return None if (value, distance) == over else f"{fen} is over"
    nexts = [verdict_of(after) for after in moves(fen).values()]
    lost = [d for v, d in nexts if v == "loss"]
    if lost:
        expected = "win", min(lost) + 1
    elif all(v == "win" for v, d in nexts):
        expected = "loss", max(d for v, d in nexts) + 1
    else:
        expected = "draw", None
    return None if (value, distance) == expected else f"{fen}: {value} {distance}, expected {expected}"
