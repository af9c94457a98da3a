// One question at a time: a new one ends the one before, answers are kept, and a panel shows that it waits,
// that it failed, or the answer.

import { fill, h, type Child } from '../../board/src/dom';
import { say } from '../../board/src/words';
import { Problem } from './backend';

export class Asking<T> {
  private readonly kept = new Map<string, T>();
  private current: AbortController | undefined;
  private key = '';

  constructor(
    private readonly place: HTMLElement,
    private readonly show: (answer: T) => void,
    /** How long to wait whether the question changes, in milliseconds. */
    private readonly patience = 0,
  ) {}

  stop(): void {
    this.current?.abort();
    this.current = undefined;
    this.key = '';
    this.place.removeAttribute('aria-busy');
    this.place.classList.remove('waiting');
  }

  /** Asks, unless it is the question that is being asked, or its answer is known. */
  ask(key: string, question: (signal: AbortSignal) => Promise<T>, waiting: Child[] = skeleton()): void {
    if (key === this.key && this.current) return;
    this.stop();
    const known = this.kept.get(key);
    if (known !== undefined) {
      this.key = key;
      return this.show(known);
    }
    this.key = key;
    const current = new AbortController();
    this.current = current;
    this.place.setAttribute('aria-busy', 'true');
    this.place.classList.add('waiting');
    fill(this.place, waiting);
    const again = (): void => {
      this.stop();
      this.ask(key, question, waiting);
    };
    setTimeout(() => {
      if (current.signal.aborted) return;
      question(current.signal).then(
        answer => {
          if (current.signal.aborted) return;
          this.kept.set(key, answer);
          if (this.kept.size > 200) this.kept.delete(this.kept.keys().next().value as string);
          this.over();
          this.show(answer);
        },
        (error: unknown) => {
          if (current.signal.aborted) return;
          this.over();
          fill(this.place, failure(error, again));
        },
      );
    }, this.patience);
  }

  private over(): void {
    this.current = undefined;
    this.place.removeAttribute('aria-busy');
    this.place.classList.remove('waiting');
  }
}

/** What is shown while an answer is on its way. */
export function skeleton(): Child[] {
  return [
    h('p', { class: 'hidden' }, say('thinking')),
    h(
      'div',
      { class: 'skeleton', 'aria-hidden': 'true' },
      h('i', { class: 'tall' }),
      h('i'),
      h('i', { class: 'short' }),
      h('i'),
      h('i', { class: 'short' }),
    ),
  ];
}

/** What went wrong, and a way to try again. */
export function failure(error: unknown, again?: () => void): Child[] {
  const known = error instanceof Problem ? error : undefined;
  const title = say(known ? `problem-${known.kind}` : 'problem-failed');
  return [
    h(
      'div',
      { class: 'failure', role: 'alert' },
      h('h3', {}, title),
      h('p', {}, known?.message ?? String(error)),
      again && known?.kind !== 'input' && h('button', { type: 'button', onclick: again }, say('retry')),
    ),
  ];
}
