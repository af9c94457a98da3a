// The board: chessground with what it lacks, a text for screen readers and moves by the keyboard.

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Shape } from './game';
import { fill, h } from './dom';
import { INKS, PALETTE } from './palette';
import { Position, type Key } from './position';
import { say } from './words';

export interface Shown {
  position: Position;
  /** The move that led here, in squares. */
  last?: Key[];
  shapes: Shape[];
  /** What is announced. */
  text: string;
  /** Whether moves may be made. */
  movable: boolean;
  /** Classes of squares, drawn below the pieces. */
  squares?: Map<Key, string>;
}

const FILES = 'abcdefgh';

export class Board {
  readonly element: HTMLElement;
  private readonly wrap: HTMLElement;
  private readonly live: HTMLElement;
  private readonly men: HTMLElement;
  private readonly chooser: HTMLElement;
  private readonly cursor: HTMLElement;
  private readonly api: Api;
  private shown: Shown | undefined;
  private orientation: 'white' | 'black' = 'white';
  private at: Key = 'e2';
  private picked: Key | undefined;
  /** Whether chessground has measured the board: it keeps the size it saw, and before it is shown that is none. */
  private measured = false;

  /** `played` gets moves that are made on the board, in UCI. */
  constructor(private readonly played: (uci: string) => void) {
    this.wrap = h('div', { class: 'board' });
    this.cursor = h('div', { class: 'cursor', hidden: true });
    this.chooser = h('div', { class: 'chooser', role: 'dialog', 'aria-label': say('promote'), hidden: true });
    this.live = h('p', { class: 'hidden', 'aria-live': 'polite' });
    this.men = h('p', { class: 'hidden' });
    const frame = h(
      'div',
      { class: 'frame', tabindex: 0, role: 'application', 'aria-label': say('board'), 'aria-roledescription': say('board') },
      this.wrap,
      this.cursor,
      this.chooser,
    );
    this.element = h('div', { class: 'board-area' }, frame, this.live, this.men);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.api = Chessground(this.wrap, {
      coordinates: true,
      animation: { enabled: !still, duration: 180 },
      highlight: { lastMove: true, check: true },
      drawable: { enabled: true, brushes: brushes() },
      movable: { free: false, showDests: true, events: { after: (from, to) => this.tried(from as Key, to as Key) } },
      premovable: { enabled: false },
    });
    frame.addEventListener('keydown', event => this.key(event));
    frame.addEventListener('focus', () => this.place(frame.matches(':focus-visible')));
    frame.addEventListener('blur', () => (this.cursor.hidden = true));
    new ResizeObserver(() => {
      this.api.redrawAll();
      this.measured = this.wrap.clientWidth > 0;
      this.mark();
    }).observe(this.wrap);
  }

  show(shown: Shown): void {
    this.shown = shown;
    this.picked = undefined;
    this.chooser.hidden = true;
    const { position } = shown;
    this.api.set({
      fen: position.fen,
      turnColor: position.turn,
      check: position.check,
      lastMove: shown.last ?? [],
      orientation: this.orientation,
      highlight: { custom: shown.squares ?? new Map<Key, string>() },
      movable: shown.movable
        ? { color: position.turn, dests: position.dests }
        : { color: 'both' as const, dests: new Map() },
    });
    this.mark();
    this.announce(shown.text);
    this.men.textContent = described(position);
    this.wrap.dataset.fen = position.fen;
  }

  /** Draws the marks; a board without a known size has no place for them yet. */
  private mark(): void {
    if (this.measured) this.api.setAutoShapes((this.shown?.shapes ?? []).map(drawn));
  }

  /** Draws other marks and tints on the same position; pieces that are not among `lit` fade. */
  redraw(shapes: Shape[], squares: Map<Key, string> = new Map(), lit?: Set<string>): void {
    if (!this.shown) return;
    this.shown = { ...this.shown, shapes, squares };
    this.api.set({ highlight: { custom: squares } });
    this.mark();
    this.wrap.classList.toggle('lit', !!lit);
    for (const piece of this.wrap.querySelectorAll<HTMLElement & { cgKey?: string }>('cg-board piece')) {
      piece.classList.toggle('in', !!lit?.has(piece.cgKey ?? ''));
    }
  }

  /** The square at a point of the window. */
  squareAt(x: number, y: number): Key | undefined {
    return this.api.getKeyAtDomPos([x, y]) as Key | undefined;
  }

  get flipped(): boolean {
    return this.orientation === 'black';
  }

  turnTo(side: 'white' | 'black'): void {
    this.orientation = side;
    this.api.set({ orientation: side });
    this.element.dataset.side = side;
  }

  announce(text: string): void {
    this.live.textContent = text;
  }

  private tried(from: Key, to: Key): void {
    const position = this.shown?.position;
    if (!position) return;
    if (!position.promotes(from, to)) return this.played(from + to);
    const choice = (letter: string, role: string): HTMLElement =>
      h('button', { type: 'button', onclick: () => this.chosen(from + to + letter) }, say(`man-${role}`));
    fill(this.chooser, [choice('q', 'queen'), choice('r', 'rook'), choice('b', 'bishop'), choice('n', 'knight')]);
    this.chooser.hidden = false;
    this.chooser.querySelector('button')?.focus();
  }

  private chosen(uci: string): void {
    this.chooser.hidden = true;
    this.played(uci);
  }

  /** Arrow keys move a cursor, Enter picks up and drops. */
  private key(event: KeyboardEvent): void {
    if (!this.chooser.hidden) {
      if (event.key === 'Escape' && this.shown) this.show(this.shown);
      return;
    }
    if (this.cursor.hidden && event.key !== 'Enter') return;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const step = steps[event.key];
    if (step) {
      const turn = this.flipped ? -1 : 1;
      const file = Math.max(0, Math.min(7, FILES.indexOf(this.at[0] ?? 'a') + turn * step[0]));
      const rank = Math.max(1, Math.min(8, Number(this.at[1]) + turn * step[1]));
      this.at = `${FILES[file]}${rank}` as Key;
      this.place(true);
      this.announce(this.spoken(this.at));
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.place(true);
      this.take();
    } else if (event.key === 'Escape' && this.picked) {
      this.picked = undefined;
      this.api.selectSquare(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  private take(): void {
    const shown = this.shown;
    if (!shown) return;
    const dests = shown.movable ? shown.position.dests : new Map<Key, Key[]>();
    if (this.picked && dests.get(this.picked)?.includes(this.at)) {
      const from = this.picked;
      this.picked = undefined;
      this.api.selectSquare(null);
      this.api.move(from, this.at);
      this.tried(from, this.at);
    } else if (dests.get(this.at)?.length) {
      this.picked = this.at;
      this.api.selectSquare(this.at, true);
      this.announce(say('picked', { piece: this.spoken(this.at) }));
    } else {
      this.announce(say('no-move'));
    }
  }

  private place(visible: boolean): void {
    this.cursor.hidden = !visible;
    const file = FILES.indexOf(this.at[0] ?? 'a');
    const rank = Number(this.at[1]) - 1;
    this.cursor.style.left = `${12.5 * (this.flipped ? 7 - file : file)}%`;
    this.cursor.style.top = `${12.5 * (this.flipped ? rank : 7 - rank)}%`;
  }

  private spoken(key: Key): string {
    const man = this.shown?.position.at(key);
    return man ? `${key}, ${say(man.color)} ${say(`man-${man.role}`)}` : `${key}, ${say('empty')}`;
  }
}

function brushes(): Record<'green' | 'red' | 'blue' | 'yellow', { key: string; color: string; opacity: number; lineWidth: number }> {
  const brush = (key: string, color: string, lineWidth = 10) => ({ key, color, opacity: 0.9, lineWidth });
  const own = Object.entries(INKS).map(([key, ink]) => [key, { key, ...ink }] as const);
  return {
    green: brush('green', PALETTE.green),
    red: brush('red', PALETTE.vermilion),
    blue: brush('blue', PALETTE.blue),
    yellow: brush('yellow', PALETTE.orange),
    ...Object.fromEntries(own),
  };
}

function drawn(shape: Shape): DrawShape {
  const brush = shape.meaning in INKS ? shape.meaning : 'target';
  const orig = shape.from as Key;
  const color = INKS[brush]?.color ?? PALETTE.gray;
  if (shape.dart) return { orig, customSvg: { html: dart(shape.dart, color), center: 'orig' } };
  if (shape.label && !shape.to) return { orig, ...(!shape.bare && { brush }), customSvg: { html: corner(shape.label, color), center: 'orig' } };
  const label = shape.label ? { label: { text: shape.label, fill: color } } : {};
  return shape.to ? { orig, dest: shape.to as Key, brush, ...label } : { orig, brush, ...label };
}

/** A small arrow around the middle of a square, which is 100 wide. */
function dart({ right, down }: { right: number; down: number }, color: string): string {
  const [x, y] = [50 - right / 2, 50 - down / 2].map(Math.round) as [number, number];
  const [u, v] = [50 + right / 2, 50 + down / 2].map(Math.round) as [number, number];
  const [a, b] = [-0.35 * right, -0.35 * down];
  const wing = (turn: number): string => `L${Math.round(u + a - turn * b * 0.7)} ${Math.round(v + b + turn * a * 0.7)}`;
  return `<path d="M${x} ${y}L${u} ${v}M${u} ${v}${wing(1)}M${u} ${v}${wing(-1)}" fill="none" stroke="${color}" stroke-width="5" stroke-linecap="round" opacity="0.8"/>`;
}

/** A letter or two in the upper right corner, so that the piece stays visible. */
function corner(text: string, color: string): string {
  const safe = text.replace(/[<>&"']/g, '');
  const width = 34 + 16 * Math.max(0, safe.length - 1);
  return `<rect x="${100 - width}" y="0" width="${width}" height="34" rx="17" fill="${color}" stroke="#fff" stroke-width="2"/><text x="${100 - width / 2}" y="18" fill="#fff" font-size="24" font-weight="700" text-anchor="middle" dominant-baseline="central">${safe}</text>`;
}

/** The men in words, for who does not see the board. */
function described(position: Position): string {
  const side = (color: 'white' | 'black'): string => {
    const men = position.men(color).filter(({ squares }) => squares.length);
    return `${say(color)}: ${men.map(({ role, squares }) => `${say(`man-${role}`)} ${squares.join(' ')}`).join(', ')}.`;
  };
  return `${side('white')} ${side('black')} ${say(`${position.turn}-to-move`)}`;
}
