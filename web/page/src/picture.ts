// The board as it is seen, marks included, as an SVG document of its own.

import type { Board } from '../../board/src/board';
import { s } from '../../board/src/dom';

const SIDE = 800;

export function picture(board: Board): string {
  const wrap = board.element.querySelector('.board') as HTMLElement;
  const area = wrap.querySelector('cg-board') as HTMLElement;
  const scale = SIDE / area.clientWidth;
  const colors = getComputedStyle(document.documentElement);
  const [light, dark] = ['--light', '--dark'].map(name => colors.getPropertyValue(name).trim());
  const root = s('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${SIDE} ${SIDE}`, width: SIDE, height: SIDE, role: 'img' });
  root.append(s('title', {}, wrap.dataset.fen ?? ''), s('desc', {}, board.element.querySelector('p:last-child')?.textContent ?? ''));
  for (let index = 0; index < 64; index += 1) {
    const [x, y] = [index & 7, index >> 3];
    root.append(s('rect', { x: 100 * x, y: 100 * y, width: 100, height: 100, fill: (x + y) % 2 ? dark : light }));
  }
  const frame = area.getBoundingClientRect();
  const at = (element: Element): { x: number; y: number; width: number; height: number } => {
    const box = element.getBoundingClientRect();
    return { x: (box.left - frame.left) * scale, y: (box.top - frame.top) * scale, width: box.width * scale, height: box.height * scale };
  };
  for (const square of area.querySelectorAll('square')) {
    const { backgroundColor } = getComputedStyle(square);
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') root.append(s('rect', { ...at(square), fill: backgroundColor }));
  }
  for (const piece of area.querySelectorAll('piece:not(.ghost)')) {
    const image = /url\("?(.*?)"?\)/.exec(getComputedStyle(piece).backgroundImage)?.[1];
    if (image) root.append(s('image', { ...at(piece), href: image }));
  }
  for (const drawing of wrap.querySelectorAll('svg.cg-shapes, svg.cg-custom-svgs')) {
    const copy = drawing.cloneNode(true) as SVGElement;
    const box = at(drawing);
    for (const [name, value] of Object.entries(box)) copy.setAttribute(name, String(value));
    root.append(copy);
  }
  return new XMLSerializer().serializeToString(root);
}
