// Calls a template for a number of pieces per side that is known only at run time. The template is compiled once for
// each number.
#pragma once

#include <cassert>

namespace uisge {

// Returns body.operator()<N>() for N pieces a side: body is a lambda [&]<int N>() { ... }. REQUIRES: 1 <= pieces <= 6.
template <class Body>
decltype(auto) for_piece_count(int pieces_per_side, const Body& body) {
  assert(pieces_per_side >= 1 && pieces_per_side <= 6);
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
