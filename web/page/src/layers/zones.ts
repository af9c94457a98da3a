// Trajectories towards a target, who can disturb them in time, and the times.

import type { Shape } from '../../../board/src/game';
import { say } from '../../../board/src/words';
import type { Zone, ZoneSymbol } from '../documents';
import { man, type Layer, type Mark } from './layer';

function arrows({ squares, negation, color, time }: ZoneSymbol): Shape[] {
  const meaning = negation === 0 ? color : negation === 1 ? 'line' : 'quiet';
  const ways = squares.slice(1).map((to, index): Shape => ({ from: squares[index] ?? to, to, meaning }));
  return [...ways, { from: squares[squares.length - 1] ?? '', meaning, label: String(time), bare: true }];
}

/** One label a square. */
function once(shapes: Shape[]): Shape[] {
  const seen = new Set<string>();
  return shapes.filter(({ from, label }) => !label || (!seen.has(from) && seen.add(from)));
}

function mark(zone: Zone): Mark {
  const main = zone.symbols.find(({ negation }) => negation === 0);
  // One trajectory of each piece and kind is enough to see the idea, and the three nearest that cross it.
  const shown = new Map<string, ZoneSymbol>();
  for (const symbol of zone.symbols) {
    const key = `${symbol.squares[0]}-${symbol.negation}`;
    if (!shown.has(key)) shown.set(key, symbol);
  }
  return {
    shapes: once(
      [...shown.values()]
        .sort((one, other) => one.negation - other.negation || one.time - other.time)
        .slice(0, 4)
        .flatMap(arrows),
    ),
    owner: zone.owner,
    text: say(`zone-${zone.kind}`, { piece: man(main?.piece ?? '', zone.from), to: zone.to }),
    detail: say('zone-detail', { length: zone.length, trajectories: zone.symbols.length }),
    legend: 'main',
  };
}

export const zones: Layer = {
  name: 'zones',
  first: 1,
  async ask(app, _side, signal) {
    const found = await app.backend.zones(app.session.here.position.fen, signal);
    const sorted = [...found.zones].sort(
      (one, other) => other.worth - one.worth || one.length - other.length || other.symbols.length - one.symbols.length,
    );
    return {
      marks: sorted.map(mark),
      legend: [
        { name: 'white-main', meaning: 'white', form: 'line' },
        { name: 'black-main', meaning: 'black', form: 'line' },
        { name: 'negation', meaning: 'line', form: 'line' },
        { name: 'support', meaning: 'quiet', form: 'line' },
      ],
      summary: found.note ?? say('zones-about'),
    };
  },
};
