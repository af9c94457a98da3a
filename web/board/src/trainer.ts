// "Find the better move": the solver's moves are checked, the replies are played.

import type { Board } from './board';
import { fill, h } from './dom';
import type { Exercise } from './game';
import type { Key, Position } from './position';
import { say } from './words';

const REPLY = 450;

export class Trainer {
  private here: Position;
  private done = 0;
  private last: Key[] | undefined;
  private over = false;

  constructor(
    private readonly exercise: Exercise,
    start: Position,
    private readonly board: Pick<Board, 'show'>,
    private readonly state: HTMLElement,
  ) {
    this.here = start;
    this.show(say('your-move'));
    fill(state, []);
  }

  /** A move of the solver. */
  tried(uci: string): void {
    const wanted = this.here.move(this.exercise.solution[this.done] ?? '');
    const move = this.here.move(uci);
    if (this.over || !move || !wanted) return this.show('');
    const san = this.here.san(move);
    const right = san === this.here.san(wanted) || this.here.play(move).mate;
    if (!right) {
      fill(this.state, [h('p', { class: 'wrong' }, `\u2717 ${say('wrong', { move: san })}`)]);
      return this.show(say('wrong', { move: san }));
    }
    this.play(uci);
    if (this.here.mate || this.done >= this.exercise.solution.length) return this.solved();
    fill(this.state, [h('p', { class: 'correct' }, `\u2713 ${say('right', { move: san })}`)]);
    setTimeout(() => this.reply(), REPLY);
  }

  /** Plays the rest of the solution. */
  reveal(): void {
    if (this.done >= this.exercise.solution.length) return this.told();
    this.play(this.exercise.solution[this.done] as string);
    setTimeout(() => this.reveal(), REPLY + 150);
  }

  private reply(): void {
    const reply = this.exercise.solution[this.done];
    if (reply && !this.over) this.play(reply);
  }

  private play(uci: string): void {
    const move = this.here.move(uci);
    if (!move) return;
    const san = this.here.san(move);
    this.last = this.here.squares(move);
    this.here = this.here.play(move);
    this.done += 1;
    this.show(san);
  }

  private solved(): void {
    this.over = true;
    this.show(say('solved'));
    fill(this.state, [h('p', { class: 'correct solved' }, `\u2713 ${say('solved')}`), ...this.why()]);
  }

  private told(): void {
    this.over = true;
    this.show(say('solution'));
    fill(this.state, this.why());
  }

  private why(): HTMLElement[] {
    return [h('p', { class: 'san' }, this.exercise.san.join(' ')), h('p', {}, this.exercise.reason)];
  }

  private show(text: string): void {
    const last = this.last;
    this.board.show({ position: this.here, ...(last && { last }), shapes: [], text, movable: !this.over });
  }
}
