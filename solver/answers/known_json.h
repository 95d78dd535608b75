// The known facts about a game's start (core/known_start.h) as JSON.
#pragma once

#include "core/known_start.h"
#include "core/verdict.h"
#include "db/format.h"
#include "solver/answers/json.h"

namespace uisge {

// The object "known" of docs/json.md.
Json known_json(const KnownStart& known, Side mover);
// The object "known" for the start array of a game, with White to move; null if nothing is known about the game.
Json known_of_game_json(const DatabaseIdentity& identity);

// Returns a decided verdict unchanged. Replaces an undecided verdict by the value of `known`. If `known` has no value,
// the verdict stays undecided, with the greater lower bound: its own or that of `known`.
Verdict with_known(Verdict verdict, const std::optional<KnownStart>& known);

}  // namespace uisge
