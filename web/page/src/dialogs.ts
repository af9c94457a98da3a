// Dialogs: share, settings, keys.

import { h, type Child } from '../../board/src/dom';
import { say } from '../../board/src/words';
import type { App } from './app';
import { picture } from './picture';
import { CHOICES, choose, settings, type Settings } from './settings';

/** A dialog on top of everything. */
export function dialog(title: string, ...children: Child[]): HTMLDialogElement {
  const element = h(
    'dialog',
    { 'aria-label': title },
    h(
      'header',
      {},
      h('h2', {}, title),
      h('button', { type: 'button', class: 'plain close', 'aria-label': say('close'), onclick: () => element.close() }, '\u00d7'),
    ),
    ...children,
  );
  element.addEventListener('close', () => element.remove());
  element.addEventListener('click', event => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  element.showModal();
  return element;
}

/** Saves a text as a file. */
export function save(name: string, text: string, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

export function share(app: App, shown: { name: string; text: string } | undefined): void {
  const { session } = app;
  const row = (name: string, value: string): HTMLElement => {
    const field = h('input', {
      type: 'text',
      readonly: true,
      value,
      'aria-label': say(name),
      onfocus: (event: Event) => (event.target as HTMLInputElement).select(),
    });
    const copy = h(
      'button',
      {
        type: 'button',
        onclick: () => {
          field.select();
          void navigator.clipboard?.writeText(value).then(
            () => (copy.textContent = say('copied')),
            () => undefined,
          );
        },
      },
      say('copy'),
    );
    return h('div', { class: 'share-row' }, h('span', {}, say(name)), field, copy);
  };
  dialog(
    say('share'),
    row('link', location.href),
    row('fen', session.here.position.fen),
    h(
      'div',
      { class: 'buttons' },
      h('button', { type: 'button', onclick: () => save('game.pgn', session.pgn, 'application/x-chess-pgn') }, say('save-pgn')),
      h('button', { type: 'button', onclick: () => save('board.svg', picture(app.stage.board), 'image/svg+xml') }, say('save-svg')),
      shown &&
        shown.name !== 'game.pgn' &&
        h('button', { type: 'button', onclick: () => save(shown.name, shown.text) }, say('save-file', { name: shown.name })),
    ),
  );
}

export function settingsDialog(): void {
  const group = <K extends keyof Settings>(name: K): HTMLElement =>
    h(
      'fieldset',
      {},
      h('legend', {}, say(`setting-${name}`)),
      h(
        'div',
        { class: 'segments' },
        ...CHOICES[name].map(value =>
          h(
            'label',
            {},
            h('input', {
              type: 'radio',
              name,
              value,
              checked: settings[name] === value,
              onchange: () => {
                choose(name, value);
                // Words and lessons are asked for again.
                if (['language', 'level', 'effort', 'notation'].includes(name)) changed = true;
              },
            }),
            h('span', {}, say(`${name}-${value}`)),
          ),
        ),
      ),
    );
  let changed = false;
  const names = Object.keys(CHOICES) as (keyof Settings)[];
  const element = dialog(
    say('settings'),
    ...names.map(group),
    h('p', { class: 'quiet' }, say('kept-here')),
    h(
      'p',
      {},
      h(
        'button',
        {
          type: 'button',
          onclick: () => {
            element.close();
            help();
          },
        },
        say('keys'),
      ),
      ' ',
      h('a', { href: 'api/v1/docs' }, say('for-programs')),
    ),
    h('p', { class: 'quiet licences' }, say('licences')),
  );
  element.addEventListener('close', () => changed && location.reload());
}

export function help(): void {
  const rows: [string, string][] = [
    ['\u2190 \u2192', 'key-step'],
    ['\u2191 \u2193', 'key-ends'],
    ['Esc', 'key-leave'],
    ['f', 'key-flip'],
    ['u', 'key-undo'],
    ['/', 'key-input'],
    ['m', 'key-move'],
    ['e', 'key-engine'],
    ['Alt 1\u20135', 'key-layers'],
    ['n p', 'key-moments'],
    ['?', 'key-help'],
  ];
  dialog(
    say('keys'),
    h('dl', { class: 'keys' }, ...rows.flatMap(([key, name]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, say(name))])),
    h('p', { class: 'quiet' }, say('key-board')),
  );
}
