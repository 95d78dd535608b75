// The known facts about a game's start (core/known_start.h) as JSON. Every command and the server use these functions.
#pragma once

#include "core/known_start.h"
#include "core/verdict.h"
#include "db/format.h"
#include "solver/answers/json.h"

namespace uisge {

// The object "known" of docs/json.md, with every known fact about the start.
Json known_json(const KnownStart& known, Side mover);
// The object of known_json for the game's start, White to move; null if nothing is known about that start.
Json known_of_game_json(const DatabaseIdentity& identity);

// Returns a decided verdict unchanged. For an undecided verdict, returns the value of `known`. If `known` has no value
// either, returns an undecided verdict with the greater of the two lower bounds.
Verdict with_known(Verdict verdict, const std::optional<KnownStart>& known);

}  // namespace uisge
