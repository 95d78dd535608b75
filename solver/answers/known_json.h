// The known facts about a game's start (core/known_start.h) as JSON. Every command and the server use these functions.
#pragma once

#include "core/known_start.h"
#include "core/verdict.h"
#include "db/format.h"
#include "solver/answers/json.h"

namespace uisge {

// The object of docs/json.md: "value", "distance", "at_least", "within", "source" and the facts.
Json known_json(const KnownStart& known, Side mover);
// The same object for the game's start, White to move; null if nothing is known.
Json known_of_game_json(const DatabaseIdentity& identity);

// If the verdict is undecided, returns the value that `known` has, or else the greater lower bound.
Verdict with_known(Verdict verdict, const std::optional<KnownStart>& known);

}  // namespace uisge
