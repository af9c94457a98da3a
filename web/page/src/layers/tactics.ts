// Forks, pins, hanging pieces: each with who plays which role.

import type { Shape } from '../../../board/src/game';
import { say } from '../../../board/src/words';
import type { Tactic } from '../documents';
import type { Layer, Mark } from './layer';

const ACTS = /attacker|forker|pinner|skewer|front|slider|unmasked|mover|trapper|checker|hitter|capturer/;
const GUARDS = /defend|guard|shield|behind|rear/;

function meaning(role: string): string {
  return GUARDS.test(role) ? 'defender' : ACTS.test(role) ? 'attacker' : 'target';
}

function mark(tactic: Tactic): Mark {
  const rings: Shape[] = Object.entries(tactic.roles).flatMap(([role, squares]) =>
    squares.map(from => ({ from, meaning: meaning(role), label: meaning(role)[0]?.toUpperCase() ?? '' })),
  );
  const arrows: Shape[] = tactic.edges.map(([from, relation, to]) => ({
    from,
    to,
    meaning: relation === 'pin' || relation === 'xray' ? 'line' : relation === 'defend' ? 'defender' : 'attacker',
  }));
  const seen = new Set<string>();
  const once = arrows.filter(({ from, to }) => !seen.has(`${from}${to}`) && seen.add(`${from}${to}`));
  const cast = Object.entries(tactic.roles).map(([role, squares]) => `${say(`role-${role}`)} ${squares.join(' ')}`);
  return {
    shapes: [...rings, ...once],
    owner: tactic.owner,
    text: capital(say(`motif-${tactic.motif}`)),
    detail: cast.join(', '),
    legend: 'attacker',
  };
}

export const tactics: Layer = {
  name: 'tactics',
  first: 2,
  async ask(app, _side, signal) {
    const found = await app.backend.tactics(app.session.here.position.fen, signal);
    const strength = (tactic: Tactic): number => (tactic.value?.sound ? 1000 : 0) + (tactic.value?.gain ?? 0);
    const sorted = [...found.tactics].sort((one, other) => strength(other) - strength(one));
    return {
      marks: sorted.map(mark),
      legend: [
        { name: 'attacker', meaning: 'attacker', form: 'ring' },
        { name: 'target', meaning: 'target', form: 'ring' },
        { name: 'defender', meaning: 'defender', form: 'ring' },
        { name: 'through', meaning: 'line', form: 'line' },
      ],
      summary: say('tactics-count', { count: found.order, white: found.order_white, black: found.order_black }),
    };
  },
};

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
