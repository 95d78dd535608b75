/// \file
/// Lists of positions with their values and distances, which `uisge solve --values --exact` writes. Component:
/// `solver`.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "uisge/database.h"

namespace uisge {
UISGE_INLINE namespace v1 {
  /// A list, read from a file, of *noted* positions with their values and distances. The list answers for these
  /// positions, for their images under symmetry and exchange of colours, and for games that are over. The verdicts of
  /// all other positions are kUndecided.
  ///
  /// Only one thread at a time may use a list. Functions that take a position throw Error (kUsage) if its board or
  /// piece count is not the list's, if another thread is using the list, or if the list was moved from.
  class UISGE_EXPORT Notes {
   public:
    /// Reads and checks a list, and enumerates the placements of its board. The call takes a second for the real
    /// game. Takes as much memory as the file has bytes, and 8 bytes per placement. Throws Error: kResource, kBadFile.
    static Notes open(const std::string& path);
    /// Takes over the other list, which is not usable afterwards.
    Notes(Notes&& other) noexcept;
    /// Takes over the other list, which is not usable afterwards.
    Notes& operator=(Notes&& other) noexcept;
    ~Notes();

    /// The path that open() got.
    const std::string& path() const;
    /// The list's board, number of pieces per side, and rules.
    Identity identity() const;
    /// How many positions the list has.
    std::uint64_t size() const;

    /// The position's value and distance. A position that the list lacks is open, unless the list knows a move that
    /// wins, or knows all moves.
    Verdict verdict(const Position& position);
    /// The verdict of a position, with every move ranked: wins, the soonest first; undecided moves; draws; losses, the
    /// latest first.
    Analysis analyse(const Position& position);
    /// The line of best play, which ends where the list does not tell the next move.
    std::vector<Move> line(const Position& position);

   private:
    class Impl;
    explicit Notes(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
  };

}  // namespace v1
}  // namespace uisge
