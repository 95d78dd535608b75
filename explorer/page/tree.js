// The moves of a game with its variations, as a tree. A node is {move, position, next}. `position` is the position
// after the move, or undefined until the server has answered with it. `next` has the nodes of the next moves, the main
// move first. The root has no move. Nodes are immutable: functions that change a tree return a new root. A path is a
// list of moves from the root; a line is a path that ends at a node without next moves.

const kMostNested = 100;  // as in game records

export const empty_tree = position => ({position, next: []});
const child_of = (node, move) => node.next.find(child => child.move === move);

// The node at the end of a path; undefined if the tree has no such path.
export function node_at(root, path) {
  let node = root;
  for (const move of path) node = node && child_of(node, move);
  return node;
}

// The number of the path's moves that lead to its last node with a known position.
export function known_part(root, path) {
  let known = 0, node = root;
  path.forEach((move, ply) => {
    node = child_of(node, move);
    if (node.position !== undefined) known = ply + 1;
  });
  return known;
}

// The line that begins with the moves of the path, and then follows the main moves.
export function line_of(root, path) {
  const line = [...path];
  for (let node = node_at(root, path); node.next.length > 0; node = node.next[0]) line.push(node.next[0].move);
  return line;
}

// Returns the tree with the node at the end of the path replaced by change(node), or removed if change(node) is null.
// Missing nodes of the path are added.
function changed(root, path, change) {
  const nodes = [root];
  for (const move of path) nodes.push(child_of(nodes.at(-1), move) ?? {move, position: undefined, next: []});
  let made = change(nodes.at(-1));
  for (let ply = path.length - 1; ply >= 0; --ply) {
    const {next} = nodes[ply];
    const others = next.flatMap(child => child.move === path[ply] ? made ?? [] : [child]);
    made = {...nodes[ply], next: made && !child_of(nodes[ply], path[ply]) ? [...others, made] : others};
  }
  return made;
}

export const with_path = (root, path) => changed(root, path, node => node);
export const with_position = (root, path, position) => changed(root, path, node => ({...node, position}));
export const without = (root, path) => changed(root, path, () => null);

// The index, in the path, of the last move that is not a main move; -1 if all moves are main moves.
export function branching_of(root, path) {
  let found = -1, node = root;
  path.forEach((move, ply) => {
    if (node.next[0].move !== move) found = ply;
    node = child_of(node, move);
  });
  return found;
}

// Finds the path's last move that is not a main move, and returns a tree in which this move is the main move of the
// node before it.
export function promoted(root, path) {
  const ply = branching_of(root, path);
  if (ply < 0) return root;
  return changed(root, path.slice(0, ply), node => ({...node, next: [child_of(node, path[ply]), ...node.next.filter(({move}) => move !== path[ply])]}));
}

// Returns the tree with each position replaced by change(position, other). `other` is the node at the same path in the
// tree `like`; undefined if there is none.
export function with_positions(root, change, like = undefined) {
  const copy = (node, other) => ({...node, position: change(node.position, other), next: []});
  const made = copy(root, like);
  for (const stack = [[root, made, like]]; stack.length > 0;) {
    const [node, twin, other] = stack.pop();
    for (const child of node.next) {
      const same = other && child_of(other, child.move);
      twin.next.push(copy(child, same));
      stack.push([child, twin.next.at(-1), same]);
    }
  }
  return made;
}

// Visits the moves in the order of a game record, where a variation comes after the move that it replaces. Yields '('
// and ')' around variations, and an entry {node, up, ply} for each move: `up` is the entry of the previous move, or
// null.
export function* in_order(root, up = null) {
  for (let node = root, before = up; node.next.length > 0;) {
    const ply = before ? before.ply + 1 : 0;
    const [main, ...others] = node.next.map(child => ({node: child, up: before, ply}));
    yield main;
    for (const other of others) {
      yield '(';
      yield other;
      yield* in_order(other.node, other);
      yield ')';
    }
    [node, before] = [main.node, main];
  }
}

export function path_of(entry) {
  const path = [];
  for (let here = entry; here; here = here.up) path.push(here.node.move);
  return path.reverse();
}

export const write_tree = root => [...in_order(root)].map(part => part.node?.move ?? part).join(' ').replace(/\( /g, '(').replace(/ \)/g, ')');

// Reads a text in the form that write_tree writes. Every word that is not a parenthesis counts as a move; unmatched
// parentheses are ignored.
export function read_tree(text, start, most_moves) {
  const root = empty_tree(start);
  const around = [];
  let here = {node: root, up: null};
  for (const word of text.replace(/[()]/g, ' $& ').split(/[\s,]+/).filter(Boolean).slice(0, 3 * most_moves)) {
    if (word === '(') {
      if (around.length === kMostNested) break;
      around.push(here);
      here = here.up ?? here;
    } else if (word === ')') {
      here = around.pop() ?? here;
    } else if (most_moves-- > 0) {
      let node = child_of(here.node, word);
      if (!node) here.node.next.push(node = {move: word, position: undefined, next: []});
      here = {node, up: here};
    }
  }
  return root;
}

// Moves are numbered from 1 in the order of in_order(); 0 is the start.
export function path_of_number(root, number) {
  let count = 0;
  for (const part of in_order(root)) if (part.node && ++count === number) return path_of(part);
  return [];
}

export function number_of_path(root, path) {
  const node = node_at(root, path);
  let count = 0;
  for (const part of in_order(root)) {
    if (part.node) ++count;
    if (part.node === node) return count;
  }
  return 0;
}

// All lines of the tree, the main line first.
export function lines_of(root) {
  return [...in_order(root)].filter(part => part.node?.next.length === 0).map(path_of);
}
