// The game as a whole: the story, and figures of both sides.

import { h } from './dom';
import type { Game, Side } from './game';
import { glyph } from './game';
import { say } from './words';

type Cell = (side: Side) => string;

const percent = (value: number | null | undefined): string =>
  typeof value === 'number' ? `${Math.round(value)} %` : '\u2013';

export function summary(game: Game, go: (ply: number) => void): HTMLElement[] {
  const { white, black } = game.summary;
  const names = (motifs: Record<string, number>): string =>
    Object.entries(motifs)
      .map(([name, count]) => say(`motif-${name}`) + (count > 1 ? ` (${count})` : ''))
      .join(', ') || '\u2013';
  const rows: [string, Cell][] = [
    ['accuracy', side => percent(side.accuracy)],
    ['opening', side => percent(side.phases.opening)],
    ['middlegame', side => percent(side.phases.middlegame)],
    ['endgame', side => percent(side.phases.endgame)],
    ['loss', side => (typeof side.centipawn_loss === 'number' ? side.centipawn_loss.toFixed(0) : '\u2013')],
    ['blunders', side => String(side.blunders)],
    ['mistakes', side => String(side.mistakes)],
    ['inaccuracies', side => String(side.inaccuracies)],
    ['best-moves', side => String(side.best_moves)],
    ['longest', side => String(side.longest_best)],
    ['found', side => names(side.found)],
    ['missed', side => names(side.missed)],
    ['allowed-motifs', side => names(side.allowed)],
  ];
  white.clocks.forEach((_, index) => {
    rows.splice(4 + index, 0, [`clock-${index}`, side => percent(side.clocks[index]?.accuracy)]);
  });
  const moments = game.moves.filter(told => told.comment);
  return [
    h('p', { class: 'story' }, game.summary.story),
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, h('td', {}), h('th', { scope: 'col' }, say('white')), h('th', { scope: 'col' }, say('black')))),
      h(
        'tbody',
        {},
        ...rows.map(([name, cell]) =>
          h('tr', {}, h('th', { scope: 'row' }, say(name)), h('td', {}, cell(white)), h('td', {}, cell(black))),
        ),
      ),
    ),
    moments.length ? h('h3', {}, say('moments')) : h('span'),
    h(
      'ul',
      { class: 'moments' },
      ...moments.map(told =>
        h(
          'li',
          {},
          h('button', { type: 'button', class: `step ${told.judgement ?? told.praise ?? ''}`, onclick: () => go(told.ply) }, `${told.number} ${told.san}${glyph(told)}`),
          ` ${told.comment}`,
        ),
      ),
    ),
    h('p', { class: 'small' }, say('evaluated', { evaluator: game.evaluator })),
  ];
}
