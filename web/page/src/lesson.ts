// The lesson of the position: who stands better, what to play and why, what to beware, what matters.

import { fill, h, type Child } from '../../board/src/dom';
import { evaluation, type Shape } from '../../board/src/game';
import { Line } from '../../board/src/line';
import { Position } from '../../board/src/position';
import { say } from '../../board/src/words';
import type { App, Panel } from './app';
import { Asking } from './asking';
import type { Best, Claim, ClaimKind, Lesson, WhyNot } from './documents';
import { examples } from './examples';
import { badge, goal, sentence } from './sentence';
import { settings, shownSan } from './settings';

const REASONS: ClaimKind[] = ['reason', 'cannot-take', 'if-taken', 'wins'];
const MOVE: ClaimKind[] = ['allowed', 'missed', 'created', 'resolved'];

export class LessonPanel implements Panel {
  readonly element = h('div', { class: 'lesson' });
  private readonly body = h('div', { class: 'lesson-body' });
  private readonly asking: Asking<Lesson>;
  private lesson: Lesson | undefined;
  /** The lesson is about the move that was played last, not about the position. */
  private aboutMove = false;
  private shownFor: unknown;

  constructor(private readonly app: App) {
    this.asking = new Asking(this.body, lesson => this.tell(lesson), 150);
  }

  show(): void {
    const { session, backend } = this.app;
    if (session.untouched && !session.here.parent) {
      this.asking.stop();
      this.lesson = undefined;
      this.shownFor = undefined;
      document.title = 'Reti';
      return fill(this.element, [examples(this.app)]);
    }
    if (this.shownFor !== session.here) this.aboutMove = false;
    this.shownFor = session.here;
    fill(this.element, [this.head(), this.body]);
    const { here } = session;
    const { level, language, effort } = settings;
    const before = here.parent;
    const about = this.aboutMove && before;
    const question = {
      fen: before ? before.position.fen : here.position.fen,
      level,
      language,
      effort,
      ...(about ? { move: here.uci } : before && { moves: [here.uci] }),
    };
    this.asking.ask(JSON.stringify(question), async signal => {
      // A first look is there at once; the whole one takes its place if it says more.
      if (effort !== 'fast') {
        const glance = await backend.explain({ ...question, effort: 'fast' }, signal);
        if (!signal.aborted) this.tell(glance);
      }
      return backend.explain(question, signal);
    });
  }

  /** Tells about the move that led here. */
  judge(): void {
    this.aboutMove = true;
    this.shownFor = this.app.session.here;
    this.show();
  }

  hide(): void {
    this.asking.stop();
  }

  document(): { name: string; text: string } | undefined {
    return this.lesson && { name: 'lesson.json', text: JSON.stringify(this.lesson, null, 2) };
  }

  /** Position or last move. */
  private head(): Child {
    const { here } = this.app.session;
    if (!here.parent) return undefined;
    const choice = (on: boolean, text: string): HTMLElement =>
      h(
        'button',
        {
          type: 'button',
          'aria-pressed': String(this.aboutMove === on),
          onclick: () => {
            this.aboutMove = on;
            this.show();
          },
        },
        text,
      );
    return h(
      'div',
      { class: 'segments', role: 'group', 'aria-label': say('about-what') },
      choice(false, say('the-position')),
      choice(true, say('the-move', { move: `${here.number} ${shownSan(here.san)}` })),
    );
  }

  private tell(lesson: Lesson): void {
    const same = this.body.querySelector('.headline') && this.lesson?.text === lesson.text && this.lesson.fen === lesson.fen;
    this.lesson = lesson;
    const over = lesson.claims.find(({ kind }) => kind === 'over')?.evidence;
    const score = lesson.assessment?.score ?? (over?.kind === 'exact' ? over.score : undefined);
    if (!this.aboutMove && score) this.app.weigh(score, lesson.fen, 'lesson');
    if (same) return;
    const of = (kinds: ClaimKind[]): Claim[] => lesson.claims.filter(({ kind }) => kinds.includes(kind));
    const parts: Child[] = [
      ...this.headline(lesson),
      this.section(
        '',
        of(['judged', ...MOVE]).filter(({ kind }) => kind !== 'judged'),
      ),
      lesson.best && this.best(lesson, lesson.best, of(REASONS)),
      this.section(say('beware'), lesson.threats),
      this.whyNots(lesson),
      this.section(say('what-matters'), [...of(['known']), ...lesson.features]),
      this.section(say('plan'), lesson.plan ? [lesson.plan] : []),
      this.alternatives(lesson),
    ];
    const silent = !lesson.best && !lesson.threats.length && !lesson.features.length && !lesson.claims.length;
    if (silent) parts.push(h('p', { class: 'quiet' }, say('nothing-to-say')));
    if (lesson.left_out) parts.push(h('p', { class: 'quiet' }, say('left-out', { count: lesson.left_out })));
    fill(this.body, parts);
    const title = this.body.querySelector('.headline h2')?.textContent ?? '';
    document.title = title ? `${title} \u2013 Reti` : 'Reti';
    this.app.announce(title);
  }

  private headline(lesson: Lesson): Child[] {
    const claim = lesson.claims.find(({ kind }) => kind === 'judged' || kind === 'assessment' || kind === 'over');
    const { assessment, played } = lesson;
    if (!claim) return [];
    const material = assessment?.material ?? '';
    const said = claim.text.replace(` ${material}.`, '');
    // One sentence is a title and has no full stop; two are sentences.
    const text = /\. \S/.test(said) ? said : said.replace(/\.$/, '');
    const mark = assessment && claim.kind === 'assessment' ? badge(this.app, assessment.evidence, this.mate(lesson)) : undefined;
    return [
      h(
        'header',
        { class: `headline ${played?.judgement ?? ''}` },
        h('h2', {}, text),
        h('p', { class: 'material' }, claim.kind === 'assessment' && material ? h('span', {}, material) : '', mark),
      ),
    ];
  }

  private best(lesson: Lesson, best: Best, reasons: Claim[]): HTMLElement {
    const base = Position.read(lesson.fen);
    const line = base && new Line(base, best.line);
    const steps = h('div', { class: 'steps' });
    const draw = (at: number | undefined): void => {
      if (!line || !base) return;
      const buttons = line.buttons(at, count => this.app.line(base, best.line, { at: count, moved: draw }));
      for (const button of buttons) button.textContent = shownSan(button.textContent ?? '');
      fill(steps, buttons);
    };
    draw(undefined);
    const arrow: Shape = { from: best.move.slice(0, 2), to: best.move.slice(2, 4), meaning: 'move' };
    const play = (): void => void (base && this.app.line(base, best.line, { run: true, moved: draw }));
    const claim = lesson.claims.find(({ kind }) => kind === 'best');
    return h(
      'section',
      { class: 'best', 'aria-label': say('best') },
      h(
        'div',
        { class: 'best-head' },
        h('span', { class: 'eyebrow' }, say(lesson.played ? 'better' : 'best')),
        h(
          'button',
          {
            type: 'button',
            class: 'best-move',
            title: say('click-plays'),
            onclick: play,
            onmouseenter: () => !this.app.stage.visited && this.app.stage.light([arrow]),
            onmouseleave: () => this.app.stage.light(undefined),
            onfocus: () => !this.app.stage.visited && this.app.stage.light([arrow]),
            onblur: () => this.app.stage.light(undefined),
          },
          `${base?.number ?? ''}\u00a0${shownSan(best.san)}`,
        ),
        h('span', { class: 'score' }, evaluation(best.side === 'black' ? turned(best.score) : best.score)),
        claim && badge(this.app, claim.evidence, this.mate(lesson)),
      ),
      steps,
      this.list(reasons),
    );
  }

  /** The mate that the lesson says is proven. */
  private mate({ fen, best }: Lesson): { fen: string; move: string; goal: string } | undefined {
    const wanted = best ? goal({ mate: best.score.mate ?? null }) : undefined;
    return best && wanted ? { fen, move: best.move, goal: wanted } : undefined;
  }

  private whyNots(lesson: Lesson): Child {
    if (!lesson.why_not.length) return undefined;
    const shapes = (no: WhyNot): Shape[] => {
      const reply = lesson.claims.find(({ kind, text }) => kind === 'why-not' && text === no.text);
      const tempting: Shape = { from: no.move.slice(0, 2), to: no.move.slice(2, 4), meaning: 'quiet' };
      return [tempting, ...(reply?.shapes ?? [])];
    };
    const items = lesson.why_not.map(no =>
      sentence(this.app, { text: no.text, shapes: shapes(no), evidence: no.evidence, fen: lesson.fen, line: no.line }),
    );
    return h('section', { class: 'part' }, h('h3', {}, say('why-not')), h('ul', {}, ...items));
  }

  private alternatives(lesson: Lesson): Child {
    if (!lesson.alternatives?.length) return undefined;
    const items = lesson.alternatives.map(other => {
      const shape: Shape = { from: other.move.slice(0, 2), to: other.move.slice(2, 4), meaning: 'move' };
      return sentence(this.app, { text: other.text, shapes: [shape], fen: lesson.fen, line: other.line });
    });
    return h('section', { class: 'part' }, h('h3', {}, say('alternatives')), h('ul', {}, ...items));
  }

  private section(title: string, claims: Claim[]): Child {
    if (!claims.length) return undefined;
    return h('section', { class: 'part' }, title ? h('h3', {}, title) : '', this.list(claims));
  }

  private list(claims: Claim[]): HTMLElement {
    return h('ul', {}, ...claims.map(claim => sentence(this.app, claim as Claim & { shapes: Shape[] })));
  }
}

/** From the other side. */
export function turned<S extends { cp?: number | null; mate?: number | null; value?: string | null }>(score: S): S {
  const value = score.value === 'win' ? 'loss' : score.value === 'loss' ? 'win' : score.value;
  return {
    ...score,
    ...(typeof score.cp === 'number' && { cp: -score.cp }),
    ...(typeof score.mate === 'number' && { mate: -score.mate }),
    ...(value && { value }),
  };
}
