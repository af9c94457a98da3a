// Requests over HTTP, to `reti serve`.

import { told, type Carrier, type Told } from './asked';
import { Problem, type Feature } from './backend';
import type { AnnotatedGame, Answers, Job, ProblemDetails, Progress, Requests } from './documents';
import { say } from '../../board/src/words';

const BASE = 'api/v1/';

async function refused(answer: Response): Promise<Problem> {
  try {
    return told((await answer.json()) as Partial<ProblemDetails>, answer.status);
  } catch {
    // The status alone must do.
    return told({}, answer.status);
  }
}

async function send(path: string, body: unknown, signal: AbortSignal | undefined): Promise<Response> {
  const posted = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let answer: Response;
  try {
    answer = await fetch(BASE + path, { ...(body !== undefined && posted), ...(signal && { signal }) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(say('server-gone'), 'gone');
  }
  if (!answer.ok) throw await refused(answer);
  return answer;
}

async function patiently<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  // A full queue says when to come again; twice is enough.
  for (let tries = 0; ; tries += 1) {
    try {
      return (await (await send(path, body, signal)).json()) as T;
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'busy' || tries >= 2) throw error;
      await new Promise(resolve => setTimeout(resolve, 700 * (tries + 1)));
      if (signal?.aborted) throw error;
    }
  }
}

/** Server-sent events of an answer, one by one. */
async function events(answer: Response, heard: (name: string, data: unknown) => void): Promise<void> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    const parts = rest.split(/\r?\n\r?\n/);
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const lines = part.split(/\r?\n/);
      const field = (name: string): string =>
        lines
          .filter(line => line.startsWith(`${name}:`))
          .map(line => line.slice(name.length + 1).trimStart())
          .join('\n');
      const data = field('data');
      if (data) heard(field('event') || 'message', JSON.parse(data));
    }
  }
}

const OFFERED: Feature[] = [
  'explain',
  'tactics',
  'graph',
  'field',
  'zones',
  'fragility',
  'prove',
  'verify',
  'solve',
  'table',
  'forge',
  'build',
  'analyse',
  'play',
  'annotate',
];

export class Http implements Carrier {
  offers(feature: Feature): boolean {
    return OFFERED.includes(feature);
  }

  ask<N extends keyof Requests>(name: N, body: Requests[N], signal?: AbortSignal): Promise<Answers[N]> {
    return patiently(name, body, signal);
  }

  async stream<N extends keyof Requests>(
    name: N,
    body: Requests[N],
    heard: Told,
    signal: AbortSignal,
  ): Promise<void> {
    await events(await send(name, body, signal), (event, data) => {
      if (event === 'problem') throw told(data as ProblemDetails, (data as ProblemDetails).status);
      if (event === 'progress') heard.progress?.(data as Progress);
      else if (event !== 'end') heard.document(data);
    });
  }

  /** A job: begun, watched until it is over, fetched; forgotten by the server when nobody waits any more. */
  async review(body: Requests['annotate'], progress: (share: number) => void, signal: AbortSignal): Promise<AnnotatedGame> {
    const job = await patiently<Job>('annotate', body, signal);
    const path = `annotate/${job.id}`;
    const forget = (): void => void fetch(`${BASE}${path}`, { method: 'DELETE', keepalive: true }).catch(() => undefined);
    signal.addEventListener('abort', forget, { once: true });
    let last = job;
    await events(await send(`${path}/events`, undefined, signal), (event, data) => {
      if (event !== 'job') return;
      last = data as Job;
      progress(last.progress);
    });
    if (last.problem) throw told(last.problem, last.problem.status);
    return patiently(`${path}/result`, undefined, signal);
  }
}
