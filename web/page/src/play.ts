import { h } from '../../board/src/dom';
import type { App, Panel } from './app';
export class PlayPanel implements Panel {
  readonly element = h('div');
  constructor(readonly app: App, readonly judged: () => void) {}
  show(): void {}
  follow(): void {}
  mayMove(): boolean { return true; }
}
