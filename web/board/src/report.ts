// The page that `reti annotate --report` writes: an index of games, and a view of each.

import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './base.css';
import './style.css';
import { fill, h } from './dom';
import type { Game } from './game';
import { GameView } from './view';
import { learn, say } from './words';

/** What the index knows of a game before it is read. */
interface Entry {
  id: number;
  source: Element;
  name: string;
  result: string;
  opening: string;
  white: string;
  black: string;
  blunders: string;
}

const main = document.querySelector('main') as HTMLElement;
let view: GameView | undefined;
let shown: number | undefined;

function entries(): Entry[] {
  return [...document.querySelectorAll<HTMLElement>('script.game-data')].map(source => {
    const { id, name, result, opening, white, black, blunders } = source.dataset;
    return {
      id: Number(id),
      source,
      name: name ?? '',
      result: result ?? '',
      opening: opening ?? '',
      white: white ?? '',
      black: black ?? '',
      blunders: blunders ?? '',
    };
  });
}

/** `#game-3-ply-17` */
function place(): { game: number; ply: number } | undefined {
  const found = /^#game-(\d+)(?:-ply-(\d+))?$/.exec(location.hash);
  return found ? { game: Number(found[1]), ply: Number(found[2] ?? 0) } : undefined;
}

function index(games: Entry[], table: HTMLElement | null): HTMLElement {
  const body = h('tbody');
  const list = (): void => {
    const wanted = search.value.toLowerCase();
    const found = games.filter(({ name, opening }) => `${name} ${opening}`.toLowerCase().includes(wanted));
    fill(body, found.slice(0, 500).map(row));
    count.textContent = say('games', { count: found.length });
  };
  const search = h('input', { type: 'search', placeholder: say('search'), 'aria-label': say('search'), oninput: list });
  const count = h('p', { class: 'small', 'aria-live': 'polite' });
  const heads = ['game', 'result', 'opening', 'white', 'black', 'blunders'];
  list();
  return h(
    'div',
    { class: 'index' },
    h('h1', {}, say('title')),
    table,
    search,
    count,
    h(
      'div',
      { class: 'scroll' },
      h('table', {}, h('thead', {}, h('tr', {}, ...heads.map(name => h('th', { scope: 'col' }, say(`index-${name}`))))), body),
    ),
  );
}

function row(entry: Entry): HTMLElement {
  return h(
    'tr',
    {},
    h('td', {}, h('a', { href: `#game-${entry.id}` }, entry.name)),
    h('td', {}, entry.result),
    h('td', {}, entry.opening),
    h('td', { class: 'figure' }, entry.white),
    h('td', { class: 'figure' }, entry.black),
    h('td', { class: 'figure' }, entry.blunders),
  );
}

function route(games: Entry[], table: HTMLElement | null): void {
  const at = place() ?? (games.length === 1 && games[0] ? { game: games[0].id, ply: 0 } : undefined);
  const entry = games.find(({ id }) => id === at?.game);
  if (!entry || !at) {
    view = undefined;
    shown = undefined;
    fill(main, [index(games, table)]);
    return;
  }
  if (!view || shown !== entry.id) {
    const game = JSON.parse(entry.source.textContent ?? '{}') as Game;
    // The address follows the board without filling the history.
    view = new GameView(game, ply => {
      if (ply || place()) history.replaceState(null, '', `#game-${entry.id}${ply ? `-ply-${ply}` : ''}`);
    });
    shown = entry.id;
    fill(main, [games.length > 1 && h('nav', {}, h('a', { href: '#' }, `\u2190 ${say('all-games')}`)), view.element]);
  }
  view.go(at.ply);
}

function theme(): HTMLElement {
  const root = document.documentElement;
  const dark = (): boolean => (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  return h(
    'button',
    { type: 'button', class: 'theme', 'aria-label': say('theme'), title: say('theme'), onclick: () => (root.dataset.theme = dark() ? 'light' : 'dark') },
    '\u25d0',
  );
}

function begin(): void {
  learn(JSON.parse(document.getElementById('words')?.textContent ?? '{}') as Record<string, string>);
  const games = entries();
  const table = document.querySelector<HTMLElement>('section.player-table');
  table?.remove();
  document.querySelector('body > header')?.append(theme());
  document.addEventListener('keydown', event => {
    const target = event.target as HTMLElement;
    const typing = target.matches('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey;
    if (!typing && view?.key(event)) event.preventDefault();
  });
  addEventListener('hashchange', () => route(games, table));
  route(games, table);
}

begin();
