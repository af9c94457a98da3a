// One game on the board: moves, lines, comments, curve, summary and exercises.

import { Board } from './board';
import { Curve, tracks } from './curve';
import { fill, h, s, type Child } from './dom';
import { chance, evaluation, glyph, tag, type AnnotatedMove, type Exercise, type Game, type Shape } from './game';
import { Line } from './line';
import { Position, type Key } from './position';
import { summary } from './summary';
import { after, exerciseCard, lines, title } from './told';
import { Trainer } from './trainer';
import { say } from './words';

type Tab = 'moves' | 'summary' | 'exercises';

export class GameView {
  readonly element: HTMLElement;
  private readonly board: Board;
  private readonly bar: HTMLElement;
  private readonly card: HTMLElement;
  private readonly list: HTMLElement;
  private readonly panel: HTMLElement;
  private readonly tabs: HTMLElement;
  private readonly curves: Curve[];
  private ply = 0;
  private tab: Tab = 'moves';
  /** A line beside the game, and how many of its moves are on the board. */
  private line: { line: Line; at: number; key: string } | undefined;
  private trainer: Trainer | undefined;

  constructor(
    private readonly game: Game,
    private readonly moved: (ply: number) => void,
  ) {
    this.board = new Board(uci => this.played(uci));
    this.bar = h('div', { class: 'bar', 'aria-hidden': 'true' }, h('div', { class: 'white' }), h('span'));
    this.card = h('section', { class: 'card', 'aria-label': say('this-move') });
    this.list = h('ol', { class: 'moves', 'aria-label': say('moves') });
    this.panel = h('div', { class: 'panel', role: 'tabpanel', tabindex: -1 });
    this.tabs = h('div', { class: 'tabs', role: 'tablist' });
    this.curves = tracks(game).map(track => new Curve(game, track, ply => this.go(ply)));
    fill(this.list, this.rows());
    const button = (name: string, path: string, act: () => void): HTMLElement =>
      h(
        'button',
        { type: 'button', 'aria-label': say(name), title: say(name), onclick: act },
        s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: path })),
      );
    const controls = h(
      'div',
      { class: 'controls' },
      button('first', 'M6 5v14M18 5l-9 7 9 7z', () => this.go(0)),
      button('previous', 'M16 5l-9 7 9 7z', () => this.step(-1)),
      button('next', 'M8 5l9 7-9 7z', () => this.step(1)),
      button('last', 'M18 5v14M6 5l9 7-9 7z', () => this.go(this.game.moves.length)),
      button('moment', 'M4 5h16v11h-8l-4 4v-4H4zM12 8v3M12 13v1', () => this.moment(1)),
      button('flip', 'M8 19V5M4 9l4-4 4 4M16 5v14M12 15l4 4 4-4', () => this.flip()),
    );
    this.element = h(
      'div',
      { class: 'game' },
      h(
        'div',
        { class: 'left' },
        player(game, 'black'),
        h('div', { class: 'table' }, this.bar, this.board.element),
        player(game, 'white'),
        controls,
        ...this.curves.map(curve => curve.element),
      ),
      h('div', { class: 'right' }, heading(game), this.card, this.tabs, this.panel),
    );
    this.choose('moves');
    this.go(0);
  }

  /** Shows the position after so many plies. */
  go(ply: number): void {
    this.line = undefined;
    this.stop();
    this.ply = Math.max(0, Math.min(this.game.moves.length, ply));
    this.draw();
    this.moved(this.ply);
  }

  key(event: KeyboardEvent): boolean {
    const act = this.acts()[event.key];
    if (!act) return false;
    act();
    return true;
  }

  private acts(): Record<string, () => void> {
    return {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      ArrowUp: () => this.go(0),
      ArrowDown: () => this.go(this.game.moves.length),
      Home: () => this.go(0),
      End: () => this.go(this.game.moves.length),
      f: () => this.flip(),
      n: () => this.moment(1),
      p: () => this.moment(-1),
      l: () => this.better(),
      Escape: () => this.back(),
    };
  }

  private step(by: number): void {
    if (this.trainer) return;
    if (!this.line) return this.go(this.ply + by);
    const at = this.line.at + by;
    if (at < 0 || (at === 0 && by < 0)) return this.back();
    this.line.at = Math.min(at, this.line.line.sans.length);
    this.draw();
  }

  /** From a line or an exercise back to the game. */
  private back(): void {
    this.line = undefined;
    this.stop();
    this.draw();
  }

  private stop(): void {
    this.trainer = undefined;
  }

  private moment(by: number): void {
    const told = (ply: number): boolean => !!this.game.moves[ply - 1]?.comment;
    for (let ply = this.ply + by; ply >= 1 && ply <= this.game.moves.length; ply += by) if (told(ply)) return this.go(ply);
  }

  private flip(): void {
    this.board.turnTo(this.board.flipped ? 'white' : 'black');
    this.element.classList.toggle('flipped', this.board.flipped);
  }

  private better(): void {
    this.card.querySelector<HTMLElement>('.line .step')?.click();
  }

  private get told(): AnnotatedMove | undefined {
    return this.game.moves[this.ply - 1];
  }

  private base(ply: number): Position {
    return after(this.game, ply);
  }

  /** A move on the board: the game's next one, the line's next one, or a line of one's own. */
  private played(uci: string): void {
    if (this.trainer) return this.trainer.tried(uci);
    if (!this.line) {
      const next = this.game.moves[this.ply];
      const here = this.base(this.ply);
      const move = here.move(uci);
      if (move && next && here.san(move) === next.san) return this.go(this.ply + 1);
      this.line = { line: new Line(here, [uci]), at: 1, key: 'own' };
    } else {
      const line = this.line.line.until(this.line.at);
      line.play(uci);
      this.line = { line, at: line.sans.length, key: 'own' };
    }
    this.draw();
  }

  private play(line: Line, at: number, key: string): void {
    this.stop();
    this.line = { line, at, key };
    this.draw();
  }

  private draw(): void {
    const told = this.told;
    if (this.line) {
      const { line, at } = this.line;
      const last = line.squares[at - 1];
      const text = at > 0 ? `${line.positions[at - 1]?.number ?? ''} ${line.sans[at - 1] ?? ''}` : say('start');
      this.board.show({ position: line.positions[at] ?? line.end, ...(last && { last }), shapes: [], text, movable: true });
    } else {
      const position = this.base(this.ply);
      const before = this.ply > 0 ? this.base(this.ply - 1) : undefined;
      const move = told && before?.move(told.move);
      const last = move && before ? before.squares(move) : undefined;
      const text = told ? `${told.number} ${told.san}${glyph(told)}. ${told.comment}` : say('start');
      this.board.show({ position, ...(last && { last }), shapes: shapes(told), text, movable: true });
    }
    this.measure();
    this.describe();
    for (const curve of this.curves) curve.show(this.ply);
    for (const button of this.list.querySelectorAll('[aria-current]')) button.removeAttribute('aria-current');
    const current = this.list.querySelector<HTMLElement>(`[data-ply="${this.ply}"]`);
    current?.setAttribute('aria-current', 'true');
    if (this.tab === 'moves') reveal(this.list, current);
  }

  private measure(): void {
    const score = this.told?.score ?? this.game.score;
    const fen = this.told?.fen ?? this.game.fen;
    const white = this.bar.firstElementChild as HTMLElement;
    white.style.height = `${chance(score, fen)}%`;
    (this.bar.lastElementChild as HTMLElement).textContent = evaluation(score);
  }

  /** The card of the move: what it was, what is said, and lines to play. */
  private describe(): void {
    const told = this.told;
    const own = this.line?.key === 'own' ? this.line : undefined;
    const found = told ? lines(this.game, told) : [];
    const children: Child[] = [
      title(told),
      told?.comment ? h('p', {}, told.comment) : !told && h('p', {}, this.game.summary.story),
      ...found.map(({ label, line, key }) => this.lineRow(label, line, key)),
      own && this.lineRow(say('own-line'), own.line, 'own'),
      this.line && h('button', { type: 'button', class: 'back', onclick: () => this.back() }, say('back')),
    ];
    fill(this.card, children);
  }

  private lineRow(label: string, line: Line, key: string): HTMLElement {
    const at = this.line?.key === key ? this.line.at : undefined;
    return h(
      'div',
      { class: 'line' },
      h('span', { class: 'label' }, label),
      ...line.buttons(at, count => this.play(line, count, key)),
    );
  }

  private rows(): Node[] {
    const rows: HTMLElement[] = [];
    let row: HTMLElement | undefined;
    for (const told of this.game.moves) {
      const white = !told.number.endsWith('...');
      if (white || !row) {
        row = h('li', {}, h('span', { class: 'number' }, told.number.replace(/\.+$/, '')), !white && h('span', { class: 'gap' }, '\u2026'));
        rows.push(row);
      }
      row.append(
        h(
          'button',
          { type: 'button', 'data-ply': told.ply, class: told.judgement ?? told.praise ?? '', onclick: () => this.go(told.ply) },
          told.san,
          glyph(told) && h('span', { class: 'glyph' }, glyph(told)),
          told.comment ? h('span', { class: 'note' }, h('span', { class: 'hidden' }, say('has-comment'))) : '',
        ),
      );
    }
    return rows;
  }

  private choose(tab: Tab): void {
    this.tab = tab;
    const exercises = this.game.exercises ?? [];
    const names: Tab[] = exercises.length ? ['moves', 'summary', 'exercises'] : ['moves', 'summary'];
    const one = (name: Tab): HTMLElement =>
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${name}`,
          'aria-selected': name === tab ? 'true' : 'false',
          tabindex: name === tab ? 0 : -1,
          onclick: () => this.choose(name),
          onkeydown: event => {
            const by = { ArrowRight: 1, ArrowLeft: -1 }[(event as KeyboardEvent).key];
            if (!by) return;
            event.stopPropagation();
            this.choose(names[(names.indexOf(name) + by + names.length) % names.length] as Tab);
            this.tabs.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
          },
        },
        name === 'exercises' ? `${say(name)} (${exercises.length})` : say(name),
      );
    fill(this.tabs, names.map(one));
    this.panel.setAttribute('aria-labelledby', `tab-${tab}`);
    if (tab === 'moves') fill(this.panel, [this.list]);
    if (tab === 'summary') fill(this.panel, summary(this.game, ply => this.go(ply)));
    if (tab === 'exercises') fill(this.panel, exercises.map((exercise, index) => this.exercise(exercise, index)));
    if (tab === 'moves') reveal(this.list, this.list.querySelector<HTMLElement>('[aria-current]'));
  }

  private exercise(exercise: Exercise, index: number): HTMLElement {
    return exerciseCard(exercise, index, state => {
      this.line = undefined;
      const position = Position.read(exercise.fen);
      if (!position) return undefined;
      this.board.turnTo(position.turn);
      this.element.classList.toggle('flipped', this.board.flipped);
      this.trainer = new Trainer(exercise, position, this.board, state);
      fill(this.card, [
        h('h2', {}, say('exercise', { number: index + 1 })),
        h('p', {}, `${say(`${position.turn}-to-move`)} ${say('find')}`),
        h('button', { type: 'button', class: 'back', onclick: () => this.back() }, say('back')),
      ]);
      return this.trainer;
    });
  }
}

/** Scrolls the list, and nothing else, to an element. */
function reveal(list: HTMLElement, element: HTMLElement | null | undefined): void {
  if (!element) return;
  const box = list.getBoundingClientRect();
  const at = element.getBoundingClientRect();
  if (at.top < box.top || at.bottom > box.bottom) list.scrollTop += at.top - box.top - box.height / 2;
}

function shapes(told: AnnotatedMove | undefined): Shape[] {
  return told?.shapes ?? [];
}

function heading(game: Game): HTMLElement {
  const { opening } = game;
  const where = [tag(game, 'event'), tag(game, 'date').replace(/\.\?\?/g, '')].filter(text => text && !text.startsWith('?'));
  return h(
    'header',
    { class: 'heading' },
    h('h1', {}, game.name, ' ', h('span', { class: 'result' }, game.result)),
    h('p', {}, [opening && `${opening.name} (${opening.eco})`, ...where].filter(Boolean).join(' \u00b7 ')),
    game.problem ? h('p', { class: 'problem' }, game.problem) : null,
  );
}

function player(game: Game, side: 'white' | 'black'): HTMLElement {
  const rating = tag(game, `${side}elo`);
  const accuracy = game.summary[side].accuracy;
  const known = tag(game, side);
  return h(
    'div',
    { class: `player ${side}` },
    h('span', { class: 'disc', 'aria-hidden': 'true' }),
    h('span', { class: 'name' }, known && known !== '?' ? known : say(side), rating && /\d/.test(rating) ? ` (${rating})` : ''),
    typeof accuracy === 'number' ? h('span', { class: 'accuracy' }, `${Math.round(accuracy)} %`) : null,
  );
}

export type { Key };
