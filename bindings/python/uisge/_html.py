"""An analysis as notebooks show it: the board and the ranked moves."""

from uisge._svg import drawing

_COLOURS = {"win": "#1a7f37", "loss": "#b42318", "draw": "#8a6d00", None: "#57606a"}


def analysis_table(analysis):
    """The HTML text of an analysis."""
    rows = [
        f'<tr><td style="text-align:left">{"<b>" if move.best else ""}{move.move}{"</b>" if move.best else ""}</td>'
        f'<td style="text-align:left;color:{_COLOURS[move.value]}">{move.verdict}</td></tr>'
        for move in analysis.moves
    ]
    return (
        '<div style="display:flex;gap:2em;align-items:flex-start">'
        f"<div>{drawing(analysis.fen)}</div>"
        f'<table><caption style="color:{_COLOURS[analysis.verdict.value]}">{analysis.verdict}</caption>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
