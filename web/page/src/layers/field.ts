// Influence as a soft heat map below the pieces, numbers only under the pointer, the slope as small arrows where
// squares are large enough.

import type { Shape } from '../../../board/src/game';
import type { Key } from '../../../board/src/position';
import { say } from '../../../board/src/words';
import type { Fields } from '../documents';
import { figure } from '../settings';
import type { Layer, Mark, Side } from './layer';

const STEPS = 5;
const LARGE = 60;

const keys = (row: number, column: number): Key => `${'abcdefgh'[column]}${8 - row}` as Key;

export const field: Layer = {
  name: 'field',
  first: 4,
  bySide: true,
  byPiece: true,
  async ask(app, side, signal, piece) {
    const fields = await app.backend.fields(app.session.here.position.fen, side === 'both' ? 'balance' : side, piece, signal);
    const { values, critical_points } = fields.shown;
    const most = Math.max(1e-9, ...values.flat().map(Math.abs));
    const kinds = { maximum: '\u25b2', minimum: '\u25bc', saddle: '\u00d7' };
    const points = [...critical_points]
      .filter(({ value }) => value !== 0)
      .sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
    const marks = points.map((point): Mark => ({
      shapes: [
        { from: point.square, meaning: point.kind === 'saddle' ? 'quiet' : point.value < 0 ? 'black' : 'white', label: kinds[point.kind] },
      ],
      owner: undefined,
      text: `${point.square}: ${say(`point-${point.kind}`)}`,
      detail: number(point.value),
      legend: 'point',
    }));
    return {
      marks,
      squares: () => tints(values, most, side),
      ground: () => (squareSize() >= LARGE ? slopes(fields, key => !!app.session.here.position.at(key)) : []),
      about: key => {
        const value = values[8 - Number(key[1])]?.['abcdefgh'.indexOf(key[0] ?? 'a')] ?? 0;
        return say('field-at', { square: key, value: number(value) });
      },
      legend: [
        { name: 'white-influence', meaning: 'white', form: 'tint' },
        { name: 'black-influence', meaning: 'black', form: 'tint' },
        // Small squares have no arrows.
        ...(squareSize() >= LARGE ? [{ name: 'slope', meaning: 'quiet', form: 'dart' } as const] : []),
        { name: 'point', meaning: 'quiet', form: 'ring' },
      ],
      summary: say('field-about', { territory: fields.territory }),
    };
  },
};

function number(value: number): string {
  return `${value > 0 ? '+' : ''}${figure(value)}`;
}

function squareSize(): number {
  return (document.querySelector('.board cg-board')?.clientWidth ?? 0) / 8;
}

function tints(values: number[][], most: number, side: Side): Map<Key, string> {
  const found = new Map<Key, string>();
  values.forEach((row, r) =>
    row.forEach((value, c) => {
      const step = Math.ceil((STEPS * Math.abs(value)) / most - 0.2);
      const owner = side === 'both' ? (value < 0 ? 'black' : 'white') : side;
      if (step > 0) found.set(keys(r, c), `heat-${owner}-${Math.min(STEPS, step)}`);
    }),
  );
  return found;
}

/** The steepest slopes, where no piece stands in their way. */
function slopes(fields: Fields, taken: (key: Key) => boolean): Shape[] {
  const { slope_down, slope_right } = fields.shown;
  const all = slope_down.flatMap((row, r) => row.map((down, c) => ({ key: keys(r, c), down, right: slope_right[r]?.[c] ?? 0 })));
  const long = (one: { down: number; right: number }): number => Math.hypot(one.down, one.right);
  const sorted = all.filter(one => long(one) > 0 && !taken(one.key)).sort((one, other) => long(other) - long(one));
  const most = sorted[0] ? long(sorted[0]) : 1;
  return sorted.slice(0, 16).map(({ key, down, right }) => {
    const scale = (30 + (30 * long({ down, right })) / most) / long({ down, right });
    return { from: key, meaning: 'quiet', dart: { right: right * scale, down: down * scale } };
  });
}
