// Moves with variations, as they are played, read and written.

import {
  makePgn,
  parsePgn,
  defaultHeaders,
  ChildNode,
  Node as PgnNode,
  startingPosition,
  makeComment,
  parseComment,
  type Game,
  type PgnNodeData,
} from 'chessops/pgn';
import { Position, type Key } from '../../board/src/position';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const START_FEN = START;

export class TreeNode {
  readonly children: TreeNode[] = [];
  comment = '';
  /** NAGs, such as 4 for `??`. */
  nags: number[] = [];

  constructor(
    readonly position: Position,
    readonly parent?: TreeNode,
    readonly san = '',
    readonly uci = '',
    readonly last?: Key[],
  ) {}

  get ply(): number {
    return this.parent ? this.parent.ply + 1 : 0;
  }

  /** `12.` or `12...` of the move that led here. */
  get number(): string {
    return this.parent?.position.number ?? '';
  }

  /** From the root to here, the root left out. */
  get path(): TreeNode[] {
    return this.parent ? [...this.parent.path, this] : [];
  }

  get main(): boolean {
    return !this.parent || (this.parent.children[0] === this && this.parent.main);
  }

  /** Plays a move, in UCI or SAN; the node after it, old or new, or undefined if it is not legal. */
  play(text: string): TreeNode | undefined {
    const move = this.position.move(text);
    if (!move) return undefined;
    const san = this.position.san(move);
    const known = this.children.find(child => child.san === san);
    if (known) return known;
    const squares = this.position.squares(move);
    const child = new TreeNode(this.position.play(move), this, san, uciOf(move), squares);
    this.children.push(child);
    return child;
  }

  remove(): void {
    const at = this.parent?.children.indexOf(this) ?? -1;
    if (at >= 0) this.parent?.children.splice(at, 1);
  }

  /** Makes the line to here the main one. */
  promote(): void {
    for (let node: TreeNode | undefined = this; node?.parent; node = node.parent) {
      const { children } = node.parent;
      children.splice(children.indexOf(node), 1);
      children.unshift(node);
    }
  }

  get end(): TreeNode {
    return this.children[0]?.end ?? this;
  }
}

function uciOf(move: ReturnType<Position['move']>): string {
  if (!move || !('from' in move)) return '';
  const name = (square: number): string => 'abcdefgh'[square & 7] + String((square >> 3) + 1);
  const man = move.promotion ? { queen: 'q', rook: 'r', bishop: 'b', knight: 'n', king: 'k', pawn: 'p' }[move.promotion] : '';
  return name(move.from) + name(move.to) + man;
}

/** A game that was read, with what is known of it before its moves are looked at. */
export interface Read {
  root: TreeNode;
  headers: Map<string, string>;
  /** A move that cannot be played, and the one before. */
  fault?: { san: string; number: string };
}

export function fresh(fen = START): TreeNode | undefined {
  const position = Position.read(fen);
  return position && new TreeNode(position);
}

/** Reads a game of a PGN. */
export function readGame(game: Game<PgnNodeData>): Read | undefined {
  const headers = new Map(game.headers);
  const start = startingPosition(headers);
  if (start.isErr) return undefined;
  const root = fresh(headers.get('FEN') ?? START);
  if (!root) return undefined;
  const read: Read = { root, headers };
  root.comment = text(game.comments);
  const walk = (from: PgnNode<PgnNodeData>, node: TreeNode): void => {
    for (const child of from.children) {
      const next = node.play(child.data.san);
      if (!next) {
        read.fault ??= { san: child.data.san, number: node.position.number };
        continue;
      }
      next.comment = text(child.data.comments);
      next.nags = child.data.nags ?? [];
      walk(child, next);
    }
  };
  walk(game.moves, root);
  return read;
}

function text(comments: string[] | undefined): string {
  return (comments ?? [])
    .map(comment => parseComment(comment).text)
    .join(' ')
    .trim();
}

export function readGames(pgn: string): Game<PgnNodeData>[] {
  return parsePgn(pgn, defaultHeaders);
}

/** The tree as PGN. */
export function writeGame(root: TreeNode, headers: Map<string, string>): string {
  const tags = new Map(headers.size ? headers : defaultHeaders());
  const fen = root.position.fen;
  if (fen !== START) {
    tags.set('SetUp', '1');
    tags.set('FEN', fen);
  }
  const moves = new PgnNode<PgnNodeData>();
  const walk = (node: TreeNode, to: PgnNode<PgnNodeData>): void => {
    for (const child of node.children) {
      const comments = child.comment ? [makeComment({ text: child.comment })] : [];
      const next = new ChildNode<PgnNodeData>({ san: child.san, comments, nags: child.nags });
      to.children.push(next);
      walk(child, next);
    }
  };
  walk(root, moves);
  return makePgn({ headers: tags, moves, ...(root.comment && { comments: [root.comment] }) });
}
