// Elements without markup: whatever comes from a game is text, never HTML.

export type Child = Node | string | null | undefined | false;
type Properties = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

/** An element with attributes, listeners (`onclick`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  set(element, properties);
  fill(element, children);
  return element;
}

/** The same for SVG. */
export function s(name: string, properties: Properties = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  set(element, properties);
  fill(element, children);
  return element;
}

function set(element: Element, properties: Properties): void {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** Replaces what an element contains. */
export function fill(element: Element, children: Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => !!child));
}
