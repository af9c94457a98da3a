// Sentences that can be touched: under the pointer or in focus they light their squares and arrows, a click
// plays their line. On a touch screen the first tap lights, the second plays. A mark beside them says how they
// are known.

import { h } from '../../board/src/dom';
import type { Shape } from '../../board/src/game';
import { Position } from '../../board/src/position';
import { say } from '../../board/src/words';
import type { App } from './app';
import type { Evidence } from './documents';
import { figure } from './settings';

export interface Told {
  text: string;
  shapes: Shape[];
  evidence?: Evidence;
  /** Where the line begins. */
  fen: string;
  line: string[];
  /** What is won at least, in centipawns, or in how many moves it is mate. */
  gain?: number | null;
  mate?: number | null;
}

const MARKS: Record<Evidence['kind'], string> = { proven: '\u220e', exact: '=', calculated: '\u2248', exchange: '\u21c4', board: '\u25a6' };

/** A word about the evidence, for tooltips and readers. */
export function known(evidence: Evidence): string {
  switch (evidence.kind) {
    case 'proven':
      return say('known-proven', { size: evidence.size });
    case 'calculated':
      return say('known-calculated', { by: evidence.by, depth: evidence.depth, nodes: figure(evidence.nodes) });
    case 'exchange':
      return say('known-exchange', { square: evidence.square });
    default:
      return say(`known-${evidence.kind}`);
  }
}

/** What a proof would show: the goal of a claim, if it is one that can be proven by itself. */
export function goal(claim: { gain?: number | null; mate?: number | null }): string | undefined {
  if (typeof claim.mate === 'number' && claim.mate > 0) return `mate=${claim.mate}`;
  return typeof claim.gain === 'number' && claim.gain > 0 ? `gain=${claim.gain}` : undefined;
}

/** The mark: it leads to the proof or to the table where there is one, and else unfolds what is known. */
export function badge(app: App, evidence: Evidence, proof?: { fen: string; move: string; goal: string }): HTMLElement {
  const text = known(evidence);
  const note = h('span', { class: 'badge-note', role: 'status' });
  const lead = evidence.kind === 'proven' && proof ? 'see-proof' : evidence.kind === 'exact' ? 'see-table' : undefined;
  const act = (): void => {
    if (lead === 'see-proof' && proof) app.prove(proof.fen, proof.move, proof.goal);
    else if (lead === 'see-table') app.open('endgame');
    else note.textContent = note.textContent ? '' : text;
  };
  const button = h(
    'button',
    {
      type: 'button',
      class: `badge by-${evidence.kind}`,
      title: text,
      'data-evidence': evidence.kind,
      'aria-label': lead ? `${text}. ${say(lead)}` : text,
      onclick: act,
    },
    h('span', { 'aria-hidden': 'true' }, MARKS[evidence.kind]),
    h('span', { class: 'badge-name' }, say(`evidence-${evidence.kind}`)),
  );
  return h('span', { class: 'badge-box' }, button, note);
}

export function sentence(app: App, told: Told): HTMLElement {
  const { stage } = app;
  const wanted = goal(told);
  const [move] = told.line;
  const proof = wanted && move ? { fen: told.fen, move, goal: wanted } : undefined;
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
  return h('li', { class: 'told' }, button, told.evidence && badge(app, told.evidence, proof));
}
