// Who attacks, defends, pins and sees through whom, the strongest first, as the program says how strong they are.

import { say } from '../../../board/src/words';
import type { Relation } from '../documents';
import { man, type Layer, type Mark } from './layer';

const MEANING: Record<Relation, string> = { attack: 'attack', defend: 'defend', pin: 'line', xray: 'engine', block: 'quiet' };

export const relations: Layer = {
  name: 'relations',
  first: 8,
  async ask(app, _side, signal) {
    const graph = await app.backend.graph(app.session.here.position.fen, signal);
    // A pin says what its attack and its line through the pinned piece say: those have no strength.
    const links = graph.links.filter(({ strength }) => strength).sort((one, other) => (other.strength ?? 0) - (one.strength ?? 0));
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
