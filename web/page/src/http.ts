// The backend over HTTP: `reti serve` (docs/serve.md).

import { Problem, type Backend, type Feature, type Forged, type Look, type PlayedMove, type Question, type Reviewing } from './backend';
import type { AnnotatedGame, Checked, Fields, FragilityCurve, Graph, Lesson, Proof, Solved, TableForgery, TableProbe, TableVerification, Tactics, Zones } from './documents';
import { say } from '../../board/src/words';

const BASE = 'api/v1/';

/** A problem as RFC 9457 has it, with the place of the fault. */
interface Told {
  title?: string;
  detail?: string;
  input?: string;
  start?: number;
  end?: number;
}

async function problem(answer: Response): Promise<Problem> {
  let told: Told = {};
  try {
    told = (await answer.json()) as Told;
  } catch {
    // The status alone must do.
  }
  const message = told.detail ?? told.title ?? `${answer.status} ${answer.statusText}`;
  const kind = answer.status === 503 || answer.status === 429 ? 'busy' : answer.status >= 500 ? 'failed' : 'input';
  const { input, start, end } = told;
  const place = typeof start === 'number' && typeof end === 'number' ? { text: input ?? '', start, end } : undefined;
  return new Problem(message, kind, place);
}

async function send(path: string, body: unknown, signal: AbortSignal | undefined, accept = 'application/json'): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(BASE + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(say('server-gone'), 'gone');
  }
  if (!answer.ok) throw await problem(answer);
  return answer;
}

async function ask<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
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
async function events(answer: Response, told: (name: string, data: unknown) => void): Promise<void> {
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
        lines.filter(line => line.startsWith(`${name}:`)).map(line => line.slice(name.length + 1).trimStart()).join('\n');
      const data = field('data');
      if (data) told(field('event') || 'message', JSON.parse(data));
    }
  }
}

export class Http implements Backend {
  readonly name = 'http';

  offers(_feature: Feature): boolean {
    return true;
  }

  async fault(text: string, signal?: AbortSignal): Promise<Problem | undefined> {
    try {
      await ask('position', { text }, signal);
      return undefined;
    } catch (error) {
      return error instanceof Problem ? error : undefined;
    }
  }

  explain(question: Question, signal?: AbortSignal): Promise<Lesson> {
    return ask('explain', question, signal);
  }

  tactics(fen: string, signal?: AbortSignal): Promise<Tactics> {
    return ask('tactics', { fen }, signal);
  }

  graph(fen: string, signal?: AbortSignal): Promise<Graph> {
    return ask('graph', { fen }, signal);
  }

  fields(fen: string, side: string, kernels: string, signal?: AbortSignal): Promise<Fields> {
    return ask('field', { fen, side, kernels }, signal);
  }

  zones(fen: string, signal?: AbortSignal): Promise<Zones> {
    return ask('zones', { fen }, signal);
  }

  fragility(fen: string, moves: string[], signal?: AbortSignal): Promise<FragilityCurve> {
    return ask('fragility', { fen, moves }, signal);
  }

  async prove(fen: string, move: string | undefined, goal: string | undefined, signal?: AbortSignal): Promise<{ proof: Proof; certificate: string | undefined }> {
    const answer = await ask<Proof & { certificate?: string | null }>('prove', { fen, move, goal }, signal);
    return { proof: answer, certificate: answer.certificate ?? undefined };
  }

  check(certificate: string, signal?: AbortSignal): Promise<Checked> {
    return ask('check', { certificate }, signal);
  }

  solve(fen: string, signal?: AbortSignal): Promise<Solved> {
    return ask('solve', { fen }, signal);
  }

  table(fen: string, signal?: AbortSignal): Promise<TableProbe> {
    return ask('table', { fen }, signal);
  }

  async forge(endgame: string, winner: 'white' | 'black', signal?: AbortSignal): Promise<Forged> {
    const answer = await ask<{ forgery: TableForgery; checks: TableVerification[] }>('forge', { endgame, winner }, signal);
    return answer;
  }

  async analyse(fen: string, lines: number, told: (look: Look) => void, signal: AbortSignal): Promise<void> {
    const answer = await send('analysis', { fen, lines }, signal, 'text/event-stream');
    await events(answer, (_, data) => told(data as Look));
  }

  play(fen: string, moves: string[], strength: number, signal?: AbortSignal): Promise<PlayedMove> {
    return ask('play', { fen, moves, strength }, signal);
  }

  async annotate(pgn: string, how: Reviewing, signal: AbortSignal): Promise<AnnotatedGame[]> {
    void pgn;
    void how;
    void signal;
    throw new Problem('not yet', 'failed');
  }
}
