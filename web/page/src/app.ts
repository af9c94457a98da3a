// What panels share: the table, the board, the backend, and ways to lead the reader elsewhere.

import type { Position } from '../../board/src/position';
import type { Backend } from './backend';
import type { Session } from './session';
import type { Stage } from './stage';

export type View = 'lesson' | 'proof' | 'moves' | 'layers' | 'game' | 'endgame' | 'study' | 'play';

export interface App {
  readonly session: Session;
  readonly stage: Stage;
  readonly backend: Backend;
  open(view: View): void;
  /** Opens the proof explorer on a claim. */
  prove(fen: string, move?: string, goal?: string): void;
  /** Plays a line on the board and comes back; `moved` hears where it stands. */
  line(base: Position, moves: string[], how: { at?: number; run?: boolean; moved?: (at: number | undefined) => void }): void;
  /** What the evaluation bar shows: White's chances and a short text. */
  weigh(score: { cp?: number | null; mate?: number | null; value?: string | null }, fen: string, by: 'lesson' | 'engine'): void;
  /** Looks at the board from a side. */
  face(side: 'white' | 'black'): void;
  announce(text: string): void;
}

export interface Panel {
  readonly element: HTMLElement;
  /** The panel is in sight, and the position may be a new one. */
  show(): void;
  /** The panel is out of sight. */
  hide?(): void;
  /** What can be saved of it: a name and the text. */
  document?(): { name: string; text: string } | undefined;
}
