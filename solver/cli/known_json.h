// The known facts about a game's start (core/known_start.h) as JSON and as a row. Every command and the server use it.
#pragma once

#include "core/known_start.h"
#include "core/verdict.h"
#include "db/format.h"
#include "solver/cli/json.h"
#include "solver/cli/output.h"

namespace uisge::cli {

// "value", "distance", "at_least", "within", "source" and the facts; the object of docs/json.md.
Json known_json(const KnownStart& known, Side mover);
// About the game's start, White to move; null if nothing is known.
Json known_of_game_json(const DatabaseIdentity& identity);
// Prints a row whose name "known" takes `column` characters; prints nothing if nothing is known.
void print_known(const DatabaseIdentity& identity, std::size_t column, Output& output);

// Replaces an undecided verdict by the table's.
Verdict with_known(Verdict verdict, const std::optional<KnownStart>& known);

}  // namespace uisge::cli
