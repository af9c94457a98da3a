// Few men: every legal move with its exact value and distance, tables that are built, and the paper's hole.

import { fill, h, type Child } from '../../board/src/dom';
import type { Shape } from '../../board/src/game';
import { Position } from '../../board/src/position';
import { say } from '../../board/src/words';
import type { App, Panel } from './app';
import { Asking, failure } from './asking';
import { Builder } from './builder';
import type { Forged } from './backend';
import type { TableMove, TableProbe, Value } from './documents';
import { figure, shownSan } from './settings';
import { fresh } from './tree';

const MOST_MEN = 5;
const SAMPLES = ['8/8/8/8/8/2k5/7Q/K7 w - - 0 1', '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1', '8/8/8/3k4/8/8/2R5/1K6 w - - 0 1'];
const SIGNS: Record<Value, string> = { win: '+', draw: '=', loss: '\u2212' };

export class EndgamePanel implements Panel {
  readonly element = h('div', { class: 'endgame' });
  private readonly body = h('div');
  private readonly forge = h('section', { class: 'part forge' });
  private readonly asking: Asking<TableProbe>;
  private probe: TableProbe | undefined;

  constructor(private readonly app: App) {
    this.asking = new Asking(this.body, probe => this.tell(probe));
    this.element.append(this.body);
    if (app.backend.offers('build')) this.element.append(new Builder(app).element);
    this.element.append(this.forge);
    if (app.backend.offers('forge')) this.hole();
  }

  show(): void {
    const { position } = this.app.session.here;
    this.probe = undefined;
    this.app.stage.cover(undefined);
    if (position.count > MOST_MEN) {
      this.asking.stop();
      return fill(this.body, [
        h('h2', {}, say('endgame-title')),
        h('p', {}, say('too-many-men', { count: position.count, most: MOST_MEN })),
        this.samples(),
      ]);
    }
    this.asking.ask(position.fen, signal => this.app.backend.table(position.fen, signal));
  }

  hide(): void {
    this.asking.stop();
    this.app.stage.cover(undefined);
  }

  document(): { name: string; text: string } | undefined {
    return this.probe && { name: 'table.json', text: JSON.stringify(this.probe, null, 2) };
  }

  private samples(): HTMLElement {
    return h(
      'div',
      { class: 'buttons' },
      ...SAMPLES.map((fen, index) =>
        h(
          'button',
          {
            type: 'button',
            onclick: () => {
              const root = fresh(fen);
              if (root) this.app.session.load(root);
            },
          },
          say(`ending-${index}`),
        ),
      ),
    );
  }

  private tell(probe: TableProbe): void {
    this.probe = probe;
    const { position } = this.app.session.here;
    const shapes = this.marks(probe.moves);
    this.app.stage.cover({ shapes, squares: new Map() });
    const groups = (['win', 'draw', 'loss'] as const).map(value => ({ value, moves: probe.moves.filter(move => move.value === value) }));
    const base = Position.read(probe.fen);
    fill(this.body, [
      h('h2', { class: `value ${probe.value}` }, this.verdict(probe)),
      h('p', { class: 'quiet' }, say(`source-${probe.source}`)),
      probe.line.length && base
        ? h(
            'p',
            {},
            h('button', { type: 'button', class: 'try', onclick: () => this.app.line(base, probe.line, { run: true }) }, say('play-out')),
          )
        : '',
      ...groups.filter(({ moves }) => moves.length).map(({ value, moves }) => this.group(value, moves)),
      position.over ? h('p', {}, say('game-over')) : '',
    ]);
  }

  private verdict(probe: TableProbe): string {
    const side = say(probe.turn);
    if (probe.value === 'draw') return say('value-draw');
    const winner = probe.value === 'win' ? side : say(probe.turn === 'white' ? 'black' : 'white');
    return typeof probe.dtm === 'number'
      ? say('value-mate', { side: winner, moves: Math.ceil(probe.dtm / 2) })
      : say('value-win', { side: winner });
  }

  /** Where each move leads, with its value and distance; arrows only for the best ones. */
  private marks(moves: TableMove[]): Shape[] {
    const best = moves[0];
    const seen = new Set<string>();
    // Of two moves to one square the better one is listed first.
    const labels = moves
      .filter(({ move }) => !seen.has(move.slice(2, 4)) && seen.add(move.slice(2, 4)))
      .map(({ move, value, dtm }): Shape => ({
        from: move.slice(2, 4),
        meaning: value,
        bare: true,
        label: typeof dtm === 'number' && value !== 'draw' ? `${SIGNS[value]}${Math.ceil(dtm / 2)}` : SIGNS[value],
      }));
    const arrows = moves
      .filter(({ value, dtm }) => value === best?.value && dtm === best?.dtm && value !== 'loss')
      .slice(0, 4)
      .map(({ move, value }): Shape => ({ from: move.slice(0, 2), to: move.slice(2, 4), meaning: value }));
    return [...arrows, ...labels];
  }

  private group(value: Value, moves: TableMove[]): HTMLElement {
    const items = moves.map(({ move, san, dtm }) => {
      const shape: Shape = { from: move.slice(0, 2), to: move.slice(2, 4), meaning: value };
      const light = (on: boolean): void => this.app.stage.light(on ? [shape] : undefined);
      return h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            class: `exact ${value}`,
            'data-move': move,
            onclick: () => this.app.session.play(move),
            onmouseenter: () => light(true),
            onmouseleave: () => light(false),
            onfocus: () => light(true),
            onblur: () => light(false),
          },
          h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[value]),
          shownSan(san),
          typeof dtm === 'number' ? h('small', {}, ` ${Math.ceil(dtm / 2)}`) : '',
        ),
      );
    });
    return h(
      'section',
      { class: 'part' },
      h('h3', {}, say(`moves-${value}`, { count: moves.length })),
      h('ul', { class: 'exact-moves' }, ...items),
    );
  }

  // The hole: labels that are false and pass a check of labels alone.

  private hole(): void {
    const choice = h(
      'select',
      { 'aria-label': say('which-endgame') },
      ...['KBvK', 'KNvK', 'KRvK', 'KPvK'].map(name => h('option', { value: name }, name)),
    );
    const answer = h('div', { 'aria-live': 'polite' });
    const ask = (): void => {
      fill(answer, [h('p', { class: 'quiet' }, say('thinking'))]);
      this.app.backend.forge(choice.value, 'white').then(
        forged => fill(answer, this.forged(forged)),
        (error: unknown) => fill(answer, failure(error, ask)),
      );
    };
    fill(this.forge, [
      h('h3', {}, say('forge-title')),
      h('p', {}, say('forge-about')),
      h('div', { class: 'buttons' }, choice, h('button', { type: 'button', onclick: ask }, say('forge-it'))),
      answer,
    ]);
  }

  private forged({ forgery, checks }: Forged): Child[] {
    const wrong = forgery.wrong.full ?? forgery.winner_to_move + forgery.loser_to_move;
    return [
      h('p', {}, h('strong', {}, say('forge-wrong', { count: figure(wrong), endgame: forgery.endgame }))),
      h(
        'ul',
        { class: 'checks' },
        ...checks.map(({ method, passed, violations, positions }) =>
          h(
            'li',
            { class: passed ? 'passed' : 'failed' },
            h('strong', {}, `${passed ? '\u2713' : '\u2717'} ${say(`method-${method}`)} `),
            passed ? say('check-passed', { positions: figure(positions) }) : say('check-failed', { violations: figure(violations) }),
          ),
        ),
      ),
      h('p', { class: 'quiet' }, say('forge-why')),
    ];
  }
}
