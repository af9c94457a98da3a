// A line that plays itself: one move every 600 ms, stepped with the arrow keys, left with Escape.

import { Line } from '../../board/src/line';
import { Position } from '../../board/src/position';
import { say } from '../../board/src/words';
import type { Guest, Scene, Stage } from './stage';

const PACE = 600;

export class LinePlayer implements Guest {
  private readonly line: Line;
  private at: number;
  private timer: number | undefined;

  constructor(
    private readonly stage: Stage,
    base: Position,
    moves: string[],
    at: number,
    /** Told where the line stands, and with undefined that it was left. */
    private readonly moved: (at: number | undefined) => void,
    /** A move that leaves the line: the moves so far and the new one. */
    private readonly branched: (moves: string[]) => void,
  ) {
    this.line = new Line(base, moves);
    this.at = Math.min(at, this.line.sans.length);
  }

  get length(): number {
    return this.line.sans.length;
  }

  /** Plays from here to the end. */
  run(): void {
    this.stage.enter(this);
    this.moved(this.at);
    this.tick();
  }

  private tick(): void {
    clearTimeout(this.timer);
    if (this.at >= this.length) return;
    this.timer = setTimeout(() => {
      this.go(this.at + 1);
      this.tick();
    }, PACE);
  }

  private go(at: number): void {
    this.at = Math.max(0, Math.min(this.length, at));
    this.stage.draw();
    this.moved(this.at);
  }

  show(at: number): void {
    clearTimeout(this.timer);
    this.at = Math.max(0, Math.min(this.length, at));
    this.stage.enter(this);
    this.moved(this.at);
  }

  step(by: number): void {
    clearTimeout(this.timer);
    if (by < 0 && this.at <= 1) return this.stage.leave();
    this.go(this.at + by);
  }

  scene(): Scene {
    const { line, at } = this;
    const here = line.positions[at] ?? line.end;
    const text = at > 0 ? `${line.positions[at - 1]?.number ?? ''} ${line.sans[at - 1] ?? ''}` : say('line-start');
    return { position: here, last: line.squares[at - 1], text, movable: true };
  }

  played(uci: string): void {
    this.branched([...this.line.sans.slice(0, this.at), uci]);
  }

  left(): void {
    clearTimeout(this.timer);
    this.moved(undefined);
  }

  label(): string {
    return say('line-label', { at: this.at, all: this.length });
  }
}
