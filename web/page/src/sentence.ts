// Sentences that can be touched: under the pointer or in focus they light their squares and arrows, a click
// plays their line. On a touch screen the first tap lights, the second plays. A mark beside them says how they
// are known.

import { h } from '../../board/src/dom';
import type { Shape } from '../../board/src/game';
import { Position } from '../../board/src/position';
import { say } from '../../board/src/words';
import type { App } from './app';
import type { Evidence } from './documents';

export interface Told {
  text: string;
  shapes: Shape[];
  evidence?: Evidence;
  /** Where the line begins. */
  fen: string;
  line: string[];
}

const MARKS: Record<Evidence['kind'], string> = { proven: '\u220e', exact: '=', calculated: '\u2248', exchange: '\u21c4', board: '\u25a6' };

/** A word about the evidence, for tooltips and readers. */
export function known(evidence: Evidence): string {
  switch (evidence.kind) {
    case 'proven':
      return say('known-proven', { size: evidence.size });
    case 'calculated':
      return say('known-calculated', { by: evidence.by, depth: evidence.depth, nodes: evidence.nodes.toLocaleString() });
    case 'exchange':
      return say('known-exchange', { square: evidence.square });
    default:
      return say(`known-${evidence.kind}`);
  }
}

/** The mark; it leads to the proof or to the table where there is one. */
export function badge(app: App, evidence: Evidence, fen: string, line: string[]): HTMLElement {
  const text = known(evidence);
  const sign = h('span', { 'aria-hidden': 'true' }, MARKS[evidence.kind]);
  const name = h('span', { class: 'badge-name' }, say(`evidence-${evidence.kind}`));
  const attributes = { class: `badge by-${evidence.kind}`, title: text, 'data-evidence': evidence.kind };
  if (evidence.kind === 'proven') {
    return h('button', { ...attributes, type: 'button', 'aria-label': `${text}. ${say('see-proof')}`, onclick: () => app.prove(fen, line[0]) }, sign, name);
  }
  if (evidence.kind === 'exact') {
    return h('button', { ...attributes, type: 'button', 'aria-label': `${text}. ${say('see-table')}`, onclick: () => app.open('endgame') }, sign, name);
  }
  return h('span', { ...attributes, role: 'img', 'aria-label': text }, sign, name);
}

export function sentence(app: App, told: Told, more: HTMLElement | undefined = undefined): HTMLElement {
  const { stage } = app;
  let lit = false;
  const light = (on: boolean): void => {
    if (stage.visited && on) return;
    lit = on && told.shapes.length > 0;
    button.classList.toggle('lit', lit);
    stage.light(on ? told.shapes : undefined, told.text.match(/\b[a-h][1-8]\b/g) ?? []);
  };
  const play = (): void => {
    const base = Position.read(told.fen);
    if (!base || !told.line.length) return;
    app.line(base, told.line, { run: true, moved: at => button.toggleAttribute('data-playing', at !== undefined) });
  };
  const button: HTMLElement = h(
    'button',
    {
      type: 'button',
      class: 'sentence',
      onmouseenter: () => light(true),
      onmouseleave: () => light(false),
      onfocus: () => light(true),
      onblur: () => light(false),
      onclick: (event: Event) => {
        const touch = (event as PointerEvent).pointerType === 'touch';
        if (touch && !touched && told.shapes.length) {
          touched = true;
          return light(true);
        }
        touched = false;
        play();
      },
      title: told.line.length ? say('click-plays') : undefined,
    },
    told.text,
  );
  let touched = false;
  button.addEventListener('blur', () => (touched = false));
  return h('li', { class: 'told' }, button, told.evidence && badge(app, told.evidence, told.fen, told.line), more);
}
