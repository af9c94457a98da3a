// How much of the position hangs on attacked pieces: the attacked men, and the one most paths run through.

import type { Shape } from '../../../board/src/game';
import { say } from '../../../board/src/words';
import type { Link } from '../documents';
import { fresh, writeGame, type TreeNode } from '../tree';
import { man, type Layer, type Mark } from './layer';

export const fragility: Layer = {
  name: 'fragility',
  first: 8,
  async ask(app, _side, signal) {
    const { fen } = app.session.here.position;
    const [graph, curve] = await Promise.all([
      app.backend.graph(fen, signal),
      app.backend.fragility(writeGame(fresh(fen) as TreeNode, new Map()), signal),
    ]);
    const now = curve.plies[curve.plies.length - 1];
    const key = now?.key?.slice(-2);
    const nodes = new Map(graph.nodes.map(node => [node.id, node]));
    const byTarget = new Map<string, Link[]>();
    for (const link of graph.links) {
      const attack = link.relation === 'attack' && link.legal !== false && !link.check;
      if (attack) byTarget.set(link.target, [...(byTarget.get(link.target) ?? []), link]);
    }
    const attacked = [...byTarget].sort(
      ([one], [other]) => Number(other === key) - Number(one === key) || (nodes.get(other)?.worth ?? 0) - (nodes.get(one)?.worth ?? 0),
    );
    const marks = attacked.map(([square, links]): Mark => {
      const node = nodes.get(square);
      const ring: Shape = { from: square, meaning: 'target', ...(square === key && { label: '!' }) };
      return {
        shapes: [ring, ...links.map((link): Shape => ({ from: link.source, to: square, meaning: 'quiet' }))],
        owner: node?.color,
        text: say(square === key ? 'fragile-key' : 'fragile-man', { man: man(node?.piece ?? '', square) }),
        legend: square === key ? 'key' : 'attacked',
      };
    });
    return {
      marks,
      legend: [
        { name: 'key', meaning: 'target', form: 'ring' },
        { name: 'attacked', meaning: 'target', form: 'ring' },
        { name: 'attackers', meaning: 'quiet', form: 'line' },
      ],
      summary: now ? say('fragility-now', { f: round(now.f), white: round(now.f_white), black: round(now.f_black) }) : '',
    };
  },
};

function round(value: number): string {
  return value.toFixed(2);
}
