"""The board game Uisge: positions, databases of solved boards, solving and searching.

    >>> import uisge
    >>> database = uisge.Database("7x6-4-loses.uisge")
    >>> database.verdict("start")
    <Verdict: win in 37>
    >>> [(move.move, str(move.verdict)) for move in database.analyse("start").moves]
    [('e2c2', 'win in 37'), ('e2e4', 'draw'), ...]

Positions never change, databases may be shared by threads, and long calls let other threads run. Failures raise
Error with the program's message. docs/python.md is the guide.
"""

from uisge._html import analysis_table as _analysis_table
from uisge._svg import drawing as _drawing
from uisge._uisge import (
    Analysis,
    ClassIterator,
    Database,
    Error,
    Known,
    MoveReview,
    Notes,
    Position,
    PositionIterator,
    Proof,
    ProveProgress,
    ProveReport,
    RankedMove,
    Record,
    SearchProgress,
    SearchReport,
    SolveProgress,
    SolveReport,
    Verdict,
    __version__,
    known,
    prove,
    read_records,
    search,
    search_moves,
    solve,
)

__all__ = [
    "Analysis",
    "ClassIterator",
    "Database",
    "Error",
    "Known",
    "MoveReview",
    "Notes",
    "Position",
    "PositionIterator",
    "Proof",
    "ProveProgress",
    "ProveReport",
    "RankedMove",
    "Record",
    "SearchProgress",
    "SearchReport",
    "SolveProgress",
    "SolveReport",
    "Verdict",
    "__version__",
    "known",
    "prove",
    "read_records",
    "search",
    "search_moves",
    "solve",
]


def _restore_position(fen, stuck, diagonal_jumps):
    return Position.from_fen(fen, stuck=stuck, diagonal_jumps=diagonal_jumps)


Position._repr_svg_ = lambda self: _drawing(self.fen)
Position._repr_svg_.__doc__ = "The drawing that notebooks show."
Analysis._repr_html_ = lambda self: _analysis_table(self)
Analysis._repr_html_.__doc__ = "The board and the ranked moves, which notebooks show."
for _name in __all__:
    _thing = globals()[_name]
    if hasattr(_thing, "__module__"):
        _thing.__module__ = "uisge"
