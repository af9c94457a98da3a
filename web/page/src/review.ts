import { h } from '../../board/src/dom';
import type { App, Panel } from './app';
export class ReviewPanel implements Panel {
  readonly element = h('div');
  readonly curves = h('div');
  constructor(readonly app: App) {}
  show(): void {}
  follow(): void {}
  toggle(_: number): void {}
  moment(_: number): void {}
  shapes(): [] { return []; }
  begin(_fen: string, _move?: string, _goal?: string): void {}
}
