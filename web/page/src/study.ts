// How the zone search solves a study: the tree that it grew, walked on the board, beside other searches.

import { fill, h, type Child } from '../../board/src/dom';
import { Line } from '../../board/src/line';
import { alike, Position } from '../../board/src/position';
import { say } from '../../board/src/words';
import type { App, Panel } from './app';
import { Asking } from './asking';
import type { Solved, SolvedBranch } from './documents';
import { EXAMPLES } from './examples';
import { figure, shownSan } from './settings';
import { fresh } from './tree';

const MOST_MEN = 8;
/** What was measured once (docs/performance-geometry.md): nodes from which on it keeps the key move, with one thread. */
const MEASURED = { study: 'reti', who: 'Stockfish 15.1', nodes: 338 };

export class StudyPanel implements Panel {
  readonly element = h('div', { class: 'study' });
  private readonly asking: Asking<Solved>;
  private solved: Solved | undefined;

  constructor(private readonly app: App) {
    this.asking = new Asking(this.element, solved => this.tell(solved));
  }

  show(): void {
    const { position } = this.app.session.here;
    if (this.solved && alike(this.solved.fen, position.fen)) return this.tell(this.solved);
    this.asking.stop();
    const reti = EXAMPLES.find(({ name }) => name === 'reti');
    const load = (): void => {
      const root = reti && fresh(reti.fen);
      if (root) this.app.session.load(root);
    };
    fill(this.element, [
      h('h2', {}, say('study-title')),
      h('p', {}, say('study-about')),
      position.count > MOST_MEN
        ? h('p', { class: 'quiet' }, say('too-many-men', { count: position.count, most: MOST_MEN }))
        : h('button', { type: 'button', class: 'try', onclick: () => this.ask() }, say('solve-it')),
      ' ',
      position.fen !== reti?.fen && h('button', { type: 'button', onclick: load }, say('example-reti')),
    ]);
  }

  hide(): void {
    this.asking.stop();
  }

  document(): { name: string; text: string } | undefined {
    return this.solved && { name: 'solution.json', text: JSON.stringify(this.solved, null, 2) };
  }

  private ask(): void {
    const { fen } = this.app.session.here.position;
    this.asking.ask(fen, signal => this.app.backend.solve(fen, signal));
  }

  private tell(solved: Solved): void {
    this.solved = solved;
    const side = say(solved.turn);
    const title = solved.value ? say(`study-${solved.value}`, { side, move: shownSan(solved.san ?? '') }) : say('study-unknown');
    fill(this.element, [
      h('h2', {}, title),
      h('p', { class: 'quiet' }, say(solved.decided ? 'study-decided' : 'study-believed')),
      this.figures(solved),
      h('section', { class: 'part' }, h('h3', {}, say('search-tree')), this.outline(solved)),
    ]);
  }

  private figures(solved: Solved): HTMLElement {
    const row = (who: string, nodes: number, depth: number | undefined, note: string): HTMLElement =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, who),
        h('td', { class: 'figure' }, figure(nodes)),
        h('td', { class: 'figure' }, depth === undefined ? '\u2013' : String(depth)),
        h('td', {}, note),
      );
    const known = EXAMPLES.some(({ name, fen }) => name === MEASURED.study && fen === solved.fen);
    const table = h(
      'table',
      { class: 'compared' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, say('search-name')),
          h('th', { scope: 'col' }, say('moves-tried')),
          h('th', { scope: 'col' }, say('plies-deep')),
          h('th', { scope: 'col' }, say('agrees')),
        ),
      ),
      h(
        'tbody',
        {},
        row(say('zone-search'), solved.edges, solved.depth, ''),
        ...(solved.compared ?? []).map(({ who, nodes, depth, agrees }) => row(who, nodes, depth, say(agrees ? 'agrees-yes' : 'agrees-no'))),
        known && row(MEASURED.who, MEASURED.nodes, undefined, say('agrees-yes')),
      ),
    );
    return h('div', {}, table, h('p', { class: 'quiet small' }, ...withCommand(say(known ? 'stockfish-measured' : 'stockfish-elsewhere'))));
  }

  private outline(solved: Solved): Child {
    const start = Position.read(solved.fen);
    const byId = new Map(solved.tree.map(branch => [branch.id, branch]));
    const first = solved.tree.filter(({ father }) => father === 0);
    if (!start || !first.length) return h('p', { class: 'quiet' }, say('no-tree'));
    const children = (branch: SolvedBranch): SolvedBranch[] => {
      const found: SolvedBranch[] = [];
      for (let next = byId.get(branch.son); next; next = byId.get(next.brother)) found.push(next);
      return found;
    };
    const level = (branches: SolvedBranch[], moves: string[], depth: number): HTMLElement =>
      h(
        'ul',
        { class: 'outline' },
        ...branches.map((branch, index) => this.branch(start, branch, [...moves, branch.move], children, level, index === 0 ? depth : 9)),
      );
    return level(first, [], 0);
  }

  private branch(
    start: Position,
    branch: SolvedBranch,
    moves: string[],
    children: (branch: SolvedBranch) => SolvedBranch[],
    level: (branches: SolvedBranch[], moves: string[], depth: number) => HTMLElement,
    depth: number,
  ): HTMLElement {
    const line = new Line(start, moves);
    const before = line.positions[moves.length - 1];
    const text = `${before?.number ?? ''}\u00a0${shownSan(line.sans[moves.length - 1] ?? branch.move)}`;
    const go = h(
      'button',
      { type: 'button', class: 'step', 'data-branch': branch.id, onclick: () => this.app.line(start, moves, { at: moves.length }) },
      text,
    );
    const { zone } = branch;
    const why = zone
      ? h('span', { class: 'why', title: say(`aim-${zone.aim}-about`) }, `${say(`aim-${zone.aim}`)} ${zone.from}\u2013${zone.to}`)
      : '';
    const value = branch.decided ?? branch.value;
    const sign = value ? h('span', { class: `end ${value}` }, say(`branch-${value}`)) : '';
    const below = children(branch);
    if (!below.length) return h('li', {}, go, why, sign);
    const inner = h('div');
    const details = h(
      'details',
      {},
      h('summary', { 'aria-label': say('continuations', { count: below.length }) }, h('span', { class: 'count' }, String(below.length))),
      inner,
    );
    const grow = (): void => {
      if (!inner.childElementCount) inner.append(level(below, moves, depth + 1));
    };
    details.addEventListener('toggle', grow);
    if (depth < 4) {
      details.open = true;
      grow();
    }
    return h('li', {}, go, why, sign, details);
  }
}

/** A sentence whose command is not broken between two lines. */
function withCommand(text: string): Child[] {
  return text.split(/(reti solve FEN --compare stockfish)/).map((part, index) => (index % 2 ? h('code', {}, part) : part));
}
