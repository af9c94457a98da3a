// What a layer is: a question, marks for the board, strongest first, and a legend of at most five entries.

import type { Shape } from '../../../board/src/game';
import type { Key } from '../../../board/src/position';
import type { App } from '../app';
import type { PieceType } from '../documents';

export type Side = 'both' | 'white' | 'black';

/** One thing that can be drawn: it may need several shapes. */
export interface Mark {
  shapes: Shape[];
  owner: 'white' | 'black' | undefined;
  /** In words, for the list. */
  text: string;
  detail?: string;
  /** Which entry of the legend it belongs to. */
  legend: string;
}

export interface Entry {
  name: string;
  meaning: string;
  /** A line, a ring or a tinted square. */
  form: 'line' | 'ring' | 'tint' | 'dart';
}

export interface Marks {
  /** Strongest first. */
  marks: Mark[];
  /** Tints of squares that are shown in any case. */
  squares?: (side: Side) => Map<Key, string>;
  /** Shapes that are shown in any case. */
  ground?: (side: Side) => Shape[];
  legend: Entry[];
  /** What to say about a square under the pointer. */
  about?: (key: Key) => string;
  /** A sentence above the legend. */
  summary?: string;
}

export interface Layer {
  name: 'relations' | 'tactics' | 'field' | 'zones' | 'fragility';
  /** How many marks are shown at first. */
  first: number;
  /** `piece` is a kind of piece, or nothing for all. */
  ask(app: App, side: Side, signal: AbortSignal, piece?: PieceType): Promise<Marks>;
  /** Whether one kind of piece can be looked at. */
  byPiece?: boolean;
  /** Whether another side is another question. */
  bySide?: boolean;
}

/** `the knight on c3` is too long for a list: `Nc3`, `e4`. */
export function man(letter: string, square: string): string {
  const upper = letter.toUpperCase();
  return upper === 'P' ? square : upper + square;
}
