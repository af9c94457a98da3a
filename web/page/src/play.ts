// A game against the engine, at a chosen strength; after a mistake the lesson is a button away, and who wants to is told
// that it was one.

import { fill, h } from '../../board/src/dom';
import { say } from '../../board/src/words';
import type { App, Panel } from './app';
import { failure } from './asking';
import { settings, shownSan } from './settings';
import { fresh, type TreeNode } from './tree';

const SLIPS = ['inaccuracy', 'mistake', 'blunder'];
const STRENGTHS = [800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2600, 2800];

export class PlayPanel implements Panel {
  readonly element = h('div', { class: 'play' });
  private side: 'white' | 'black' | undefined;
  private strength = 1400;
  private thinking: AbortController | undefined;
  private asked: TreeNode | undefined;
  private trouble: unknown;
  /** Whether every own move is looked at. */
  private watched = false;
  private judging: AbortController | undefined;
  /** The last own move that was a mistake, and what is said about it. */
  private slip: { node: TreeNode; text: string } | undefined;

  constructor(
    private readonly app: App,
    /** Tells about the reader's last move. */
    private readonly judge: (node: TreeNode) => void,
  ) {}

  /** Whether the reader may move: not while the engine thinks. */
  mayMove(): boolean {
    return !this.side || this.app.session.here.position.turn === this.side;
  }

  show(): void {
    if (!this.side) return this.offer();
    this.draw();
  }

  document(): { name: string; text: string } {
    return { name: 'game.pgn', text: this.app.session.pgn };
  }

  /** The position changed: perhaps it is the engine's turn. */
  follow(): void {
    if (!this.side) return;
    const { here } = this.app.session;
    if (here.position.over || here.position.turn === this.side || here.children.length || this.asked === here) {
      if (this.asked !== here) this.thinking?.abort();
      return;
    }
    this.ask(here);
    if (this.watched && here.parent) this.look(here);
  }

  /** Whether an own move was a mistake; said only if it was. */
  private look(node: TreeNode): void {
    const { parent } = node;
    if (!parent) return;
    this.judging?.abort();
    const judging = new AbortController();
    this.judging = judging;
    const { level, language } = settings;
    const question = { fen: parent.position.fen, move: node.uci, level, language, effort: 'fast' as const };
    this.app.backend.explain(question, judging.signal).then(
      ({ played, claims }) => {
        if (judging.signal.aborted || !this.side || !SLIPS.includes(played?.judgement ?? '')) return;
        const text = claims.find(({ kind }) => kind === 'judged')?.text ?? say('it-was-a-mistake');
        this.slip = { node, text };
        this.app.announce(text);
        if (this.element.isConnected) this.draw();
      },
      // Nobody asked: who wants to know presses the button.
      () => undefined,
    );
  }

  private ask(here: TreeNode): void {
    const { session, backend } = this.app;
    this.thinking?.abort();
    const thinking = new AbortController();
    this.thinking = thinking;
    this.asked = here;
    this.trouble = undefined;
    const root = session.root.position.fen;
    backend
      .play(
        root,
        here.path.map(({ uci }) => uci),
        this.strength,
        thinking.signal,
      )
      .then(
        ({ move }) => {
          this.asked = undefined;
          if (thinking.signal.aborted || session.here !== here || !this.side) return;
          if (move) session.play(move);
        },
        (error: unknown) => {
          this.asked = undefined;
          if (thinking.signal.aborted) return;
          this.trouble = error;
          if (this.element.isConnected) this.draw();
        },
      );
  }

  private begin(side: 'white' | 'black', fromHere: boolean): void {
    const { session } = this.app;
    this.side = side;
    this.app.face(side);
    if (fromHere) session.changed();
    else {
      const root = fresh();
      if (root) session.load(root);
    }
  }

  private stop(): void {
    this.side = undefined;
    this.slip = undefined;
    this.judging?.abort();
    this.thinking?.abort();
    this.asked = undefined;
    this.app.session.changed();
  }

  private offer(): void {
    const { session } = this.app;
    const side = h('div', { class: 'buttons' });
    const choice = h(
      'select',
      { id: 'strength', onchange: (event: Event) => (this.strength = Number((event.target as HTMLSelectElement).value)) },
      ...STRENGTHS.map(value => h('option', { value }, String(value))),
    );
    choice.value = String(this.strength);
    const here = session.here.parent !== undefined || session.root.position.fen !== fresh()?.position.fen;
    fill(side, [
      h('button', { type: 'button', class: 'try', 'data-play': 'white', onclick: () => this.begin('white', false) }, say('play-white')),
      h('button', { type: 'button', 'data-play': 'black', onclick: () => this.begin('black', false) }, say('play-black')),
      here &&
        !session.here.position.over &&
        h('button', { type: 'button', 'data-play': 'here', onclick: () => this.begin(session.here.position.turn, true) }, say('play-here')),
    ]);
    fill(this.element, [
      h('h2', {}, say('play-title')),
      h('p', {}, say('play-about')),
      h('p', { class: 'dial' }, h('label', { for: 'strength' }, say('strength')), choice),
      this.watch(),
      side,
    ]);
  }

  private draw(): void {
    const { session } = this.app;
    const { here } = session;
    const { position } = here;
    const mine = this.lastOwn();
    const state = position.over ? this.result() : position.turn === this.side ? say('your-move') : say('engine-thinks');
    fill(this.element, [
      h('h2', { class: 'play-state', 'aria-live': 'polite' }, state),
      h('p', { class: 'quiet' }, say('playing-at', { strength: this.strength })),
      this.slip && this.slip.node === mine ? this.told(this.slip) : '',
      this.trouble ? h('div', {}, ...(failure(this.trouble, () => this.ask(here)) as HTMLElement[])) : '',
      h(
        'div',
        { class: 'buttons' },
        mine &&
          h(
            'button',
            { type: 'button', onclick: () => this.explain(mine) },
            say('how-was', { move: `${mine.number} ${shownSan(mine.san)}` }),
          ),
        h('button', { type: 'button', onclick: () => this.again() }, say('take-back')),
        h('button', { type: 'button', onclick: () => this.stop() }, say('stop-playing')),
      ),
      this.watch(),
    ]);
  }

  private watch(): HTMLElement {
    const box = h('input', {
      type: 'checkbox',
      id: 'watch-mistakes',
      checked: this.watched,
      onchange: (event: Event) => (this.watched = (event.target as HTMLInputElement).checked),
    });
    return h('p', { class: 'watch' }, box, h('label', { for: 'watch-mistakes' }, say('watch-mistakes')));
  }

  private told({ node, text }: { node: TreeNode; text: string }): HTMLElement {
    return h(
      'section',
      { class: 'told-move slip' },
      h('p', {}, text),
      h(
        'div',
        { class: 'buttons' },
        h('button', { type: 'button', class: 'try', 'data-slip': 'why', onclick: () => this.explain(node) }, say('see-why')),
      ),
    );
  }

  private result(): string {
    const { position } = this.app.session.here;
    if (position.mate) return say(position.turn === this.side ? 'you-lost' : 'you-won');
    return say('drawn-game');
  }

  private lastOwn(): TreeNode | undefined {
    return [...this.app.session.here.path].reverse().find(node => node.parent?.position.turn === this.side);
  }

  private explain(node: TreeNode): void {
    this.app.session.go(node);
    this.judge(node);
  }

  /** Takes the last own move back, with the reply. */
  private again(): void {
    const mine = this.lastOwn();
    if (!mine) return;
    this.thinking?.abort();
    this.asked = undefined;
    this.app.session.go(mine);
    this.app.session.takeBack();
  }
}
