// Positions and moves in the page: the rules come from chessops.

import { Chess } from 'chessops/chess';
import { chessgroundDests, chessgroundMove } from 'chessops/compat';
import { parseFen, makeFen } from 'chessops/fen';
import { makeSan, parseSan } from 'chessops/san';
import { parseUci, parseSquare, makeSquare } from 'chessops/util';
import { normalizeMove } from 'chessops/chess';
import type { Move } from 'chessops/types';

export type Key = `${'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h'}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

/** Whether two FENs show the same men, side to move and castling rights; en passant and clocks are written in several ways. */
export function alike(one: string, other: string): boolean {
  const place = (fen: string): string => fen.split(' ').slice(0, 3).join(' ');
  return place(one) === place(other);
}

export class Position {
  private constructor(private readonly chess: Chess) {}

  /** Reads a FEN; undefined if it is none. */
  static read(fen: string): Position | undefined {
    const setup = parseFen(fen);
    if (setup.isErr) return undefined;
    const chess = Chess.fromSetup(setup.value);
    return chess.isErr ? undefined : new Position(chess.value);
  }

  get fen(): string {
    return makeFen(this.chess.toSetup());
  }
  get turn(): 'white' | 'black' {
    return this.chess.turn;
  }
  get check(): boolean {
    return this.chess.isCheck();
  }
  get mate(): boolean {
    return this.chess.isCheckmate();
  }
  get dests(): Map<Key, Key[]> {
    return chessgroundDests(this.chess) as Map<Key, Key[]>;
  }
  /** `12.` or `12...` */
  get number(): string {
    return `${this.chess.fullmoves}${this.turn === 'white' ? '.' : '...'}`;
  }

  /** Reads a move in UCI or SAN. */
  move(text: string): Move | undefined {
    const uci = parseUci(text);
    const move = uci ? normalizeMove(this.chess, uci) : parseSan(this.chess, text);
    return move && this.chess.isLegal(move) ? move : undefined;
  }

  san(move: Move): string {
    return makeSan(this.chess, move);
  }

  play(move: Move): Position {
    const next = this.chess.clone();
    next.play(move);
    return new Position(next);
  }

  /** The squares that a move is shown on. */
  squares(move: Move): Key[] {
    return chessgroundMove(move) as Key[];
  }

  /** Whether a pawn that goes there promotes. */
  promotes(from: Key, to: Key): boolean {
    const square = parseSquare(from);
    return this.chess.board.get(square)?.role === 'pawn' && (to[1] === '1' || to[1] === '8');
  }

  get stalemate(): boolean {
    return this.chess.isStalemate();
  }
  get over(): boolean {
    return this.chess.isEnd();
  }
  get fullmoves(): number {
    return this.chess.fullmoves;
  }
  /** How many men are on the board. */
  get count(): number {
    return this.chess.board.occupied.size();
  }
  /** The square of a king. */
  king(color: 'white' | 'black'): Key | undefined {
    const square = this.chess.board.kingOf(color);
    return square === undefined ? undefined : (makeSquare(square) as Key);
  }
  /** All legal moves, in UCI. */
  get moves(): string[] {
    return [...this.dests].flatMap(([from, targets]) => {
      const own = targets.filter(to => this.at(from)?.role !== 'king' || this.at(to)?.color !== this.turn);
      return own.flatMap(to => (this.promotes(from, to) ? ['q', 'r', 'b', 'n'].map(man => from + to + man) : [from + to]));
    });
  }

  /** What stands on a square, as role and colour. */
  at(key: Key): { role: string; color: string } | undefined {
    return this.chess.board.get(parseSquare(key));
  }

  /** All men of a colour, kings first, with their squares. */
  men(color: 'white' | 'black'): { role: string; squares: string[] }[] {
    const roles = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'] as const;
    return roles.map(role => ({ role, squares: [...this.chess.board.pieces(color, role)].map(makeSquare) }));
  }
}
