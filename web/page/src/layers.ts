// Layers on the board, one at a time, a key each: never more than a reader can see, and a slider for more.

import { fill, h, s, type Child } from '../../board/src/dom';
import { INKS } from '../../board/src/palette';
import { say } from '../../board/src/words';
import type { App, Panel } from './app';
import { Asking } from './asking';
import type { PieceType } from './documents';
import { field } from './layers/field';
import { fragility } from './layers/fragility';
import type { Entry, Layer, Mark, Marks, Side } from './layers/layer';
import { relations } from './layers/relations';
import { tactics } from './layers/tactics';
import { zones } from './layers/zones';

export const LAYERS: Layer[] = [relations, tactics, field, zones, fragility];

export class LayersPanel implements Panel {
  readonly element = h('div', { class: 'layers' });
  private readonly keys = h('div', { class: 'layer-keys', role: 'group', 'aria-label': say('view-layers') });
  private readonly body = h('div', { class: 'layer-body' });
  private readonly pointed = h('p', { class: 'pointed', 'aria-live': 'off' });
  private readonly asking: Asking<Marks>;
  private layer: Layer | undefined;
  private found: Marks | undefined;
  private side: Side = 'both';
  private piece: PieceType | '' = '';
  private strength = 8;

  constructor(private readonly app: App) {
    this.asking = new Asking(
      this.body,
      found => {
        this.found = found;
        this.draw();
      },
      80,
    );
    this.element.append(this.keys, this.body);
    const area = app.stage.board.element;
    area.addEventListener('pointermove', event => this.point(event));
    area.addEventListener('pointerleave', () => (this.pointed.textContent = ''));
  }

  show(): void {
    this.buttons();
    if (!this.layer) fill(this.body, [h('p', { class: 'quiet' }, say('layers-about'))]);
  }

  /** Switches a layer on, or off if it is on. */
  toggle(index: number): void {
    const layer = LAYERS[index];
    if (!layer) return;
    const on = this.layer !== layer;
    this.layer = on ? layer : undefined;
    this.strength = layer.first;
    this.found = undefined;
    this.app.stage.cover(undefined);
    this.app.announce(say(on ? 'layer-on' : 'layer-off', { layer: say(`layer-${layer.name}`) }));
    if (on) {
      this.app.open('layers');
      this.ask();
    } else {
      this.asking.stop();
      this.show();
    }
  }

  /** The position changed. */
  follow(): void {
    if (!this.layer) return;
    this.found = undefined;
    this.app.stage.cover(undefined);
    this.ask();
  }

  document(): { name: string; text: string } | undefined {
    return this.layer && this.found && { name: `${this.layer.name}.json`, text: JSON.stringify(this.found.marks, null, 2) };
  }

  private ask(): void {
    const { layer, side, piece, app } = this;
    if (!layer) return;
    this.buttons();
    const { position } = app.session.here;
    const key = JSON.stringify([layer.name, position.fen, layer.bySide ? side : '', layer.byPiece ? piece : '']);
    this.asking.ask(key, signal => layer.ask(app, side, signal, layer.byPiece && piece ? piece : undefined));
  }

  private buttons(): void {
    fill(
      this.keys,
      LAYERS.map((layer, index) =>
        h(
          'button',
          {
            type: 'button',
            'aria-pressed': String(layer === this.layer),
            'data-layer': layer.name,
            'aria-keyshortcuts': `Alt+${index + 1}`,
            onclick: () => this.toggle(index),
          },
          h('span', {}, say(`layer-${layer.name}`)),
          h('kbd', { 'aria-hidden': 'true' }, `Alt ${index + 1}`),
        ),
      ),
    );
  }

  private get shown(): Mark[] {
    const owned = (this.found?.marks ?? []).filter(({ owner }) => this.side === 'both' || !owner || owner === this.side);
    return owned;
  }

  private cover(): void {
    const { found, side } = this;
    if (!found) return;
    const shapes = [...(found.ground?.(side) ?? []), ...this.shown.slice(0, this.strength).flatMap(mark => mark.shapes)];
    this.app.stage.cover({ shapes, squares: found.squares?.(side) ?? new Map() });
  }

  private draw(): void {
    const { layer, found } = this;
    if (!layer || !found) return;
    this.cover();
    const all = this.shown;
    const list = h('ul', { class: 'marks' });
    const count = h('output', {});
    const relist = (): void => {
      count.textContent = `${Math.min(this.strength, all.length)} / ${all.length}`;
      fill(
        list,
        all.slice(0, this.strength).map(mark => this.item(mark)),
      );
    };
    const slider = h('input', {
      type: 'range',
      min: 0,
      max: Math.max(1, all.length),
      value: Math.min(this.strength, all.length),
      oninput: (event: Event) => {
        this.strength = Number((event.target as HTMLInputElement).value);
        relist();
        this.cover();
      },
    });
    relist();
    fill(this.body, [
      h('h2', {}, say(`layer-${layer.name}`)),
      h('p', {}, say(`layer-${layer.name}-about`)),
      found.summary ? h('p', { class: 'quiet' }, found.summary) : '',
      h('ul', { class: 'legend' }, ...found.legend.map(entry => this.entry(layer, entry))),
      h(
        'div',
        { class: 'dials' },
        all.length > 0 && h('label', {}, h('span', {}, say('how-many')), slider, count),
        layer.byPiece && this.pieces(),
        this.sides(),
      ),
      this.pointed,
      all.length ? list : h('p', { class: 'quiet' }, say(`layer-${layer.name}-none`)),
    ]);
  }

  /** The marks again, after somebody else used the board. */
  restore(): void {
    this.cover();
  }

  private pieces(): HTMLElement {
    const kinds: (PieceType | '')[] = ['', 'pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
    const choice = h(
      'select',
      {
        onchange: () => {
          this.piece = choice.value as PieceType | '';
          this.ask();
        },
      },
      ...kinds.map(kind => h('option', { value: kind }, say(kind ? `man-${kind}` : 'all-pieces'))),
    );
    choice.value = this.piece;
    return h('label', {}, h('span', {}, say('which-piece')), choice);
  }

  private sides(): HTMLElement {
    return h(
      'div',
      { class: 'segments', role: 'group', 'aria-label': say('whose') },
      ...(['both', 'white', 'black'] as const).map(side =>
        h(
          'button',
          {
            type: 'button',
            'aria-pressed': String(side === this.side),
            onclick: () => {
              this.side = side;
              if (this.layer?.bySide) this.ask();
              else this.draw();
            },
          },
          say(side === 'both' ? 'both-sides' : side),
        ),
      ),
    );
  }

  private item(mark: Mark): HTMLElement {
    const light = (on: boolean): void => this.app.stage.light(on ? mark.shapes : undefined);
    return h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          onmouseenter: () => light(true),
          onmouseleave: () => light(false),
          onfocus: () => light(true),
          onblur: () => light(false),
          onclick: () => light(true),
        },
        mark.text,
        mark.detail ? h('small', {}, ` \u00b7 ${mark.detail}`) : '',
      ),
    );
  }

  private entry(layer: Layer, { name, meaning, form }: Entry): HTMLElement {
    const count = this.found?.marks.filter(mark => mark.legend === name).length ?? 0;
    return h(
      'li',
      {},
      swatch(meaning, form),
      h('span', {}, say(`legend-${layer.name}-${name}`)),
      count > 0 && layer.name === 'relations' ? h('span', { class: 'count' }, String(count)) : '',
    );
  }

  private point(event: PointerEvent): void {
    const about = this.found?.about;
    if (!about || !this.layer) return;
    const key = this.app.stage.board.squareAt(event.clientX, event.clientY);
    this.pointed.textContent = key ? about(key) : '';
  }
}

/** A sample of a mark. */
function swatch(meaning: string, form: Entry['form']): Child {
  const ink = INKS[meaning];
  const color = ink?.color ?? '';
  const dash = meaning === 'line' ? '8 5' : meaning === 'quiet' ? '2 5' : undefined;
  const width = Math.max(3, (ink?.lineWidth ?? 6) / 2);
  const inner =
    form === 'ring'
      ? s('circle', { cx: 20, cy: 8, r: 6, fill: 'none', stroke: color, 'stroke-width': 3 })
      : form === 'tint'
        ? s('rect', { x: 8, y: 0, width: 24, height: 16, rx: 3, fill: color, opacity: 0.6 })
        : s('path', {
            d: form === 'dart' ? 'M12 8H27' : 'M1 8H34',
            stroke: color,
            'stroke-width': form === 'dart' ? 2 : width,
            'stroke-dasharray': form === 'line' ? dash : undefined,
          });
  const head =
    form === 'line' || form === 'dart' ? s('path', { d: form === 'dart' ? 'M28 8l-6-4v8z' : 'M38 8l-8-6v12z', fill: color }) : undefined;
  return s('svg', { viewBox: '0 0 40 16', 'aria-hidden': 'true' }, inner, head);
}
