// What an empty page offers: three positions to begin with.

import { Chessground } from '@lichess-org/chessground';
import { h } from '../../board/src/dom';
import { say } from '../../board/src/words';
import type { App } from './app';
import { fresh } from './tree';

export const EXAMPLES = [
  { name: 'legal', fen: 'r2qkbnr/ppp2ppp/2np4/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R w KQkq - 0 6' },
  { name: 'reti', fen: '7K/8/k1P5/7p/8/8/8/8 w - - 0 1' },
  { name: 'quiet', fen: 'r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 w - - 0 7' },
] as const;

/** A picture of a position, only to look at. */
export function miniature(fen: string): HTMLElement {
  const board = h('div', { class: 'miniature', 'aria-hidden': 'true' });
  // The board wants a size before it draws.
  requestAnimationFrame(() => {
    if (board.isConnected)
      Chessground(board, { fen, viewOnly: true, coordinates: false, animation: { enabled: false }, drawable: { enabled: false } });
  });
  return board;
}

export function examples(app: App): HTMLElement {
  const card = ({ name, fen }: (typeof EXAMPLES)[number]): HTMLElement =>
    h(
      'button',
      {
        type: 'button',
        class: 'example',
        'data-example': name,
        onclick: () => {
          const root = fresh(fen);
          if (root) app.session.load(root);
        },
      },
      miniature(fen),
      h('span', { class: 'example-words' }, h('strong', {}, say(`example-${name}`)), h('span', {}, say(`example-${name}-about`))),
    );
  return h(
    'div',
    { class: 'empty' },
    h('h2', {}, say('empty-title')),
    h('p', {}, say('empty-about')),
    h('div', { class: 'examples' }, ...EXAMPLES.map(card)),
    h('p', { class: 'quiet' }, say('empty-play')),
  );
}
