// The column beside the board; on a phone it is a sheet at the bottom with three heights.

import { h } from '../../board/src/dom';
import { say } from '../../board/src/words';

const HEIGHTS = ['low', 'half', 'full'] as const;

export class Sheet {
  readonly element: HTMLElement;
  private readonly handle: HTMLElement;
  private height: (typeof HEIGHTS)[number] = 'half';

  constructor(tabs: HTMLElement, more: HTMLElement, panel: HTMLElement) {
    this.handle = h('button', { type: 'button', class: 'handle', 'aria-label': say('sheet'), onclick: () => this.next() }, h('i'));
    this.element = h(
      'section',
      { class: 'side', 'aria-label': say('words') },
      this.handle,
      h('div', { class: 'tab-row' }, tabs, more),
      panel,
    );
    this.set('half');
    this.drag();
  }

  /** Something new is shown: it must be seen. */
  rise(): void {
    if (this.height === 'low') this.set('half');
  }

  private set(height: (typeof HEIGHTS)[number]): void {
    this.height = height;
    this.element.dataset.height = height;
  }

  private next(): void {
    this.set(HEIGHTS[(HEIGHTS.indexOf(this.height) + 1) % HEIGHTS.length] ?? 'half');
  }

  /** Up and down with a finger. */
  private drag(): void {
    let from: number | undefined;
    this.handle.addEventListener('pointerdown', event => {
      from = event.clientY;
      this.handle.setPointerCapture(event.pointerId);
    });
    this.handle.addEventListener('pointerup', event => {
      const by = from === undefined ? 0 : event.clientY - from;
      from = undefined;
      if (Math.abs(by) < 24) return;
      const at = HEIGHTS.indexOf(this.height) + (by < 0 ? 1 : -1);
      this.set(HEIGHTS[Math.max(0, Math.min(2, at))] ?? 'half');
      // A drag is no click.
      this.handle.addEventListener('click', click => click.stopImmediatePropagation(), { once: true, capture: true });
    });
  }
}
