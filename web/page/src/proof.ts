// The proof explorer: choose any defence, on the board or from the list, and the answer is played at once. The
// whole tree stands below as an outline. "Try to refute it" hides both and leaves the reader alone with the board.

import { fill, h, type Child } from '../../board/src/dom';
import { alike, Position, type Key } from '../../board/src/position';
import { say } from '../../board/src/words';
import type { App, Panel } from './app';
import { Asking } from './asking';
import { countReplies, readCertificate, told, type Certificate, type End, type Reply } from './certificate';
import { save } from './dialogs';
import type { Proof } from './documents';
import { figure, shownSan } from './settings';
import type { Guest, Scene } from './stage';

const ANSWER = 380;

interface Found {
  proof: Proof;
  certificate: string | undefined;
}

export class ProofPanel implements Panel, Guest {
  readonly element = h('div', { class: 'proof' });
  private readonly body = h('div');
  private readonly asking: Asking<Found>;
  private asked: { fen: string; move?: string | undefined; goal?: string | undefined } | undefined;
  private found: Found | undefined;
  private tree: Certificate | undefined;
  /** The defender's moves so far. */
  private path: Reply[] = [];
  /** Whether the answer to the last of them is on the board. */
  private answered = true;
  private refuting = false;
  private readonly tried = new Set<Reply>();
  private timer: number | undefined;
  private readonly verdict = h('p', { class: 'check-verdict', role: 'status' });

  constructor(private readonly app: App) {
    this.asking = new Asking(this.body, found => this.arrived(found));
    this.element.append(this.body);
  }

  /** Looks for the proof of a claim. */
  begin(fen: string, move?: string, goal?: string): void {
    this.asked = { fen, move, goal };
    this.found = undefined;
    this.tree = undefined;
  }

  show(): void {
    const { here } = this.app.session;
    if (this.tree && this.found && this.app.stage.holds(this)) return this.draw();
    if (this.asked) {
      const { fen, move, goal } = this.asked;
      this.asked = undefined;
      return this.ask(fen, move, goal);
    }
    if (this.tree && this.found && alike(this.found.proof.fen, here.position.fen)) return this.draw();
    if (this.found && alike(this.found.proof.fen, here.position.fen)) return this.arrived(this.found);
    this.asking.stop();
    this.intro();
  }

  hide(): void {
    this.asking.stop();
    clearTimeout(this.timer);
    if (this.app.stage.holds(this)) this.app.stage.leave();
  }

  document(): { name: string; text: string } | undefined {
    return this.found?.certificate ? { name: 'claim.proof', text: this.found.certificate } : undefined;
  }

  private ask(fen: string, move?: string, goal?: string): void {
    this.tree = undefined;
    this.asking.ask(JSON.stringify([fen, move, goal]), signal => this.app.backend.prove(fen, move, goal, signal));
  }

  private intro(): void {
    const { position } = this.app.session.here;
    const ask = (goal?: string): void => this.ask(position.fen, undefined, goal);
    fill(this.body, [
      h('h2', {}, say('proof-title')),
      h('p', {}, say('proof-about')),
      position.over
        ? h('p', { class: 'quiet' }, say('game-over'))
        : h(
            'div',
            { class: 'buttons' },
            h('button', { type: 'button', class: 'try', onclick: () => ask() }, say('prove-best')),
            h('button', { type: 'button', onclick: () => ask('mate') }, say('prove-mate')),
          ),
    ]);
  }

  private arrived(found: Found): void {
    this.found = found;
    this.tree = found.certificate ? readCertificate(found.certificate) : undefined;
    this.tried.clear();
    this.verdict.textContent = '';
    this.refuting = false;
    if (!this.tree) return this.unproven(found.proof);
    this.restart();
  }

  private unproven(proof: Proof): void {
    const refutation = proof.refutation_san ? say('refuted-by', { move: shownSan(proof.refutation_san) }) : '';
    const move = proof.san ? shownSan(proof.san) : '';
    fill(this.body, [
      h('h2', {}, say(`verdict-${proof.verdict}`)),
      h('p', {}, move ? say(`verdict-${proof.verdict}-move`, { move }) : say(`verdict-${proof.verdict}-about`), ' ', refutation),
      h('p', { class: 'quiet' }, say('nodes-searched', { nodes: figure(proof.nodes) })),
      h(
        'button',
        {
          type: 'button',
          onclick: () => {
            this.found = undefined;
            this.intro();
          },
        },
        say('back-to-board'),
      ),
    ]);
  }

  private restart(): void {
    clearTimeout(this.timer);
    this.path = [];
    this.answered = true;
    this.app.stage.enter(this);
    this.draw();
  }

  // On the board.

  /** Positions and moves from the first to where we are. */
  private walked(): { position: Position; last: Key[] | undefined; steps: { text: string; path: number }[] } {
    const tree = this.tree as Certificate;
    let position = Position.read(tree.fen) as Position;
    let last: Key[] | undefined;
    const steps: { text: string; path: number }[] = [];
    const play = (uci: string, path: number): void => {
      const move = position.move(uci);
      const known = told(position, uci);
      if (!move || !known) return;
      last = position.squares(move);
      steps.push({ text: `${position.turn === 'white' || !steps.length ? `${known.number}\u00a0` : ''}${shownSan(known.san)}`, path });
      position = known.after;
    };
    play(tree.move, 0);
    this.path.forEach((reply, index) => {
      play(reply.uci, index + 1);
      if (reply.answer && (this.answered || index < this.path.length - 1)) play(reply.answer, index + 1);
    });
    return { position, last, steps };
  }

  private get replies(): Reply[] {
    return (this.path.length ? this.path[this.path.length - 1]?.replies : this.tree?.replies) ?? [];
  }

  private get end(): End | undefined {
    return this.path.length ? this.path[this.path.length - 1]?.end : this.tree?.end;
  }

  scene(): Scene {
    const { position, last, steps } = this.walked();
    const text = steps[steps.length - 1]?.text ?? '';
    return { position, last, text: this.answered && this.end ? `${text}. ${this.ended()}` : text, movable: this.answered && !this.end };
  }

  played(uci: string): void {
    const { position } = this.walked();
    const move = told(position, uci);
    const reply = this.replies.find(known => told(position, known.uci)?.san === move?.san);
    if (reply) this.defend(reply);
    else this.app.stage.draw();
  }

  step(by: number): void {
    if (by < 0 && this.path.length) this.cut(this.path.length - 1);
    else if (by > 0 && this.answered && this.replies[0]) this.defend(this.replies[0]);
  }

  left(): void {
    clearTimeout(this.timer);
    this.answered = true;
    this.path = [];
    if (this.element.isConnected) this.draw();
  }

  label(): string {
    return say('proof-label');
  }

  /** The reader defends; the proof answers. */
  private defend(reply: Reply): void {
    clearTimeout(this.timer);
    this.path.push(reply);
    this.tried.add(reply);
    this.answered = !reply.answer;
    this.app.stage.enter(this);
    this.draw();
    if (this.answered) return;
    this.timer = setTimeout(() => {
      this.answered = true;
      if (!this.app.stage.holds(this)) return;
      this.app.stage.draw();
      this.draw();
    }, ANSWER);
  }

  private cut(length: number): void {
    clearTimeout(this.timer);
    this.path = this.path.slice(0, length);
    this.answered = true;
    this.app.stage.enter(this);
    this.draw();
  }

  // In words.

  private claim(): string {
    const { proof } = this.found as Found;
    const move = proof.san ? shownSan(proof.san) : '';
    if (proof.mate) return say('claim-mate', { move, count: proof.mate });
    if (proof.gain) return say('claim-gain', { move, pawns: pawns(proof.gain) });
    return say('claim-win', { move });
  }

  private ended(): string {
    const { end } = this;
    if (!end) return '';
    return say(`end-${end.kind}`, { pawns: pawns(end.gain ?? 0) });
  }

  private draw(): void {
    const { tree, found } = this;
    if (!tree || !found) return;
    const all = countReplies(tree.replies);
    fill(this.body, [
      h('p', { class: 'eyebrow' }, say('proven-claim')),
      h('h2', {}, this.claim()),
      h('p', { class: 'quiet' }, say('proof-figures', { size: tree.size, replies: all, nodes: figure(found.proof.nodes) })),
      this.crumbs(),
      this.answered && this.end ? this.over(all) : this.choices(),
      h(
        'div',
        { class: 'buttons' },
        h(
          'button',
          { type: 'button', class: this.refuting ? '' : 'try', 'aria-pressed': String(this.refuting), onclick: () => this.refute() },
          say(this.refuting ? 'show-tree' : 'try-refute'),
        ),
        h('button', { type: 'button', onclick: () => save('claim.proof', found.certificate ?? '') }, say('download-certificate')),
        h('button', { type: 'button', onclick: () => this.check() }, say('check-it')),
      ),
      this.verdict,
      this.refuting ? h('p', { class: 'quiet' }, say('refute-about', { tried: this.tried.size, all })) : this.outline(),
    ]);
  }

  private refute(): void {
    this.refuting = !this.refuting;
    this.tried.clear();
    this.restart();
  }

  private crumbs(): HTMLElement {
    const { steps } = this.walked();
    const buttons = steps.map(({ text, path }, index) =>
      h(
        'button',
        { type: 'button', class: 'step', 'aria-current': index === steps.length - 1 ? 'true' : undefined, onclick: () => this.cut(path) },
        text,
      ),
    );
    return h('nav', { class: 'crumbs', 'aria-label': say('path') }, ...buttons);
  }

  private choices(): Child {
    if (!this.answered) return h('p', { class: 'quiet' }, say('answering'));
    if (this.refuting) return h('p', { class: 'prompt' }, say('your-defence'));
    const { position } = this.walked();
    const items = this.replies.map(reply => {
      const move = told(position, reply.uci);
      const answer = move && reply.answer ? told(move.after, reply.answer) : undefined;
      return h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            class: `defence${this.tried.has(reply) ? ' tried' : ''}`,
            'data-reply': reply.uci,
            onclick: () => this.defend(reply),
            onmouseenter: () => this.app.stage.light([{ from: reply.uci.slice(0, 2), to: reply.uci.slice(2, 4), meaning: 'defender' }]),
            onmouseleave: () => this.app.stage.light(undefined),
          },
          h('strong', {}, shownSan(move?.san ?? reply.uci)),
          h('span', { class: 'answer' }, answer ? `\u2192 ${shownSan(answer.san)}` : ''),
          h('span', { class: 'count' }, say(reply.size === 1 ? 'position-one' : 'positions', { count: reply.size })),
        ),
      );
    });
    return h('section', { class: 'part' }, h('h3', {}, say('choose-defence')), h('ul', { class: 'defences' }, ...items));
  }

  private over(all: number): HTMLElement {
    const done = this.tried.size >= all || this.tree?.replies.length === 0;
    return h(
      'section',
      { class: 'proof-end' },
      h('p', {}, h('strong', {}, this.ended())),
      h('p', {}, say(done ? 'no-escape' : 'no-escape-yet', { size: this.tree?.size ?? 0, tried: this.tried.size, all })),
      h(
        'div',
        { class: 'buttons' },
        this.path.length > 0 &&
          h('button', { type: 'button', class: 'try', onclick: () => this.cut(this.path.length - 1) }, say('another-defence')),
        this.path.length > 1 && h('button', { type: 'button', onclick: () => this.restart() }, say('from-the-start')),
      ),
    );
  }

  private check(): void {
    const text = this.found?.certificate;
    if (!text) return;
    this.verdict.textContent = say('checking');
    this.app.backend.check(text).then(
      checked =>
        (this.verdict.textContent = checked.accepted
          ? `\u2713 ${say('check-accepted', { size: checked.tree_size ?? 0 })}`
          : `\u2717 ${say('check-rejected', { fault: checked.fault ?? '' })}`),
      (error: unknown) => (this.verdict.textContent = error instanceof Error ? error.message : String(error)),
    );
  }

  /** The tree, collapsed to what holds out longest. */
  private outline(): HTMLElement {
    const tree = this.tree as Certificate;
    const start = Position.read(tree.fen) as Position;
    const after = told(start, tree.move)?.after;
    return h('section', { class: 'part' }, h('h3', {}, say('whole-tree')), after ? this.branches(after, tree.replies, [], 0) : '');
  }

  private branches(position: Position, replies: Reply[], path: Reply[], open: number): HTMLElement {
    return h(
      'ul',
      { class: 'outline' },
      ...replies.map((reply, index) => this.branch(position, reply, [...path, reply], index === 0 && open < 2 ? open + 1 : 9)),
    );
  }

  private branch(position: Position, reply: Reply, path: Reply[], open: number): HTMLElement {
    const move = told(position, reply.uci);
    const answer = move && reply.answer ? told(move.after, reply.answer) : undefined;
    const text = `${move?.number ?? ''}\u00a0${shownSan(move?.san ?? '')}${answer ? ` ${answer.number.endsWith('...') ? '' : `${answer.number}\u00a0`}${shownSan(answer.san)}` : ''}`;
    const go = h(
      'button',
      {
        type: 'button',
        class: 'step',
        onclick: () => {
          this.path = path.slice(0, -1);
          this.defend(reply);
        },
      },
      text,
    );
    const end = reply.end ? h('span', { class: `end ${reply.end.kind}` }, say(`short-${reply.end.kind}`)) : '';
    if (!reply.replies.length || !answer) return h('li', {}, go, end);
    const inner = h('div');
    const details = h(
      'details',
      {},
      h(
        'summary',
        { 'aria-label': say('branches', { count: reply.replies.length, positions: reply.size }) },
        h('span', { class: 'count' }, String(reply.size)),
      ),
      inner,
    );
    const grow = (): void => {
      if (!inner.childElementCount) inner.append(this.branches(answer.after, reply.replies, path, open));
    };
    details.addEventListener('toggle', grow);
    if (open < 9) {
      details.open = true;
      grow();
    }
    return h('li', {}, go, end, details);
  }
}

function pawns(centipawns: number): string {
  return figure(centipawns / 100);
}
