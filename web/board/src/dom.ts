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

/** Replaces what an element contains; who had the focus in it keeps it, or hands it to who takes its place. */
export function fill(element: Element, children: Child[]): void {
  const active = document.activeElement;
  const held = active instanceof HTMLElement && active !== element && element.contains(active) ? active : undefined;
  const place = held ? reachable(element).indexOf(held) : -1;
  element.replaceChildren(...children.filter((child): child is Node | string => !!child));
  if (!held) return;
  const heirs = element.contains(held) ? [held] : reachable(element);
  const same = heirs.find(heir => heir.tagName === held.tagName && heir.id === held.id && heir.textContent === held.textContent);
  const heir = same ?? heirs[Math.min(place, heirs.length - 1)] ?? element.closest<HTMLElement>('[tabindex]');
  heir?.focus({ preventScroll: true });
}

/** What Tab reaches in an element. */
function reachable(element: Element): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary, [tabindex]')];
}
