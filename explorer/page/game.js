// A game as played: its start, its moves, and the ply that is shown. Immutable: methods return new games. It knows no
// rules. Its positions come from the server's answers, and are undefined until then.

export class Game {
  // `rules` is {stuck, diagonal_jumps}; `at` is how many of the moves are played on the board.
  constructor(rules, start, moves = [], at = moves.length, positions = [start]) {
    this.rules = rules;
    this.start = start;
    this.moves = moves;
    this.at = Math.max(0, Math.min(at, moves.length));
    this.positions = positions;
    Object.freeze(this);
  }

  get position() { return this.positions[this.at]; }
  get last_move() { return this.moves[this.at - 1]; }
  get played() { return this.moves.slice(0, this.at); }
  get at_end() { return this.at === this.moves.length; }

  // Plays a move. If the game already continues with it, keeps the later moves.
  play(move, position) {
    if (this.moves[this.at] === move) return this.go(this.at + 1).learn(position);
    return new Game(this.rules, this.start, [...this.played, move], this.at + 1,
                    [...this.positions.slice(0, this.at + 1), position]);
  }

  // Plays several moves, and shows the position after the first `count` of them.
  play_line(moves, count) {
    const same = moves.every((move, index) => this.moves[this.at + index] === move);
    if (same) return this.go(this.at + count);
    return new Game(this.rules, this.start, [...this.played, ...moves], this.at + count,
                    this.positions.slice(0, this.at + 1));
  }

  go(at) { return new Game(this.rules, this.start, this.moves, at, this.positions); }

  // Stores the shown position, which an answer has named.
  learn(position) {
    if (this.position === position || position === undefined) return this;
    const positions = [...this.positions];
    positions[this.at] = position;
    return new Game(this.rules, this.start, this.moves, this.at, positions);
  }

  // Positions must be asked for again, since the moves may not be possible under these rules.
  with_rules(rules) { return new Game(rules, this.start, this.moves, this.at); }

  // The parameters by which a request names the shown position.
  get request() {
    const {stuck, diagonal_jumps} = this.rules;
    if (this.position !== undefined) return {position: this.position, stuck, diagonal_jumps};
    return {position: this.start, moves: this.played.join(' '), stuck, diagonal_jumps};
  }

  has_rules_and_start_of(other) {
    return this.start === other.start && this.rules.stuck === other.rules.stuck && this.rules.diagonal_jumps === other.rules.diagonal_jumps;
  }

  // Whether knowledge about the moves of one game holds for the other.
  is_same_game(other) { return this.has_rules_and_start_of(other) && this.moves.join() === other.moves.join(); }
}
