// Requests to the program in WebAssembly, in workers of the page, where there is no server. Who does not want an
// answer any more ends the worker that makes it; the compiled program is kept, so that the next one begins at once.

import { told, type Carrier, type Told } from './asked';
import { Problem } from './backend';
import type { AnnotatedGame, Answers, ProblemDetails, Progress, Requests } from './documents';
import type { Heard, Said } from './worker';
import { say } from '../../board/src/words';

/** The engine, a review, a lesson and a layer at the same time. */
const WORKERS = 4;

interface Task {
  name: string;
  body: string;
  signal: AbortSignal | undefined;
  /** Hears what happens on the way. */
  heard(heard: Heard): void;
  done(text: string): void;
  failed(error: unknown): void;
}

const gone = (): Problem => new Problem(say('files-gone'), 'gone');

async function compile(): Promise<WebAssembly.Module> {
  const answer = await fetch('reti_bg.wasm');
  if (!answer.ok) throw gone();
  // Not while it comes: some hosts do not know the type that browsers want for that.
  return WebAssembly.compile(await answer.arrayBuffer());
}

export class Workers implements Carrier {
  private readonly idle: Worker[] = [];
  private readonly waiting: Task[] = [];
  private count = 0;
  private program: Promise<WebAssembly.Module> | undefined;

  /** All that there is: it is the same program. */
  offers(): boolean {
    return true;
  }

  async ask<N extends keyof Requests>(name: N, body: Requests[N], signal?: AbortSignal): Promise<Answers[N]> {
    return JSON.parse(await this.work(name, body, () => undefined, signal)) as Answers[N];
  }

  async stream<N extends keyof Requests>(
    name: N,
    body: Requests[N],
    told: Told,
    signal: AbortSignal,
  ): Promise<void> {
    const heard = ({ kind, text }: Heard): void => {
      if (kind === 'document') told.document(JSON.parse(text));
      if (kind === 'progress') told.progress?.(JSON.parse(text) as Progress);
    };
    await this.work(name, body, heard, signal);
  }

  async review(body: Requests['annotate'], progress: (share: number) => void, signal: AbortSignal): Promise<AnnotatedGame> {
    const heard = ({ kind, text }: Heard): void => {
      if (kind === 'progress') progress((JSON.parse(text) as Progress).progress);
    };
    const text = await this.work('annotate', body, heard, signal);
    return JSON.parse(text) as AnnotatedGame;
  }

  private work(name: string, body: unknown, heard: (heard: Heard) => void, signal?: AbortSignal): Promise<string> {
    return new Promise((done, failed) => {
      if (signal?.aborted) return failed(signal.reason);
      const task: Task = { name, body: JSON.stringify(body), signal, heard, done, failed };
      signal?.addEventListener('abort', () => failed(signal.reason), { once: true });
      this.waiting.push(task);
      this.next();
    });
  }

  /** Gives the tasks that wait to workers that do not. */
  private next(): void {
    while (this.waiting.length && (this.idle.length || this.count < WORKERS)) {
      const task = this.waiting.shift() as Task;
      if (!task.signal?.aborted) void this.begin(task);
    }
  }

  private async begin(task: Task): Promise<void> {
    let worker = this.idle.pop();
    if (!worker) {
      this.count += 1;
      try {
        worker = await this.hire();
      } catch (error) {
        this.count -= 1;
        task.failed(error);
        return this.next();
      }
    }
    this.run(task, worker);
  }

  private async hire(): Promise<Worker> {
    if (typeof Worker === 'undefined' || typeof WebAssembly === 'undefined') throw new Problem(say('no-workers'), 'gone');
    this.program ??= compile();
    let module: WebAssembly.Module;
    try {
      module = await this.program;
    } catch (error) {
      this.program = undefined;
      throw error instanceof Problem ? error : gone();
    }
    const worker = new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
    worker.postMessage({ module } satisfies Said);
    return worker;
  }

  private run(task: Task, worker: Worker): void {
    const end = (isSound: boolean): void => {
      task.signal?.removeEventListener('abort', stop);
      worker.onmessage = worker.onerror = null;
      if (isSound) this.idle.push(worker);
      else {
        worker.terminate();
        this.count -= 1;
      }
      this.next();
    };
    const stop = (): void => end(false);
    if (task.signal?.aborted) return end(true);
    task.signal?.addEventListener('abort', stop, { once: true });
    worker.onerror = () => {
      end(false);
      task.failed(gone());
    };
    worker.onmessage = ({ data }: MessageEvent<Heard>) => {
      switch (data.kind) {
        case 'answer':
          end(true);
          return task.done(data.text);
        case 'problem': {
          end(true);
          const details = JSON.parse(data.text) as ProblemDetails;
          return task.failed(told(details, details.status));
        }
        case 'failed':
        case 'gone':
          end(false);
          return task.failed(data.kind === 'gone' ? gone() : new Problem(data.text, 'failed'));
        default:
          return task.heard(data);
      }
    };
    worker.postMessage({ name: task.name, body: task.body } satisfies Said);
  }
}
