"""A position as a picture: round pieces, crowns filled."""

_SQUARE = 40
_MARGIN = 20
_FILL = {"w": "#e8c98a", "b": "#6b4226"}


def drawing(fen):
    """The SVG text of a position's drawing, White below."""
    ranks = fen.split(" ")[0].split("/")
    cells = []
    for row in ranks:
        cells.append("".join("." * int(c) if c.isdigit() else c for c in row))
    width = len(cells[0]) * _SQUARE + _MARGIN
    height = len(cells) * _SQUARE + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="sans-serif" font-size="12" text-anchor="middle">',
        f"<title>{fen}</title>",
    ]
    for row, line in enumerate(cells):
        y = row * _SQUARE
        parts.append(f'<text x="{_MARGIN / 2}" y="{y + _SQUARE / 2 + 4}">{len(cells) - row}</text>')
        for column, piece in enumerate(line):
            x = _MARGIN + column * _SQUARE
            parts.append(
                f'<rect x="{x}" y="{y}" width="{_SQUARE}" height="{_SQUARE}" fill="#f7f3ea" stroke="#b9ae98"/>'
            )
            if piece == ".":
                continue
            centre = f'cx="{x + _SQUARE / 2}" cy="{y + _SQUARE / 2}"'
            parts.append(f'<circle {centre} r="15" fill="{_FILL[piece.lower()]}" stroke="#333"/>')
            if piece.isupper():
                parts.append(f'<circle {centre} r="7" fill="#c0392b" stroke="#333"/>')
    for column in range(len(cells[0])):
        x = _MARGIN + column * _SQUARE + _SQUARE / 2
        parts.append(f'<text x="{x}" y="{height - 5}">{chr(ord("a") + column)}</text>')
    parts.append("</svg>")
    return "\n".join(parts)
