// Converts between the types of the public headers and the engine's types of the same meaning.
#pragma once

#include <string>

#include "core/error.h"
#include "core/moves.h"
#include "core/position.h"
#include "core/rules.h"
#include "db/probe.h"
#include "uisge/database.h"

namespace uisge::bindings {

// Throws the engine's error as the public exception.
[[noreturn]] void raise(const Error& error);

template <class T>
T take(Result<T>&& result) {
  if (!result) raise(result.error());
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

// Returns the path. Throws if the path contains a NUL, because the system would cut the path off there.
const std::string& checked_path(const std::string& path);

// The tables of a board (core/board.h), made at the first call and kept until the program ends. Throws if a board
// cannot have this size. Thread-safe.
const Board& tables(v1::BoardSize size);

// Whether a public enumeration and the engine's enumeration use the same number for a value, so that casts are right.
template <class PublicEnum, class EngineEnum>
constexpr bool is_same_number(PublicEnum of_public, EngineEnum of_engine) {
  return static_cast<int>(of_public) == static_cast<int>(of_engine);
}

// Throws if the number of the stuck rule is unknown.
RuleSet to_engine(v1::Rules rules);
Position to_engine(const v1::Position& position);
// Throws if a square of the move is not on the board.
Move to_engine(const Board& board, v1::Move move);

Verdict to_engine(const v1::Verdict& verdict);
Analysis to_engine(const Board& board, const v1::Analysis& analysis);

v1::Rules to_public(RuleSet rules);
v1::Position to_public(const Position& position);
v1::Move to_public(Move move);
v1::Identity to_public(const DatabaseIdentity& identity);
v1::Counts to_public(const OutcomeCounts& counts);
std::vector<v1::DistanceCounts> to_public(const std::vector<DistanceCounts>& by_distance);
v1::Verdict to_public(Verdict verdict);
v1::RankedMove to_public(const RankedMove& move);
v1::Analysis to_public(const Analysis& analysis);
std::vector<v1::Move> to_public(const std::vector<Move>& moves);

}  // namespace uisge::bindings

// Names that the files of this directory use.
namespace uisge::v1 {
using bindings::checked_path;
using bindings::is_same_number;
using bindings::tables;
using bindings::take;
using bindings::to_engine;
using bindings::to_public;
}  // namespace uisge::v1
