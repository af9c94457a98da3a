// The moves with their variations, a field to type one, and the engine's lines above them.

import { fill, h, type Child } from '../../board/src/dom';
import { say } from '../../board/src/words';
import type { App, Panel } from './app';
import { EngineBox } from './engine';
import type { Session } from './session';
import { shownSan } from './settings';
import type { TreeNode } from './tree';

const NAGS: Record<number, [string, string]> = {
  1: ['!', 'only-move'],
  2: ['?', 'mistake'],
  3: ['!!', 'brilliancy'],
  4: ['??', 'blunder'],
  5: ['!?', 'only-move'],
  6: ['?!', 'inaccuracy'],
};

/** A move as a button; the glyph says what it deserves. */
export function moveButton(session: Session, node: TreeNode, numbered: boolean): HTMLElement {
  const glyphs = node.nags.map(nag => NAGS[nag]).filter((known): known is [string, string] => !!known);
  return h(
    'button',
    {
      type: 'button',
      class: `step ${glyphs[0]?.[1] ?? ''}`,
      'aria-current': session.here === node ? 'true' : undefined,
      onclick: () => session.go(node),
    },
    numbered ? h('span', { class: 'number' }, `${node.number}\u00a0`) : '',
    shownSan(node.san) + glyphs.map(([sign]) => sign).join(''),
  );
}

/** The main line in rows, variations between them. */
export function moveTree(session: Session): HTMLElement {
  const out: Child[] = [];
  let row: HTMLElement | undefined;
  for (let node: TreeNode | undefined = session.root.children[0]; node; node = node.children[0]) {
    const white = node.number.endsWith('.') && !node.number.endsWith('...');
    if (white || !row) {
      row = h(
        'div',
        { class: 'row' },
        h('span', { class: 'number' }, node.number.replace(/\.+$/, '')),
        !white && h('span', { class: 'gap' }, '\u2026'),
      );
      out.push(row);
    }
    row.append(moveButton(session, node, false));
    const others: TreeNode[] = node.parent?.children.slice(1) ?? [];
    if (node.comment || others.length) {
      out.push(
        h(
          'div',
          { class: 'aside' },
          node.comment ? h('p', { class: 'comment' }, node.comment) : '',
          ...others.map(other => h('div', { class: 'variation' }, ...variation(session, other, true))),
        ),
      );
      row = undefined;
    }
  }
  return h('div', { class: 'tree', role: 'group', 'aria-label': say('moves') }, ...out);
}

/** A side line in one paragraph, its own side lines in brackets. */
function variation(session: Session, first: TreeNode, begins: boolean): Child[] {
  const out: Child[] = [];
  let numbered = begins;
  for (let node: TreeNode | undefined = first; node; node = node.children[0]) {
    const white = !node.number.endsWith('...');
    out.push(moveButton(session, node, numbered || white));
    numbered = false;
    if (node.comment) {
      out.push(h('span', { class: 'comment' }, ` ${node.comment} `));
      numbered = true;
    }
    const others: TreeNode[] = node === first ? [] : (node.parent?.children.slice(1) ?? []);
    for (const other of others) out.push(h('span', { class: 'bracket' }, '(', ...variation(session, other, true), ')'));
    numbered ||= others.length > 0;
  }
  return out;
}

/** The line through the current move, under the board. */
export function strip(session: Session, element: HTMLElement): void {
  const nodes = [...session.here.path];
  for (let node = session.here.children[0]; node; node = node.children[0]) nodes.push(node);
  fill(
    element,
    nodes.map((node, index) => moveButton(session, node, index === 0 || !node.number.endsWith('...'))),
  );
  const current = element.querySelector<HTMLElement>('[aria-current]');
  if (current) element.scrollLeft = current.offsetLeft - element.clientWidth / 2;
  else element.scrollLeft = 0;
}

export class MovesPanel implements Panel {
  readonly element: HTMLElement;
  readonly engine: EngineBox;
  private readonly list = h('div', { class: 'move-list' });
  private readonly tools: HTMLElement;

  constructor(private readonly app: App) {
    this.engine = new EngineBox(app);
    const field = h('input', {
      id: 'move-field',
      type: 'text',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      placeholder: 'Nf3',
    });
    const trouble = h('p', { class: 'trouble', role: 'status' });
    const form = h(
      'form',
      {
        class: 'move-form',
        onsubmit: (event: Event) => {
          event.preventDefault();
          const text = field.value.trim();
          if (!text) return;
          const done = app.session.play(text.replace(/[+#!?]+$/, ''));
          trouble.textContent = done ? '' : say('not-legal', { move: text });
          if (done) field.value = '';
        },
      },
      h('label', { for: 'move-field' }, say('type-move')),
      field,
      h('button', { type: 'submit' }, say('play-it')),
    );
    this.tools = h(
      'div',
      { class: 'tools' },
      h('button', { type: 'button', onclick: () => app.session.promote() }, say('make-main')),
      h('button', { type: 'button', onclick: () => app.session.takeBack() }, say('take-back')),
    );
    this.element = h('div', { class: 'moves-panel' }, this.engine.element, form, trouble, this.list, this.tools);
  }

  show(): void {
    const { session } = this.app;
    this.tools.hidden = !session.here.parent;
    fill(this.list, session.root.children.length ? [moveTree(session)] : [h('p', { class: 'quiet' }, say('no-moves'))]);
    this.list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    this.engine.follow();
  }

  document(): { name: string; text: string } {
    return { name: 'game.pgn', text: this.app.session.pgn };
  }
}
