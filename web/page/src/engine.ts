// The engine beside the board: it thinks while it is switched on, and tells its lines as they change.

import { fill, h } from '../../board/src/dom';
import { evaluation } from '../../board/src/game';
import { Line } from '../../board/src/line';
import { say } from '../../board/src/words';
import type { App } from './app';
import { failure } from './asking';
import type { Look } from './backend';
import { shownSan } from './settings';

const LINES = 3;

export class EngineBox {
  readonly element: HTMLElement;
  private readonly toggle: HTMLElement;
  private readonly figures = h('span', { class: 'figures' });
  private readonly lines = h('div', { class: 'engine-lines' });
  private on = false;
  private thinking: AbortController | undefined;
  private fen = '';

  constructor(private readonly app: App) {
    this.toggle = h(
      'button',
      { type: 'button', class: 'switch', role: 'switch', 'aria-checked': 'false', onclick: () => this.turn(!this.on) },
      h('span', { class: 'knob', 'aria-hidden': 'true' }),
      say('engine'),
    );
    this.element = h(
      'section',
      { class: 'engine', 'aria-label': say('engine') },
      h('div', { class: 'engine-head' }, this.toggle, this.figures),
      this.lines,
    );
  }

  turn(on: boolean): void {
    this.on = on;
    this.toggle.setAttribute('aria-checked', String(on));
    this.fen = '';
    if (on) this.follow();
    else {
      this.app.stage.hint(undefined);
      this.thinking?.abort();
      fill(this.lines, []);
      fill(this.figures, []);
    }
  }

  get running(): boolean {
    return this.on;
  }

  /** Thinks about the position on the board, if it is switched on. */
  follow(): void {
    const { here } = this.app.session;
    const { fen } = here.position;
    if (!this.on || fen === this.fen) return;
    this.fen = fen;
    this.app.stage.hint(undefined);
    this.thinking?.abort();
    fill(this.lines, []);
    if (here.position.over) return fill(this.figures, [say('game-over')]);
    fill(this.figures, [say('thinking')]);
    const thinking = new AbortController();
    this.thinking = thinking;
    this.app.backend
      .analyse(fen, LINES, look => !thinking.signal.aborted && this.tell(fen, look), thinking.signal)
      .catch((error: unknown) => {
        if (thinking.signal.aborted) return;
        fill(this.figures, []);
        fill(
          this.lines,
          failure(error, () => {
            this.fen = '';
            this.follow();
          }),
        );
      });
  }

  private tell(fen: string, look: Look): void {
    const { position } = this.app.session.here;
    if (position.fen !== fen) return;
    fill(this.figures, [say('depth', { depth: look.depth, nodes: short(look.nodes) })]);
    const best = look.lines[0];
    const move = best?.line[0];
    if (best) this.app.weigh(best.score, fen, 'engine');
    if (move) this.app.stage.hint({ from: move.slice(0, 2), to: move.slice(2, 4), meaning: 'engine' });
    fill(
      this.lines,
      look.lines.map(({ score, line }) => {
        const moves = new Line(position, line.slice(0, 10));
        const buttons = moves.buttons(undefined, count => this.app.line(position, line, { at: count }));
        for (const button of buttons) button.textContent = shownSan(button.textContent ?? '');
        const first = line[0] ?? '';
        return h(
          'div',
          {
            class: 'engine-line',
            onmouseenter: () =>
              !this.app.stage.visited && this.app.stage.light([{ from: first.slice(0, 2), to: first.slice(2, 4), meaning: 'engine' }]),
            onmouseleave: () => this.app.stage.light(undefined),
          },
          h('span', { class: 'score' }, evaluation(score)),
          h('span', { class: 'steps' }, ...buttons),
        );
      }),
    );
  }
}

/** `1.2 M`, `35 k` */
export function short(count: number): string {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  if (count >= 1e4) return `${Math.round(count / 1e3)} k`;
  return String(count);
}
