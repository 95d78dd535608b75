// A game: the start, the moves with their variations, the line that the user follows, and how many of its moves are
// played on the board. A Game is immutable: methods that change something return a new Game. A Game does not know the
// rules of play. Positions come from the server's answers, and are undefined until then.
import {branching_of, empty_tree, known_part, line_of, node_at, promoted, with_path, with_position, with_positions, without} from './tree.js';

export class Game {
  // `rules` is {stuck, diagonal_jumps}, and `tree` is the root of the tree of moves (tree.js). `moves` is the line that
  // the user follows, from the start to an end of the tree. `at` is the number of the line's moves that are played on
  // the board.
  constructor(rules, start, {tree = empty_tree(start), moves = line_of(tree, []), at = moves.length} = {}) {
    this.rules = rules;
    this.start = start;
    this.tree = tree;
    this.moves = moves;
    this.at = Math.max(0, Math.min(at, moves.length));
    this.node = node_at(tree, this.played);
    Object.freeze(this);
  }

  static of_moves(rules, start, moves, at = moves.length) {
    return new Game(rules, start, {tree: with_path(empty_tree(start), moves), at});
  }

  #with(changes) { return new Game(this.rules, this.start, {tree: this.tree, moves: this.moves, at: this.at, ...changes}); }

  get position() { return this.node.position; }
  get last_move() { return this.moves[this.at - 1]; }
  get played() { return this.moves.slice(0, this.at); }
  get at_end() { return this.at === this.moves.length; }
  get has_moves() { return this.tree.next.length > 0; }
  // The index of the last played move that is not a main move; -1 if all are main moves.
  get branching() { return branching_of(this.tree, this.played); }

  // Shows the position at the end of a path (tree.js). `moves` stays if it begins with the path. Otherwise it becomes
  // the path, continued by the first move that the tree has in each position.
  show(path) {
    const is_on_line = path.every((move, ply) => this.moves[ply] === move);
    return this.#with({moves: is_on_line ? this.moves : line_of(this.tree, path), at: path.length});
  }

  get main_end() {
    const moves = line_of(this.tree, []);
    return this.#with({moves, at: moves.length});
  }

  go(at) { return this.#with({at}); }

  // Plays a move. If another move already follows the shown position, the played move begins a variation.
  play(move, position) { return this.play_line([move], 1).learn(position); }

  // Plays several moves, and shows the position after the first `count` of them.
  play_line(moves, count) {
    const path = [...this.played, ...moves];
    const tree = node_at(this.tree, path) ? this.tree : with_path(this.tree, path);
    const is_on_line = path.every((move, ply) => this.moves[ply] === move);
    return this.#with({tree, moves: is_on_line ? this.moves : line_of(tree, path), at: this.at + count});
  }

  // Replaces the last move by another move that was tried instead of it: by the next in their list if `step` is 1, by
  // the previous if `step` is -1.
  turn(step) {
    const path = this.played;
    const last = path.pop();
    if (last === undefined) return this;
    const {next} = node_at(this.tree, path);
    const index = next.findIndex(({move}) => move === last);
    return this.show([...path, next.at((index + step) % next.length).move]);
  }

  promote() { return this.#with({tree: promoted(this.tree, this.played)}); }

  // Removes the move that leads to the shown position, and everything that follows that move. Then shows the position
  // before the removed move.
  cut() {
    if (this.at === 0) return this;
    const tree = without(this.tree, this.played);
    const path = this.moves.slice(0, this.at - 1);
    return this.#with({tree, moves: line_of(tree, path), at: path.length});
  }

  // Stores `position`, from an answer of the server, as the position that is shown.
  learn(position) {
    if (this.position === position || position === undefined) return this;
    return this.#with({tree: with_position(this.tree, this.played, position)});
  }

  // Takes over the known positions of another game with the same rules and start, and the other game's line if it
  // continues the played moves.
  learn_from(other) {
    if (!other || !this.has_rules_and_start_of(other)) return this;
    const tree = with_positions(this.tree, (position, same) => position ?? same?.position, other.tree);
    const is_on_line = node_at(tree, other.moves)?.next.length === 0 && this.played.every((move, ply) => other.moves[ply] === move);
    return this.#with({tree, moves: is_on_line ? other.moves : this.moves});
  }

  // Forgets the positions, since the moves may be impossible under the new rules.
  with_rules(rules) {
    const tree = with_positions(this.tree, () => undefined);
    return new Game(rules, this.start, {tree: {...tree, position: this.start}, moves: this.moves, at: this.at});
  }

  // The same game with `change` applied to every position.
  changed(change) {
    const tree = with_positions(this.tree, position => position && change(position));
    return new Game(this.rules, tree.position, {tree, moves: this.moves, at: this.at});
  }

  // The number of played moves that lead to the last known position.
  get known() { return known_part(this.tree, this.played); }

  // The parameters with which a request names the shown position: the last known position, and the moves after it.
  get request() {
    const {known, played, rules: {stuck, diagonal_jumps}} = this;
    const {position} = node_at(this.tree, played.slice(0, known));
    return {position, moves: played.slice(known).join(' ') || undefined, stuck, diagonal_jumps};
  }

  has_rules_and_start_of(other) {
    return this.start === other.start && this.rules.stuck === other.rules.stuck && this.rules.diagonal_jumps === other.rules.diagonal_jumps;
  }
}
