// One line that takes a position, a game, moves or a file. What cannot be read stays in the line, with a caret
// under the place where reading stopped.

import { fill, h } from '../../board/src/dom';
import { say } from '../../board/src/words';
import type { App } from './app';
import { fresh, readGame, readGames } from './tree';

const LARGEST = 64 << 20;
/** How wide a letter of the line with a caret is at most, in pixels. */
const LETTER = 9;
const PLACEMENT = /^\s*(?:[1-8pnbrqkPNBRQK]+\/){2,}/;

export class Input {
  readonly element: HTMLFormElement;
  /** What is wrong, or the games to choose from. */
  readonly below: HTMLElement;
  private readonly field: HTMLTextAreaElement;
  private readonly file: HTMLInputElement;

  constructor(private readonly app: App) {
    this.field = h('textarea', {
      id: 'ask',
      rows: 1,
      spellcheck: 'false',
      autocomplete: 'off',
      placeholder: say('ask'),
      'aria-label': say('ask-label'),
      'aria-describedby': 'ask-problem',
    });
    this.file = h('input', {
      type: 'file',
      class: 'hidden',
      accept: '.pgn,.fen,.epd,.txt,text/plain,application/x-chess-pgn',
      tabindex: -1,
      'aria-label': say('open'),
    });
    this.below = h('div', { id: 'ask-problem', class: 'below', role: 'status' });
    this.element = h(
      'form',
      { class: 'ask' },
      this.field,
      h('button', { type: 'submit', class: 'go' }, say('explain')),
      this.file,
      this.below,
    );
    this.element.addEventListener('submit', event => {
      event.preventDefault();
      void this.read(this.field.value);
    });
    this.field.addEventListener('keydown', event => {
      if (event.key === 'Enter' && !event.shiftKey) {
        event.preventDefault();
        void this.read(this.field.value);
      }
      if (event.key === 'Escape') this.field.blur();
    });
    this.field.addEventListener('paste', () => setTimeout(() => void this.read(this.field.value)));
    this.field.addEventListener('input', () => fill(this.below, []));
    this.element.addEventListener('keydown', event => {
      if (event.key === 'Escape') fill(this.below, []);
    });
    this.file.addEventListener('change', () => {
      const file = this.file.files?.[0];
      if (file) void this.open(file);
      this.file.value = '';
    });
    addEventListener('dragover', event => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    });
    addEventListener('drop', event => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      void this.open(file);
    });
  }

  focus(): void {
    this.field.focus();
    this.field.select();
  }

  /** Asks for a file. */
  choose(): void {
    this.file.click();
  }

  async open(file: File): Promise<void> {
    if (file.size > LARGEST) return this.trouble(say('file-too-large', { name: file.name }));
    await this.read(await file.text());
  }

  /** Reads a text; what it is is found out. */
  async read(text: string): Promise<void> {
    fill(this.below, []);
    const trimmed = text.trim();
    if (!trimmed) return;
    if (this.position(trimmed) || this.moves(trimmed) || this.game(trimmed)) {
      this.field.value = '';
      // A long text leaves the field scrolled, and what it asks for then begins in the middle.
      this.field.scrollLeft = 0;
      this.field.blur();
      return;
    }
    const problem = await this.app.backend.fault(trimmed);
    // What is one line needs no number of a line: the caret shows where it is.
    const message = trimmed.includes('\n') ? problem?.message : problem?.message.replace(/^game 1, (?:move )?[\d.]* ?\(line 1\): /, '');
    this.trouble(message ?? say('not-readable'), problem?.place ?? { text: trimmed, start: 0, end: 0 });
  }

  private position(text: string): boolean {
    const root = text === 'startpos' ? fresh() : PLACEMENT.test(text) ? fresh(text) : undefined;
    if (root) this.app.session.load(root);
    return !!root;
  }

  /** Moves: one from here, several from the start, or from here if they do not fit there. */
  private moves(text: string): boolean {
    if (text.includes('[') || PLACEMENT.test(text)) return false;
    const words = text
      .replace(/\{[^}]*\}|\([^)]*\)/g, ' ')
      .split(/\s+/)
      .map(word => word.replace(/^\d+\.+/, '').replace(/[!?+#]+$/, ''))
      .filter(word => word && !/^(?:1-0|0-1|1\/2-1\/2|\*)$/.test(word));
    if (!words.length) return false;
    const { session } = this.app;
    if (words.length === 1) return session.play(words[0] as string);
    for (const start of [fresh(), session.here]) {
      let here = start;
      for (const word of words) here = here?.play(word);
      if (!here || !start) continue;
      if (start === session.here) session.go(here);
      else session.load(start, new Map(), here);
      return true;
    }
    return false;
  }

  private game(text: string): boolean {
    if (!/\[\w+\s+"/.test(text) && !/\b1\s*\./.test(text)) return false;
    const games = splitGames(text);
    if (games.length > 1) {
      this.list(games);
      return true;
    }
    return this.load(text);
  }

  private load(text: string): boolean {
    const game = readGames(text)[0];
    const read = game && (game.moves.children.length || game.headers.has('FEN')) ? readGame(game) : undefined;
    if (!read || (read.fault && !read.root.children.length)) return false;
    this.app.session.load(read.root, read.headers);
    if (read.fault) void this.stopped(text, `${read.fault.number} ${read.fault.san}`);
    return true;
  }

  /** A game that could be read only up to a move: the backend knows where that is. */
  private async stopped(text: string, move: string): Promise<void> {
    const message = say('game-stops', { move });
    this.trouble(message);
    const problem = await this.app.backend.fault(text);
    if (problem?.place) this.trouble(message, problem.place);
  }

  /** Many games: a list with a search. They are read when they are chosen. */
  private list(games: string[]): void {
    const rows = h('ul', { class: 'games' });
    const names = games.map(nameOf);
    const draw = (): void => {
      const wanted = search.value.toLowerCase();
      const found = names.map((name, index) => ({ name, index })).filter(({ name }) => name.toLowerCase().includes(wanted));
      const choose = (index: number): void => {
        fill(this.below, []);
        if (!this.load(games[index] ?? '')) this.trouble(say('not-readable'));
      };
      fill(
        rows,
        found
          .slice(0, 200)
          .map(({ name, index }) => h('li', {}, h('button', { type: 'button', class: 'plain', onclick: () => choose(index) }, name))),
      );
      count.textContent = say('games', { count: found.length });
    };
    const search = h('input', { type: 'search', placeholder: say('search'), 'aria-label': say('search'), oninput: draw });
    const count = h('p', { class: 'quiet' });
    draw();
    fill(this.below, [h('div', { class: 'chooser-of-games' }, search, count, rows)]);
    search.focus();
  }

  private trouble(message: string, place?: { text: string; start: number; end: number }): void {
    const room = Math.max(16, Math.floor((this.element.clientWidth - 32) / LETTER));
    const parts = place && place.end > place.start ? caret(place.text, place.start, place.end, room) : undefined;
    fill(this.below, [h('div', { class: 'trouble-box', role: 'alert' }, h('p', {}, message), parts && h('pre', {}, parts))]);
    this.app.announce(message);
  }
}

/** The line with the fault and a caret under it, cut to as many letters as there is room for. */
function caret(text: string, start: number, end: number, room: number): string {
  const begin = text.lastIndexOf('\n', start - 1) + 1;
  const stop = text.indexOf('\n', start) < 0 ? text.length : text.indexOf('\n', start);
  const half = Math.min(40, Math.floor(room / 2));
  const from = Math.max(begin, start - half);
  const line = text.slice(from, Math.min(stop, start + half));
  return `${line}\n${' '.repeat(start - from)}${'^'.repeat(Math.max(1, Math.min(end, stop) - start))}`;
}

/** A game begins where tags follow an empty line. */
function splitGames(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n\s*\n(?=\[\w+\s+")/);
}

/** What a list calls a game. */
function nameOf(game: string): string {
  const tag = (name: string): string =>
    (new RegExp(`\\[${name}\\s+"((?:[^"\\\\]|\\\\.)*)"`).exec(game)?.[1] ?? '').replace(/\\(.)/g, '$1').replace(/^\?+(\.\?+)*$/, '');
  const players = `${tag('White') || say('white')} \u2013 ${tag('Black') || say('black')}`;
  return [players, tag('Event'), tag('Date').replace(/\.\?\?/g, ''), tag('Result')].filter(Boolean).join(' \u00b7 ');
}
