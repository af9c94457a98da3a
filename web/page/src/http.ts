// The backend over HTTP: `reti serve` (docs/serve.md).

import { Problem, type Backend, type Effort, type Feature, type Forged, type Look, type PlayedMove, type Question, type Reviewing } from './backend';
import type { AnnotatedGame, Answers, Checked, Fields, FieldSide, FragilityCurve, Graph, Job, Lesson, PieceType, ProblemDetails, Proof, Requests, Solved, TableProbe, Tactics, Zones } from './documents';
import { say } from '../../board/src/words';

const BASE = 'api/v1/';

/** What is told of a problem; the status alone must do where nothing is. */
type Told = Partial<ProblemDetails>;

function problem(told: Told, status: number): Problem {
  const message = told.detail ?? told.title ?? String(status);
  const kind = status === 503 || status === 429 ? 'busy' : status >= 500 ? 'failed' : 'input';
  const { text, start, end } = told;
  const place = typeof text === 'string' && typeof start === 'number' && typeof end === 'number' ? { text, start, end } : undefined;
  return new Problem(message, kind, place);
}

async function refused(answer: Response): Promise<Problem> {
  try {
    return problem((await answer.json()) as Told, answer.status);
  } catch {
    // The status alone must do.
    return problem({}, answer.status);
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

/** Asks a request by its name. */
function ask<N extends keyof Requests>(name: N, body: Requests[N], signal?: AbortSignal): Promise<Answers[N]> {
  return patiently(name, body, signal);
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

const BUDGETS: Record<Effort, number> = { fast: 300_000, normal: 3_000_000, deep: 30_000_000 };
const OFFERED: Feature[] = ['explain', 'tactics', 'graph', 'field', 'zones', 'fragility', 'prove', 'check', 'solve', 'table', 'forge', 'analyse', 'play', 'annotate'];

export class Http implements Backend {
  readonly name = 'http';

  offers(feature: Feature): boolean {
    return OFFERED.includes(feature);
  }

  async fault(text: string, signal?: AbortSignal): Promise<Problem | undefined> {
    try {
      const { game } = await ask('position', { text }, signal);
      // A game that stops at a move that cannot be played is read up to there.
      return game?.problem ? problem(game.problem, 422) : undefined;
    } catch (error) {
      return error instanceof Problem ? error : undefined;
    }
  }

  explain({ effort, ...question }: Question, signal?: AbortSignal): Promise<Lesson> {
    return ask('explain', { ...question, budget: { nodes: BUDGETS[effort] } }, signal);
  }

  tactics(fen: string, signal?: AbortSignal): Promise<Tactics> {
    return ask('tactics', { fen }, signal) as Promise<Tactics>;
  }

  graph(fen: string, signal?: AbortSignal): Promise<Graph> {
    return ask('graph', { fen }, signal);
  }

  fields(fen: string, side: FieldSide, piece: PieceType | undefined, signal?: AbortSignal): Promise<Fields> {
    return ask('field', { fen, side, piece: piece ?? null, kernels: 'occluded' }, signal);
  }

  zones(fen: string, signal?: AbortSignal): Promise<Zones> {
    return ask('zones', { fen }, signal);
  }

  fragility(pgn: string, signal?: AbortSignal): Promise<FragilityCurve> {
    return ask('fragility', { pgn }, signal);
  }

  async prove(fen: string, move: string | undefined, goal: string | undefined, signal?: AbortSignal): Promise<{ proof: Proof; certificate: string | undefined }> {
    const proof = await ask('prove', { fen, move: move ?? null, goal: goal ?? null, certificate: true }, signal);
    return { proof, certificate: proof.certificate ?? undefined };
  }

  check(certificate: string, signal?: AbortSignal): Promise<Checked> {
    return ask('check', { certificate, exact: true }, signal);
  }

  solve(fen: string, signal?: AbortSignal): Promise<Solved> {
    return ask('solve', { fen, compare: true }, signal);
  }

  table(fen: string, signal?: AbortSignal): Promise<TableProbe> {
    return ask('table', { fen }, signal);
  }

  async forge(endgame: string, winner: 'white' | 'black', signal?: AbortSignal): Promise<Forged> {
    const forgery = await ask('forge', { endgame, winner }, signal);
    return { forgery, checks: forgery.checks ?? [] };
  }

  async analyse(fen: string, lines: number, told: (look: Look) => void, signal: AbortSignal): Promise<void> {
    const answer = await send('analysis', { fen, lines }, signal);
    await events(answer, (name, data) => {
      if (name === 'analysis') told(data as Look);
      if (name === 'problem') throw problem(data as Told, (data as { status?: number }).status ?? 500);
    });
  }

  play(fen: string, moves: string[], elo: number, signal?: AbortSignal): Promise<PlayedMove> {
    return ask('play', { fen, moves, elo }, signal);
  }

  /** A job: begun, watched until it is over, fetched; forgotten by the server when nobody waits any more. */
  async annotate(pgn: string, { language, effort, progress }: Reviewing, signal: AbortSignal): Promise<AnnotatedGame> {
    const wish: Requests['annotate'] = { pgn, language, ...(effort === 'fast' && { effort }), exercises: true, order: true, fragility: true };
    const job = await patiently<Job>('annotate', wish, signal);
    const path = `annotate/${job.id}`;
    const forget = (): void => void fetch(`${BASE}${path}`, { method: 'DELETE', keepalive: true }).catch(() => undefined);
    signal.addEventListener('abort', forget, { once: true });
    let last = job;
    await events(await send(`${path}/events`, undefined, signal), (name, data) => {
      if (name !== 'job') return;
      last = data as Job;
      progress(last.progress);
    });
    if (last.problem) throw problem(last.problem, last.problem.status);
    return patiently(`${path}/result`, undefined, signal);
  }
}
