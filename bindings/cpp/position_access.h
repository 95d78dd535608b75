// Makes public positions from the engine's. The engine's positions are valid, so they are not checked again.
#pragma once

#include "core/position.h"
#include "uisge/game.h"

namespace uisge::v1 {

struct PositionAccess {
  static Position make(const uisge::Position& position) {
    const Setup setup = position.setup();
    Position result{Position::Unset{}};
    result.white_ = setup.white_bb.bits();
    result.black_ = setup.black_bb.bits();
    result.crowns_ = setup.crowns_bb.bits();
    result.files_ = static_cast<std::uint8_t>(setup.size.files);
    result.ranks_ = static_cast<std::uint8_t>(setup.size.ranks);
    result.side_ = setup.side_to_move == uisge::Side::kWhite ? Side::kWhite : Side::kBlack;
    return result;
  }
};

}  // namespace uisge::v1
