// Move numbers as in game records: a move of White and the following move of Black share a number.

// `ply` counts from the start of the game, in which `first_side` moves first.
export function number_of(ply, first_side) {
  const full = ply + (first_side === 'b' ? 1 : 0);
  return {number: Math.floor(full / 2) + 1, side: full % 2 ? 'b' : 'w'};
}
