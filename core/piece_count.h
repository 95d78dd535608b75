// The limits of a side's number of pieces. Also calls a template, compiled once per number, for a number that is known
// only at run time. The kernels of a card use this header too, so it includes nothing else of the project.
#pragma once

#include <cassert>

namespace uisge {

inline constexpr int kMinPieces = 1;  // per side
inline constexpr int kMaxPieces = 6;

// Returns body.operator()<N>() for N pieces a side: body is a lambda [&]<int N>() { ... }. REQUIRES: kMinPieces <=
// pieces_per_side <= kMaxPieces.
template <class Body>
decltype(auto) for_piece_count(int pieces_per_side, const Body& body) {
  assert(pieces_per_side >= kMinPieces && pieces_per_side <= kMaxPieces);
  switch (pieces_per_side) {
    case 1: return body.template operator()<1>();
    case 2: return body.template operator()<2>();
    case 3: return body.template operator()<3>();
    case 4: return body.template operator()<4>();
    case 5: return body.template operator()<5>();
    default: return body.template operator()<6>();
  }
}

}  // namespace uisge
