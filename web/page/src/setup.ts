// A board on which men are put and taken away.

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import { fill, h, type Child } from '../../board/src/dom';
import { Position, type Key } from '../../board/src/position';
import { say } from '../../board/src/words';
import type { App } from './app';
import { dialog } from './dialogs';
import { fresh } from './tree';

const ROLES = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'] as const;
const COLORS = ['white', 'black'] as const;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

/** What a click on the board puts there; `none` takes away. */
type Chosen = { role: (typeof ROLES)[number]; color: (typeof COLORS)[number] } | 'none' | undefined;

export class SetUp {
  private readonly board: Api;
  private readonly element: HTMLDialogElement;
  private readonly men = h('div', { class: 'men', role: 'group', 'aria-label': say('men') });
  private readonly trouble = h('p', { class: 'trouble', role: 'alert' });
  private readonly turn: HTMLSelectElement;
  private readonly rights: { box: HTMLInputElement; label: HTMLElement }[];
  private chosen: Chosen;

  constructor(private readonly app: App) {
    const { fen } = app.session.here.position;
    const [, turn, castling] = fen.split(' ');
    this.turn = h(
      'select',
      { 'aria-label': say('turn') },
      h('option', { value: 'w' }, say('white-to-move')),
      h('option', { value: 'b' }, say('black-to-move')),
    );
    this.turn.value = turn ?? 'w';
    this.rights = ['K', 'Q', 'k', 'q'].map(letter => {
      const box = h('input', { type: 'checkbox', value: letter, checked: castling?.includes(letter) });
      return { box, label: h('label', {}, box, say(`castle-${letter}`)) };
    });
    const place = h('div', { class: 'set-up-board' });
    this.element = dialog(say('set-up'), h('div', { class: 'set-up' }, place, this.side()));
    this.palette();
    this.board = Chessground(place, {
      fen,
      orientation: app.stage.board.flipped ? 'black' : 'white',
      movable: { free: true, color: 'both' },
      draggable: { deleteOnDropOff: true },
      drawable: { enabled: false },
      animation: { enabled: false },
      events: { select: key => this.put(key as Key) },
    });
  }

  private side(): HTMLElement {
    const set = (fen: string): void => this.board.set({ fen });
    return h(
      'div',
      { class: 'set-up-side' },
      this.men,
      this.turn,
      h('div', { class: 'rights' }, ...this.rights.map(({ label }) => label)),
      h(
        'div',
        { class: 'buttons' },
        h('button', { type: 'button', onclick: () => set('8/8/8/8/8/8/8/8') }, say('clear-board')),
        h('button', { type: 'button', onclick: () => set(START) }, say('start')),
      ),
      this.trouble,
      h('button', { type: 'button', class: 'try', onclick: () => this.done() }, say('explain')),
    );
  }

  /** Both sides' men to choose from. */
  private palette(): void {
    const button = (name: string, on: boolean, wanted: Chosen, inner: Child): HTMLElement =>
      h(
        'button',
        {
          type: 'button',
          'aria-label': name,
          title: name,
          'aria-pressed': String(on),
          onclick: () => {
            this.chosen = on ? undefined : wanted;
            this.palette();
          },
        },
        inner,
      );
    const { chosen } = this;
    const men = COLORS.flatMap(color =>
      ROLES.map(role => {
        const on = typeof chosen === 'object' && chosen.role === role && chosen.color === color;
        const picture = h('span', { class: 'cg-wrap' }, h('piece' as 'i', { class: `${color} ${role}` }));
        return button(`${say(color)} ${say(`man-${role}`)}`, on, { role, color }, picture);
      }),
    );
    fill(this.men, [...men, button(say('take-away'), chosen === 'none', 'none', '\u2715')]);
  }

  private put(key: Key): void {
    const { chosen } = this;
    if (!chosen) return;
    this.board.setPieces(new Map([[key, chosen === 'none' ? undefined : chosen]]));
    this.board.selectSquare(null);
  }

  private done(): void {
    const castling =
      this.rights
        .filter(({ box }) => box.checked)
        .map(({ box }) => box.value)
        .join('') || '-';
    const fen = `${this.board.getFen()} ${this.turn.value} ${castling} - 0 1`;
    const root = Position.read(fen) && fresh(fen);
    if (root) {
      this.element.close();
      this.app.session.load(root);
      return;
    }
    void this.app.backend.fault(fen).then(problem => (this.trouble.textContent = problem?.message ?? say('not-legal-position')));
  }
}
