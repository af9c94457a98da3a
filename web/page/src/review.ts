// A game under review: progress while it is annotated, then curve, moments, figures and exercises.

import type { Shown } from '../../board/src/board';
import { Curve, tracks } from '../../board/src/curve';
import { fill, h, type Child } from '../../board/src/dom';
import { glyph, type AnnotatedMove, type Exercise, type Game, type Shape } from '../../board/src/game';
import { Position } from '../../board/src/position';
import { summary } from '../../board/src/summary';
import { exerciseCard, lines, title } from '../../board/src/told';
import { Trainer } from '../../board/src/trainer';
import { say } from '../../board/src/words';
import type { App, Panel } from './app';
import { failure } from './asking';
import { OPERA } from './opera';
import { settings } from './settings';
import type { Guest, Scene } from './stage';
import { readGame, readGames, writeGame, type TreeNode } from './tree';

const NAGS: Record<string, number> = { '!': 1, '?': 2, '!!': 3, '??': 4, '?!': 6 };
type Part = 'moments' | 'figures' | 'exercises';

export class ReviewPanel implements Panel {
  readonly element = h('div', { class: 'review' });
  readonly curves = h('div', { class: 'curves' });
  private readonly card = h('section', { class: 'told-move', 'aria-label': say('this-move') });
  private readonly parts = h('div');
  private game: Game | undefined;
  /** The tree that was reviewed. */
  private root: TreeNode | undefined;
  private working: AbortController | undefined;
  private tracks: Curve[] = [];
  private part: Part = 'moments';
  private visible = false;

  constructor(private readonly app: App) {}

  show(): void {
    this.visible = true;
    if (this.working) return;
    if (!this.current) return this.offer();
    this.draw();
  }

  hide(): void {
    this.visible = false;
    this.app.stage.draw();
  }

  document(): { name: string; text: string } | undefined {
    return this.game && { name: 'annotated.json', text: JSON.stringify(this.game, null, 2) };
  }

  /** The position or the game changed. */
  follow(): void {
    const reviewed = !!this.current;
    document.documentElement.classList.toggle('has-game', reviewed);
    this.curves.hidden = !reviewed;
    if (!reviewed) return;
    for (const track of this.tracks) track.show(this.ply);
    const { here } = this.app.session;
    const score = this.ply ? this.told?.score : this.game?.score;
    if (score && here.main) this.app.weigh(score, here.position.fen, 'lesson');
  }

  shapes(): Shape[] {
    return this.visible && this.current && this.app.session.here.main ? (this.told?.shapes ?? []) : [];
  }

  moment(by: number): void {
    const game = this.current;
    if (!game) return;
    for (let ply = this.ply + by; ply >= 1 && ply <= game.moves.length; ply += by) if (game.moves[ply - 1]?.comment) return this.go(ply);
  }

  /** The reviewed game, if it is the one on the board. */
  private get current(): Game | undefined {
    return this.root === this.app.session.root ? this.game : undefined;
  }

  /** Where we are in the game; in a variation, where it began. */
  private get ply(): number {
    let node = this.app.session.here;
    while (!node.main && node.parent) node = node.parent;
    return node.ply;
  }

  private get told(): AnnotatedMove | undefined {
    return this.game?.moves[this.ply - 1];
  }

  private go(ply: number): void {
    let node = this.app.session.root;
    for (let at = 0; at < ply; at += 1) node = node.children[0] ?? node;
    this.app.stage.leave();
    this.app.session.go(node);
  }

  // Before: what is offered.

  private offer(): void {
    const { session } = this.app;
    const count = session.root.end.ply;
    fill(this.element, [
      h('h2', {}, say('review-title')),
      h('p', {}, say('review-about')),
      h(
        'div',
        { class: 'buttons' },
        count > 0 &&
          h('button', { type: 'button', class: 'try', onclick: () => this.start() }, say('review-this', { moves: Math.ceil(count / 2) })),
        h('button', { type: 'button', onclick: () => this.sample() }, say('review-sample')),
      ),
      count === 0 && h('p', { class: 'quiet' }, say('review-none')),
    ]);
  }

  private sample(): void {
    const game = readGames(OPERA)[0];
    const read = game && readGame(game);
    if (!read) return;
    this.app.session.load(read.root, read.headers);
    this.start();
  }

  // While it works.

  private start(): void {
    const { session, backend } = this.app;
    const working = new AbortController();
    this.working = working;
    this.root = session.root;
    this.game = undefined;
    const bar = h('progress', { max: 1, value: 0, 'aria-label': say('reviewing') });
    const count = h('p', { class: 'quiet' }, say('reviewing'));
    fill(this.element, [
      h('h2', {}, say('reviewing')),
      bar,
      count,
      h('button', { type: 'button', onclick: () => this.cancel() }, say('cancel')),
    ]);
    const progress = (share: number): void => {
      bar.value = share;
      count.textContent = say('review-progress', { percent: Math.round(100 * share) });
    };
    backend
      .annotate(
        writeGame(session.root, session.headers),
        { language: settings.language, effort: settings.effort, progress },
        working.signal,
      )
      .then(
        game => {
          if (working.signal.aborted) return;
          this.working = undefined;
          this.arrived(game as Game);
        },
        (error: unknown) => {
          this.working = undefined;
          if (working.signal.aborted) return this.show();
          fill(
            this.element,
            failure(error, () => this.start()),
          );
        },
      );
  }

  private cancel(): void {
    this.working?.abort();
    this.working = undefined;
    this.offer();
  }

  private arrived(game: Game): void {
    if (!this.root) return this.offer();
    this.game = game;
    let node: TreeNode | undefined = this.root;
    for (const told of game.moves) {
      node = node?.children[0];
      if (!node) break;
      const nag = NAGS[glyph(told)];
      node.nags = nag ? [nag] : [];
      node.comment = told.comment;
    }
    this.tracks = tracks(game).map(track => new Curve(game, track, ply => this.go(ply)));
    const [chances, ...others] = this.tracks.map(({ element }) => element);
    fill(this.curves, [chances, others.length > 0 && h('details', {}, h('summary', {}, say('more-curves')), ...others)]);
    this.part = 'moments';
    this.app.session.changed();
    this.app.announce(say('reviewed'));
  }

  // After: what is told.

  private draw(): void {
    const game = this.game as Game;
    const names: Part[] = game.exercises?.length ? ['moments', 'figures', 'exercises'] : ['moments', 'figures'];
    const buttons = names.map(name =>
      h(
        'button',
        {
          type: 'button',
          'aria-pressed': String(name === this.part),
          'data-part': name,
          onclick: () => {
            this.part = name;
            this.draw();
          },
        },
        name === 'exercises' ? `${say('exercises')} (${game.exercises?.length ?? 0})` : say(`review-${name}`),
      ),
    );
    this.describe();
    if (this.part === 'exercises' && !this.parts.querySelector('.exercise'))
      fill(
        this.parts,
        (game.exercises ?? []).map((exercise, index) => this.exercise(exercise, index)),
      );
    if (this.part === 'figures')
      fill(
        this.parts,
        // The story of the game is in the card before its first move is chosen.
        summary(game, ply => this.go(ply)).filter(part => !part.matches(this.told ? '.moments, h3' : '.moments, h3, .story')),
      );
    if (this.part === 'moments') fill(this.parts, this.moments(game));
    fill(this.element, [this.heading(game), this.card, h('div', { class: 'segments' }, ...buttons), this.parts]);
  }

  private heading(game: Game): HTMLElement {
    const opening = game.opening ? `${game.opening.name} (${game.opening.eco})` : '';
    return h(
      'header',
      {},
      h('h2', { class: 'game-name' }, game.name, ' ', h('span', { class: 'quiet' }, game.result)),
      opening ? h('p', { class: 'quiet' }, opening) : '',
    );
  }

  private describe(): void {
    const game = this.game as Game;
    const { told } = this;
    const rows = told
      ? lines(game, told).map(({ label, line }) => {
          const base = line.positions[0] as Position;
          return h(
            'div',
            { class: 'steps' },
            h('span', { class: 'label' }, `${label} `),
            ...line.buttons(undefined, at => this.app.line(base, line.sans, { at })),
          );
        })
      : [];
    const text = told ? told.comment : game.summary.story;
    fill(this.card, [title(told), text ? h('p', {}, text) : '', ...rows]);
  }

  private moments(game: Game): Child[] {
    const found = game.moves.filter(({ comment }) => comment);
    if (!found.length) return [h('p', { class: 'quiet' }, say('no-moments'))];
    return [
      h(
        'ul',
        { class: 'moment-list' },
        ...found.map(told =>
          h(
            'li',
            {},
            h(
              'button',
              {
                type: 'button',
                class: `sentence ${told.judgement ?? told.praise ?? ''}`,
                'aria-current': told.ply === this.ply ? 'true' : undefined,
                onclick: () => this.go(told.ply),
              },
              h('strong', {}, `${told.number} ${told.san}`, h('span', { class: 'glyph' }, glyph(told))),
              ` ${told.comment}`,
            ),
          ),
        ),
      ),
    ];
  }

  private exercise(exercise: Exercise, index: number): HTMLElement {
    return exerciseCard(exercise, index, state => {
      const position = Position.read(exercise.fen);
      if (!position) return undefined;
      const guest = new Exercising(this.app, exercise, position, state, index);
      return guest.trainer;
    });
  }
}

/** An exercise has the board. */
class Exercising implements Guest {
  readonly trainer: Trainer;
  private shown: Shown | undefined;
  private begun = false;
  /** From where the board was looked at before. */
  private readonly side: 'white' | 'black';

  constructor(
    private readonly app: App,
    exercise: Exercise,
    position: Position,
    state: HTMLElement,
    private readonly index: number,
  ) {
    const show = (shown: Shown): void => {
      this.shown = shown;
      if (this.begun && app.stage.holds(this)) app.stage.draw();
    };
    this.trainer = new Trainer(exercise, position, { show }, state);
    this.begun = true;
    this.side = app.stage.board.flipped ? 'black' : 'white';
    app.face(position.turn);
    app.stage.enter(this);
  }

  scene(): Scene {
    const { position, last, text, movable } = this.shown as Shown;
    return { position, last, text, movable };
  }

  played(uci: string): void {
    this.trainer.tried(uci);
    this.app.stage.draw();
  }

  left(): void {
    this.app.face(this.side);
  }

  label(): string {
    return `${say('exercise', { number: this.index + 1 })}. ${say('find')}`;
  }
}
