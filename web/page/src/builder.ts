// A table built while one watches: how far it has come in words, then its certificate, and the longest win to play out.

import { fill, h, type Child } from '../../board/src/dom';
import { say } from '../../board/src/words';
import type { App } from './app';
import { failure } from './asking';
import { save } from './dialogs';
import type { Progress, TableCertificate } from './documents';
import { figure } from './settings';
import { fresh } from './tree';

const EXAMPLES = ['KRvK', 'KPvK', 'KBNvK', 'KQvKR'];
const SIDES = ['white', 'black'] as const;
const VALUES = ['win', 'draw', 'loss'] as const;

export class Builder {
  readonly element = h('section', { class: 'part build' });
  private readonly name = h('input', {
    type: 'text',
    id: 'endgame-name',
    'aria-describedby': 'build-about',
    placeholder: EXAMPLES[0],
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    size: 8,
  });
  private readonly answer = h('div', { class: 'build-answer' });
  private working: AbortController | undefined;

  constructor(private readonly app: App) {
    const submit = (event: Event): void => {
      event.preventDefault();
      this.start(this.name.value.trim() || (EXAMPLES[0] as string));
    };
    fill(this.element, [
      h('h3', {}, say('build-title')),
      h('p', { id: 'build-about' }, say('build-about')),
      h(
        'form',
        { class: 'move-form', onsubmit: submit },
        h('label', { for: 'endgame-name' }, say('which-endgame')),
        this.name,
        h('button', { type: 'submit', class: 'try' }, say('build-it')),
      ),
      h(
        'p',
        { class: 'buttons' },
        ...EXAMPLES.map(name => h('button', { type: 'button', 'data-build': name, onclick: () => this.start(name) }, name)),
      ),
      this.answer,
    ]);
  }

  private start(endgame: string): void {
    this.working?.abort();
    const working = new AbortController();
    this.working = working;
    this.name.value = endgame;
    const bar = h('progress', { max: 1, value: 0, 'aria-label': say('building', { endgame }) });
    const words = h('p', { class: 'quiet figure' }, say('building', { endgame }));
    // The button stands before the words, which grow and shrink: it must not run away from who wants to press it.
    fill(this.answer, [bar, h('button', { type: 'button', onclick: () => this.cancel() }, say('cancel')), words]);
    const told = (progress: Progress): void => {
      bar.value = progress.progress;
      words.textContent = stage(progress);
    };
    this.app.backend.build(endgame, told, working.signal).then(
      certificate => {
        if (working.signal.aborted) return;
        this.working = undefined;
        fill(this.answer, this.certificate(certificate));
        this.app.announce(say('built', { endgame: certificate.endgame }));
      },
      (error: unknown) => {
        if (working.signal.aborted) return;
        this.working = undefined;
        fill(
          this.answer,
          failure(error, () => this.start(endgame)),
        );
      },
    );
  }

  private cancel(): void {
    this.working?.abort();
    this.working = undefined;
    fill(this.answer, [h('p', { class: 'quiet' }, say('build-cancelled'))]);
  }

  // What came of it.

  private certificate(made: TableCertificate): Child[] {
    const { full } = made.counts;
    const positions = SIDES.flatMap(side => VALUES.map(value => full[side][value])).reduce((sum, count) => sum + count, 0);
    const rests = Object.keys(made.rests_on);
    return [
      h(
        'p',
        { class: 'built' },
        h('strong', {}, say('built', { endgame: made.endgame })),
        ' ',
        say('built-checked', { positions: figure(positions) }),
      ),
      counts(made),
      ...this.longest(made),
      h(
        'details',
        { class: 'quiet' },
        h('summary', {}, say('certificate-more')),
        made.checksum ? h('p', {}, `${say('checksum')} `, h('code', {}, made.checksum)) : '',
        rests.length ? h('p', {}, say('rests-on', { endgames: rests.join(', ') })) : '',
        h('p', {}, say('built-convention')),
        h(
          'button',
          { type: 'button', onclick: () => save(`${made.endgame}.json`, JSON.stringify(made, null, 2)) },
          say('save-certificate'),
        ),
      ),
    ];
  }

  /** The longest win of each side that has one, to be shown on the board. */
  private longest(made: TableCertificate): Child[] {
    const found = SIDES.filter(side => typeof made.longest[side] === 'number');
    if (!found.length) return [h('p', {}, say('built-drawn'))];
    return found.map(side => {
      const fen = made.longest_positions?.[side];
      return h(
        'p',
        { class: 'longest' },
        say('longest-win', { side: say(side), moves: made.longest[side] ?? 0 }),
        ' ',
        fen && h('button', { type: 'button', 'data-longest': side, onclick: () => this.show(fen) }, say('longest-show')),
      );
    });
  }

  private show(fen: string): void {
    const root = fresh(fen);
    if (!root) return;
    this.app.session.load(root);
    // Its exact moves stand at the top.
    this.element.closest('.panel')?.scrollTo({ top: 0 });
  }
}

/** How far it has come, in words. */
function stage({ table }: Progress): string {
  if (!table) return say('thinking');
  const which = say('build-which', { endgame: table.endgame, number: table.number, tables: table.tables });
  const { round, placements } = table;
  if (round) {
    const { winner, round: moves, decided } = round;
    return `${which} ${say('build-round', { side: say(winner), moves, decided: figure(decided) })}`;
  }
  if (placements) return `${which} ${say('build-placements', { done: placements.done, all: placements.all })}`;
  return `${which} ${say(`build-${table.stage}`)}`;
}

/** Wins, draws and losses by side to move. */
function counts({ counts: { full } }: TableCertificate): HTMLElement {
  return h(
    'table',
    { class: 'compared' },
    h('thead', {}, h('tr', {}, h('td'), ...VALUES.map(value => h('th', { scope: 'col', class: 'figure' }, say(`count-${value}`))))),
    h(
      'tbody',
      {},
      ...SIDES.map(side =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, say(`${side}-moves`)),
          ...VALUES.map(value => h('td', { class: 'figure' }, figure(full[side][value]))),
        ),
      ),
    ),
  );
}
