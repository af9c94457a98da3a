// The board and who has it. The game is the host; a line, a proof, an exercise or the set-up are guests that
// take the board over and give it back. Marks come from the scene, from layers, and from the sentence under
// the pointer, which dims everything else.

import { Board } from '../../board/src/board';
import { h } from '../../board/src/dom';
import type { Shape } from '../../board/src/game';
import type { Key, Position } from '../../board/src/position';
import { say } from '../../board/src/words';

export interface Scene {
  position: Position;
  last?: Key[] | undefined;
  shapes?: Shape[];
  text: string;
  movable: boolean;
}

/** Who shows something on the board. */
export interface Guest {
  scene(): Scene;
  /** A move was made on the board, in UCI. */
  played(uci: string): void;
  /** Arrow keys. */
  step?(by: number): void;
  /** The board was given to somebody else, or back. */
  left?(): void;
  /** What is said about it under the board. */
  label?(): string;
}

export interface Overlay {
  shapes: Shape[];
  squares: Map<Key, string>;
}

const NOTHING: Overlay = { shapes: [], squares: new Map() };

export class Stage {
  readonly board: Board;
  readonly note: HTMLElement;
  private guest: Guest | undefined;
  private overlay: Overlay = NOTHING;
  private lit: Shape[] | undefined;
  private hinted: Shape | undefined;
  /** Squares that a sentence names besides. */
  private named: string[] = [];

  constructor(private readonly host: Guest) {
    this.board = new Board(uci => this.holder.played(uci));
    this.note = h('div', { class: 'guest-note', hidden: true });
  }

  get holder(): Guest {
    return this.guest ?? this.host;
  }

  get visited(): boolean {
    return !!this.guest;
  }

  holds(guest: Guest): boolean {
    return this.guest === guest;
  }

  enter(guest: Guest): void {
    if (this.guest && this.guest !== guest) this.guest.left?.();
    this.guest = guest;
    this.draw();
  }

  /** Gives the board back to the game. */
  leave(): void {
    const { guest } = this;
    if (!guest) return;
    this.guest = undefined;
    guest.left?.();
    this.draw();
  }

  draw(): void {
    const scene = this.holder.scene();
    this.lit = undefined;
    this.board.show({
      position: scene.position,
      ...(scene.last && { last: scene.last }),
      shapes: scene.shapes ?? [],
      text: scene.text,
      movable: scene.movable,
    });
    this.mark();
    const label = this.guest?.label?.();
    this.note.hidden = !label;
    this.note.replaceChildren(
      ...(label
        ? [
            h('span', {}, label),
            h('button', { type: 'button', class: 'plain', onclick: () => this.leave() }, say('back-to-board'), h('kbd', {}, 'Esc')),
          ]
        : []),
    );
  }

  /** Marks of the layers. */
  cover(overlay: Overlay | undefined): void {
    this.overlay = overlay ?? NOTHING;
    this.mark();
  }

  /** A move that is only hinted at, besides everything else. */
  hint(shape: Shape | undefined): void {
    this.hinted = shape;
    this.mark();
  }

  /** Shows what a sentence is about, and nothing else. */
  light(shapes: Shape[] | undefined, squares: string[] = []): void {
    this.lit = shapes?.length ? shapes : undefined;
    this.named = squares;
    this.mark();
  }

  private mark(): void {
    const own = this.holder.scene().shapes ?? [];
    if (this.lit) {
      const lit = new Set([...this.named, ...this.lit.flatMap(({ from, to }) => (to ? [from, to] : [from]))]);
      this.board.redraw(this.lit, new Map(), lit);
    } else {
      const hinted = this.hinted && !this.guest ? [this.hinted] : [];
      this.board.redraw([...(this.guest ? [] : this.overlay.shapes), ...hinted, ...own], this.guest ? new Map() : this.overlay.squares);
    }
  }
}
