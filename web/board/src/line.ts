// A line beside the game: moves from a position, walked one by one.

import { h } from './dom';
import { Position, type Key } from './position';

export class Line {
  readonly positions: Position[];
  readonly sans: string[] = [];
  readonly squares: Key[][] = [];

  /** The moves, in UCI or SAN, as far as they are legal. */
  constructor(base: Position, moves: string[]) {
    this.positions = [base];
    for (const text of moves) if (!this.play(text)) break;
  }

  get end(): Position {
    return this.positions[this.positions.length - 1] as Position;
  }

  play(text: string): boolean {
    const here = this.end;
    const move = here.move(text);
    if (!move) return false;
    this.sans.push(here.san(move));
    this.squares.push(here.squares(move));
    this.positions.push(here.play(move));
    return true;
  }

  /** The line up to a move, to go on from there. */
  until(count: number): Line {
    const line = new Line(this.positions[0] as Position, []);
    for (const san of this.sans.slice(0, count)) line.play(san);
    return line;
  }

  /** The moves with their numbers, as buttons. */
  buttons(at: number | undefined, go: (count: number) => void): HTMLElement[] {
    return this.sans.map((san, index) => {
      const here = this.positions[index] as Position;
      const number = here.turn === 'white' || index === 0 ? `${here.number}\u00a0` : '';
      return h(
        'button',
        {
          type: 'button',
          class: 'step',
          'aria-current': at === index + 1 ? 'true' : undefined,
          onclick: () => go(index + 1),
        },
        number + san,
      );
    });
  }
}
