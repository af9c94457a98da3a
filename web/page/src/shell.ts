// The frame: header, board with bar and controls, panels in tabs, keys, address.

import { fill, h, s, type Child } from '../../board/src/dom';
import { chance, evaluation } from '../../board/src/game';
import { alike, type Position } from '../../board/src/position';
import { say } from '../../board/src/words';
import type { App, Panel, View } from './app';
import type { Backend } from './backend';
import { help, settingsDialog, share } from './dialogs';
import { EndgamePanel } from './endgame';
import { Input } from './input';
import { LayersPanel } from './layers';
import { LessonPanel } from './lesson';
import { MovesPanel, strip } from './moves';
import { PlayPanel } from './play';
import { LinePlayer } from './player';
import { ProofPanel } from './proof';
import { ReviewPanel } from './review';
import { Session } from './session';
import { SetUp } from './setup';
import { Sheet } from './sheet';
import { Stage, type Guest, type Scene } from './stage';
import { StudyPanel } from './study';

const VIEWS: View[] = ['lesson', 'proof', 'moves', 'layers', 'game'];
const MORE: View[] = ['endgame', 'study', 'play'];

const ICONS: Record<string, string> = {
  first: 'M6 5v14M18 5l-9 7 9 7z',
  previous: 'M16 5l-9 7 9 7z',
  next: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M6 5l9 7-9 7z',
  flip: 'M8 19V5M4 9l4-4 4 4M16 5v14M12 15l4 4 4-4',
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 0 12',
  'set-up': 'M4 20l4-1L19 8l-3-3L5 16zM14 7l3 3',
};

export class Shell implements App {
  readonly session = new Session();
  readonly stage: Stage;
  private readonly panels: Record<View, Panel>;
  private readonly lesson: LessonPanel;
  private readonly proof: ProofPanel;
  private readonly layers: LayersPanel;
  private readonly moves: MovesPanel;
  private readonly play: PlayPanel;
  private readonly review: ReviewPanel;
  private readonly input: Input;
  private readonly sheet: Sheet;
  private readonly bar = h('div', { class: 'bar' }, h('div', { class: 'white' }), h('span'));
  private readonly strip = h('nav', { class: 'strip', 'aria-label': say('moves') });
  private readonly tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': say('views') });
  private readonly more = h('div', { class: 'more' });
  private readonly panel = h('div', { class: 'panel', role: 'tabpanel', id: 'panel', tabindex: -1 });
  private readonly live = h('p', { class: 'hidden', 'aria-live': 'polite' });
  private view: View = 'lesson';
  private weighed = '';
  /** The position that the bar speaks about. */
  private scored = '';

  constructor(readonly backend: Backend) {
    this.stage = new Stage(this.host());
    this.lesson = new LessonPanel(this);
    this.proof = new ProofPanel(this);
    this.layers = new LayersPanel(this);
    this.moves = new MovesPanel(this);
    this.play = new PlayPanel(this, () => {
      this.open('lesson');
      this.lesson.judge();
    });
    this.review = new ReviewPanel(this);
    this.panels = {
      lesson: this.lesson,
      proof: this.proof,
      moves: this.moves,
      layers: this.layers,
      game: this.review,
      endgame: new EndgamePanel(this),
      study: new StudyPanel(this),
      play: this.play,
    };
    this.input = new Input(this);
    this.sheet = new Sheet(this.tabs, this.more, this.panel);
  }

  begin(body: HTMLElement): void {
    fill(body, [this.header(), this.main(), this.live]);
    this.session.listen(() => this.changed());
    addEventListener('keydown', event => this.key(event));
    addEventListener('hashchange', () => this.visit());
    if (!this.visit()) this.changed();
    this.open(this.view);
  }

  open(view: View): void {
    if (view !== this.view) {
      this.panels[this.view].hide?.();
      this.layers.restore();
    }
    this.view = view;
    this.drawTabs();
    fill(this.panel, [this.panels[view].element]);
    this.panel.setAttribute('aria-labelledby', MORE.includes(view) ? 'tab-more' : `tab-${view}`);
    this.panels[view].show();
    this.sheet.rise();
  }

  prove(fen: string, move?: string, goal?: string): void {
    this.proof.begin(fen, move, goal);
    this.open('proof');
  }

  line(base: Position, moves: string[], how: { at?: number; run?: boolean; moved?: (at: number | undefined) => void }): void {
    const branched = (line: string[]): void => {
      this.stage.leave();
      // A move beside the line begins a variation, if the line begins here.
      if (alike(base.fen, this.session.here.position.fen)) for (const move of line) this.session.play(move);
    };
    const player = new LinePlayer(this.stage, base, moves, how.run ? 0 : (how.at ?? 1), how.moved ?? (() => undefined), branched);
    if (how.run) player.run();
    else player.show(how.at ?? 1);
  }

  weigh(score: { cp?: number | null; mate?: number | null; value?: string | null }, fen: string, by: 'lesson' | 'engine'): void {
    if (!alike(fen, this.session.here.position.fen)) return;
    if (by === 'lesson' && this.weighed === fen) return;
    if (by === 'engine') this.weighed = fen;
    const text = evaluation(score);
    this.scored = fen;
    this.bar.classList.remove('stale');
    (this.bar.firstElementChild as HTMLElement).style.height = `${chance(score, fen)}%`;
    (this.bar.lastElementChild as HTMLElement).textContent = text;
    this.bar.setAttribute('role', 'img');
    this.bar.setAttribute('aria-label', say('evaluation', { score: text }));
  }

  /** What the bar says about another position is not said about this one. */
  private unweigh(): void {
    if (!this.scored || alike(this.scored, this.session.here.position.fen)) return;
    this.scored = '';
    this.bar.classList.add('stale');
    this.bar.setAttribute('aria-label', say('no-evaluation'));
  }

  announce(text: string): void {
    this.live.textContent = text;
  }

  /** The game has the board unless somebody else took it. */
  private host(): Guest {
    return {
      scene: (): Scene => {
        const { here } = this.session;
        const text = here.parent ? `${here.number} ${here.san}` : say('start');
        return {
          position: here.position,
          last: here.last,
          text,
          movable: this.play?.mayMove() ?? true,
          shapes: this.review?.shapes() ?? [],
        };
      },
      played: uci => {
        if (!this.session.play(uci)) this.stage.draw();
      },
      step: by => this.session.step(by),
    };
  }

  private changed(): void {
    if (this.stage.visited) this.stage.leave();
    else this.stage.draw();
    strip(this.session, this.strip);
    const { address } = this.session;
    if (location.hash.slice(1) !== address) history.replaceState(null, '', address ? `#${address}` : location.pathname + location.search);
    if (!this.moves.engine.running) this.weighed = '';
    this.unweigh();
    this.moves.engine.follow();
    this.layers.follow();
    this.review.follow();
    this.play.follow();
    this.panels[this.view].show();
  }

  private visit(): boolean {
    const address = decodeURIComponent(location.hash.slice(1));
    if (!address || address === this.session.address) return false;
    return this.session.visit(address);
  }

  private header(): HTMLElement {
    const button = (name: string, act: () => void): HTMLElement => h('button', { type: 'button', class: 'plain', onclick: act }, say(name));
    return h(
      'header',
      { class: 'top' },
      h('h1', { class: 'brand' }, mark(), 'Reti'),
      this.input.element,
      h(
        'nav',
        { 'aria-label': say('menu') },
        button('new', () => this.session.clear()),
        button('open', () => this.input.choose()),
        button('share', () => share(this, this.panels[this.view].document?.())),
        button('settings', () => settingsDialog()),
      ),
    );
  }

  private main(): HTMLElement {
    const button = (name: string, act: () => void): HTMLElement =>
      h(
        'button',
        { type: 'button', 'aria-label': say(name), title: say(name), 'data-control': name, onclick: act },
        s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: ICONS[name] ?? '' })),
      );
    const controls = h(
      'div',
      { class: 'controls' },
      button('first', () => this.toFirst()),
      button('previous', () => this.stage.holder.step?.(-1)),
      button('next', () => this.stage.holder.step?.(1)),
      button('last', () => this.toLast()),
      h('span', { class: 'space' }),
      button('undo', () => this.session.undo()),
      button('set-up', () => void new SetUp(this)),
      button('flip', () => this.flip()),
    );
    return h(
      'main',
      { class: 'table-of' },
      h(
        'section',
        { class: 'board-side', 'aria-label': say('board') },
        h('div', { class: 'table' }, this.bar, this.stage.board.element),
        this.stage.note,
        controls,
        this.strip,
        this.review.curves,
      ),
      this.sheet.element,
    );
  }

  private drawTabs(): void {
    const tab = (view: View): HTMLElement =>
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${view}`,
          'aria-selected': String(view === this.view),
          'aria-controls': 'panel',
          tabindex: view === this.view || (view === 'lesson' && MORE.includes(this.view)) ? 0 : -1,
          onclick: () => this.open(view),
        },
        say(`view-${view}`),
      );
    const beyond = MORE.includes(this.view);
    fill(this.tabs, VIEWS.map(tab));
    this.tabs.onkeydown = event => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      const next = VIEWS[(VIEWS.indexOf(this.view) + by + VIEWS.length) % VIEWS.length] as View;
      this.open(next);
      document.getElementById(`tab-${next}`)?.focus();
    };
    const details = h(
      'details',
      { class: 'menu' },
      h('summary', { id: 'tab-more', class: beyond ? 'chosen' : '' }, beyond ? say(`view-${this.view}`) : say('more')),
      h(
        'div',
        { class: 'menu-items' },
        ...MORE.map(view =>
          h(
            'button',
            {
              type: 'button',
              class: 'plain',
              'data-view': view,
              onclick: () => {
                details.open = false;
                this.open(view);
              },
            },
            h('strong', {}, say(`view-${view}`)),
            h('span', {}, say(`view-${view}-about`)),
          ),
        ),
      ),
    );
    details.addEventListener('focusout', event => {
      if (!details.contains(event.relatedTarget as Node | null)) details.open = false;
    });
    fill(this.more, [details]);
  }

  private flip(): void {
    const { board } = this.stage;
    board.turnTo(board.flipped ? 'white' : 'black');
    document.querySelector('.table')?.classList.toggle('flipped', board.flipped);
  }

  /** Looks at the board from a side. */
  face(side: 'white' | 'black'): void {
    if (this.stage.board.flipped !== (side === 'black')) this.flip();
  }

  private toFirst(): void {
    this.stage.leave();
    this.session.first();
  }

  private toLast(): void {
    this.stage.leave();
    this.session.last();
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (document.querySelector('dialog[open]')) return;
    // By place, because with Alt some keyboards write other signs.
    const digit = /^(?:Digit|Numpad)([1-5])$/.exec(event.code)?.[1];
    if (event.altKey && digit) {
      event.preventDefault();
      return this.layers.toggle(Number(digit) - 1);
    }
    if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !target.matches('input, textarea')) {
      event.preventDefault();
      return this.session.undo();
    }
    if (target.matches('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = this.acts()[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  private acts(): Record<string, () => void> {
    return {
      ArrowLeft: () => this.stage.holder.step?.(-1),
      ArrowRight: () => this.stage.holder.step?.(1),
      ArrowUp: () => this.toFirst(),
      ArrowDown: () => this.toLast(),
      Home: () => this.toFirst(),
      End: () => this.toLast(),
      Escape: () => this.stage.leave(),
      f: () => this.flip(),
      u: () => this.session.undo(),
      '/': () => this.input.focus(),
      e: () => {
        this.open('moves');
        this.moves.engine.turn(!this.moves.engine.running);
      },
      m: () => {
        this.open('moves');
        document.getElementById('move-field')?.focus();
      },
      n: () => this.review.moment(1),
      p: () => this.review.moment(-1),
      '?': () => help(),
    };
  }
}

/** The mark: three pieces and what binds them. */
function mark(): Child {
  return s(
    'svg',
    { viewBox: '0 0 32 32', class: 'mark', 'aria-hidden': 'true' },
    s('path', { d: 'M8 24 16 8l8 16M8 24l16-6M24 24 11 18' }),
    s('circle', { cx: 16, cy: 8, r: 3.4 }),
    s('circle', { cx: 8, cy: 24, r: 3.4 }),
    s('circle', { cx: 24, cy: 24, r: 3.4 }),
  );
}
