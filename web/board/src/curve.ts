// A curve over the plies of a game that is clicked, dragged along or walked with the arrow keys.

import { h, s } from './dom';
import { chance, evaluation, glyph, type Game } from './game';
import { say } from './words';

const WIDTH = 1000;
const HEIGHT = 180;

export interface Track {
  name: string;
  /** A sentence that explains it. */
  about: string;
  /** From 0 to 1, for the start and after each ply. */
  values: number[];
  /** Filled from the middle (chances) or from the bottom. */
  middle: boolean;
}

export class Curve {
  readonly element: HTMLElement;
  private readonly mark: SVGElement;
  private readonly slider: HTMLElement;

  constructor(
    private readonly game: Game,
    track: Track,
    go: (ply: number) => void,
  ) {
    const { values } = track;
    const last = Math.max(1, values.length - 1);
    const x = (ply: number): number => (WIDTH * ply) / last;
    const y = (value: number): number => HEIGHT * (1 - value);
    const zero = track.middle ? HEIGHT / 2 : HEIGHT;
    const points = values.map((value, ply) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    this.mark = s('line', { class: 'now', y1: 0, y2: HEIGHT });
    const svg = s(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      track.middle ? s('rect', { class: 'under', x: 0, y: 0, width: WIDTH, height: HEIGHT }) : undefined,
      s('polygon', { class: 'area', points: `0,${track.middle ? HEIGHT : zero} ${points} ${WIDTH},${track.middle ? HEIGHT : zero}` }),
      track.middle ? s('line', { class: 'zero', x1: 0, x2: WIDTH, y1: zero, y2: zero }) : undefined,
      s('polyline', { class: 'line', points }),
      this.mark,
    );
    this.slider = h(
      'div',
      {
        class: `curve${track.middle ? '' : ' small'}`,
        role: 'slider',
        tabindex: 0,
        'aria-label': track.name,
        'aria-valuemin': 0,
        'aria-valuemax': last,
      },
      svg,
      // Dots are outside the picture, which is stretched.
      ...(track.middle ? dots(game, x, y, values) : []),
    );
    const at = (event: PointerEvent): number => {
      const box = this.slider.getBoundingClientRect();
      return Math.round(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * last);
    };
    this.slider.addEventListener('pointerdown', event => {
      this.slider.setPointerCapture(event.pointerId);
      go(at(event));
    });
    this.slider.addEventListener('pointermove', event => {
      if (this.slider.hasPointerCapture(event.pointerId)) go(at(event));
    });
    this.element = h(
      'figure',
      {},
      h('figcaption', { title: track.about }, track.name, track.middle ? '' : `. ${track.about}`),
      this.slider,
    );
  }

  show(ply: number): void {
    const last = Math.max(1, Number(this.slider.getAttribute('aria-valuemax')));
    const x = String((WIDTH * ply) / last);
    this.mark.setAttribute('x1', x);
    this.mark.setAttribute('x2', x);
    const told = this.game.moves[ply - 1];
    this.slider.setAttribute('aria-valuenow', String(ply));
    this.slider.setAttribute(
      'aria-valuetext',
      told ? `${told.number} ${told.san}, ${evaluation(told.score)}` : say('start'),
    );
  }
}

/** Mistakes and blunders; the letter tells what the colour tells. */
function dots(game: Game, x: (ply: number) => number, y: (value: number) => number, values: number[]): Node[] {
  return game.moves.flatMap((told, index) => {
    const sign = glyph(told);
    if (!sign || sign === '?!') return [];
    const left = (100 * x(index + 1)) / WIDTH;
    const top = (100 * y(values[index + 1] ?? 0.5)) / HEIGHT;
    const kind = told.judgement ?? told.praise ?? '';
    const dot = h('span', { class: `dot ${kind}`, title: `${told.number} ${told.san}${sign}` }, sign);
    dot.style.left = `${left}%`;
    dot.style.top = `${Math.max(8, Math.min(92, top))}%`;
    return [dot];
  });
}

/** The tracks that a game has. */
export function tracks(game: Game): Track[] {
  const chances = [game, ...game.moves].map(({ score, fen }) => chance(score, fen) / 100);
  const found: Track[] = [{ name: say('chances'), about: say('chances-about'), values: chances, middle: true }];
  for (const name of ['order', 'fragility'] as const) {
    const values = game.moves.map(told => told[name]);
    if (!values.length || values.some(value => value === undefined)) continue;
    const most = Math.max(...(values as number[]), 1e-9);
    const shares = values.map(value => (value ?? 0) / most);
    found.push({ name: say(name), about: say(`${name}-about`), values: [shares[0] ?? 0, ...shares], middle: false });
  }
  return found;
}
