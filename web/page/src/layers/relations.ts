// Who attacks, defends, pins and sees through whom, the strongest first: what is dear and poorly guarded counts.

import { say } from '../../../board/src/words';
import type { Graph, Link, Relation } from '../documents';
import { man, type Layer, type Mark } from './layer';

const MEANING: Record<Relation, string> = { attack: 'attack', defend: 'defend', pin: 'line', xray: 'engine', block: 'quiet' };

export const relations: Layer = {
  name: 'relations',
  first: 8,
  async ask(app, _side, signal) {
    const graph = await app.backend.graph(app.session.here.position.fen, signal);
    const strength = ranking(graph);
    const pins = new Set(graph.links.filter(({ relation }) => relation === 'pin').map(({ source, target }) => source + target));
    // A pin says what its attack and its line through the pinned piece say.
    const said = (link: Link): boolean =>
      (link.relation === 'attack' && pins.has(link.source + link.target)) ||
      (link.relation === 'xray' && pins.has(link.source + (link.through ?? '')));
    const links = graph.links.filter(link => !said(link)).sort((one, other) => strength(other) - strength(one));
    const letters = new Map(graph.nodes.map(node => [node.id, node]));
    const marks = links.map((link): Mark => {
      const from = letters.get(link.source);
      const to = letters.get(link.target);
      const ends = { from: man(from?.piece ?? '', link.source), to: man(to?.piece ?? '', link.target) };
      return {
        shapes: [{ from: link.source, to: link.target, meaning: MEANING[link.relation] }],
        owner: from?.color,
        text: say(`relation-${link.relation}-of`, ends),
        legend: link.relation,
      };
    });
    const legend = (['attack', 'defend', 'pin', 'xray', 'block'] as const).map(name => ({
      name,
      meaning: MEANING[name],
      form: 'line' as const,
    }));
    return { marks, legend };
  },
};

/** How much a relation matters. */
export function ranking(graph: Graph): (link: Link) => number {
  const worth = new Map(graph.nodes.map(node => [node.id, node.worth]));
  const legal = graph.links.filter(link => link.legal !== false);
  const count = (target: string, relation: Relation): number =>
    legal.filter(link => link.target === target && link.relation === relation).length;
  return link => {
    const of = Math.min(1200, worth.get(link.target) ?? 0);
    const by = Math.min(1200, worth.get(link.source) ?? 0);
    const weak = count(link.target, 'attack') - count(link.target, 'defend');
    const force = link.legal === false ? 0.3 : 1;
    switch (link.relation) {
      case 'attack':
        return force * (600 + of + Math.max(0, of - by) + 300 * Math.max(0, weak) + (link.check ? 900 : 0));
      case 'pin':
        return 1100 + of + (link.is_absolute ? 300 : 0);
      case 'defend':
        return force * (count(link.target, 'attack') ? 500 + of : 60 + of / 20);
      case 'xray':
        return link.kind === 'attack' ? 250 + of / 3 : 40;
      default:
        return link.shields ? 120 : 20;
    }
  };
}
