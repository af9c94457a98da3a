// What is told about a move of a reviewed game, and an exercise from it: shared by the report and the page.

import { h } from './dom';
import { evaluation, glyph, type AnnotatedMove, type Exercise, type Game } from './game';
import { Line } from './line';
import { Position } from './position';
import type { Trainer } from './trainer';
import { say } from './words';

/** The move with its glyph and evaluation. */
export function title(told: AnnotatedMove | undefined): HTMLElement {
  if (!told) return h('h2', {}, say('start'));
  return h(
    'h2',
    { class: told.judgement ?? told.praise ?? '' },
    `${told.number} ${told.san}`,
    glyph(told) && h('span', { class: 'glyph' }, glyph(told)),
    h('span', { class: 'eval' }, evaluation(told.score)),
  );
}

/** The position of a game after so many plies. */
export function after(game: Game, ply: number): Position {
  const fen = ply > 0 ? game.moves[ply - 1]?.fen : game.fen;
  return Position.read(fen ?? game.fen) ?? (Position.read(game.fen) as Position);
}

/** Lines to play: what the move allowed, and what was better. */
export function lines(game: Game, told: AnnotatedMove): { label: string; line: Line; key: string }[] {
  const found: { label: string; line: Line; key: string }[] = [];
  const before = after(game, told.ply - 1);
  const allowed = told.annotations.find(({ role }) => role === 'allowed')?.claim;
  const start = allowed && Position.read(allowed.fen);
  if (allowed && start) found.push({ label: say('allowed'), line: new Line(start, allowed.line), key: 'allowed' });
  if (told.judgement && told.best && told.best.move !== told.move) {
    found.push({ label: say('better'), line: new Line(before, told.best.line), key: 'better' });
  }
  if (!found.length && told.best) found.push({ label: say('best-line'), line: new Line(before, told.best.line), key: 'best' });
  return found.filter(({ line }) => line.sans.length);
}

/** An exercise; `start` puts it on the board and hands over who checks the moves. */
export function exerciseCard(exercise: Exercise, index: number, start: (state: HTMLElement) => Trainer | undefined): HTMLElement {
  const state = h('div', { class: 'state', 'aria-live': 'polite' });
  return h(
    'section',
    { class: 'exercise', 'data-exercise': index },
    h('h3', {}, say('exercise', { number: index + 1 }), ' ', h('small', {}, say('difficulty', { rating: exercise.difficulty }))),
    h('p', {}, say(exercise.source.role === 'missed' ? 'was-missed' : 'was-allowed', { number: exercise.source.number })),
    h(
      'div',
      { class: 'buttons' },
      h('button', { type: 'button', class: 'try', onclick: () => void start(state) }, say('try')),
      h('button', { type: 'button', onclick: () => state.replaceChildren(exercise.hint) }, say('hint')),
      h('button', { type: 'button', onclick: () => start(state)?.reveal() }, say('solution')),
    ),
    state,
  );
}
