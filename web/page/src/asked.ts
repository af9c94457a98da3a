// The backend in the program's own requests and documents (docs/serve.md): what carries them, HTTP or a worker with
// WebAssembly, does not matter here.

import { say } from '../../board/src/words';
import {
  Problem,
  type Backend,
  type Effort,
  type Feature,
  type Forged,
  type Look,
  type PlayedMove,
  type Question,
  type Reviewing,
} from './backend';
import type {
  AnnotatedGame,
  Answers,
  Checked,
  Fields,
  FieldSide,
  FragilityCurve,
  Graph,
  Lesson,
  PieceType,
  ProblemDetails,
  Progress,
  Proof,
  Requests,
  Solved,
  TableCertificate,
  TableProbe,
  Tactics,
  Zones,
} from './documents';

/** Who hears what comes on the way. */
export interface Told {
  document(document: unknown): void;
  progress?(progress: Progress): void;
}

/** What carries requests to the program and documents back. */
export interface Carrier {
  offers(feature: Feature): boolean;
  ask<N extends keyof Requests>(name: N, body: Requests[N], signal?: AbortSignal): Promise<Answers[N]>;
  /** Documents that come until there is nothing more to tell, and how far it has come. */
  stream<N extends keyof Requests>(name: N, body: Requests[N], told: Told, signal: AbortSignal): Promise<void>;
  /** A long piece of work that tells how far it is. */
  review(body: Requests['annotate'], progress: (share: number) => void, signal: AbortSignal): Promise<AnnotatedGame>;
}

/** A problem as the program tells it; where it tells nothing, the status alone must do. */
export function told(details: Partial<ProblemDetails>, status: number): Problem {
  const message = details.detail ?? details.title ?? String(status);
  const kind = status === 503 || status === 429 ? 'busy' : status >= 500 ? 'failed' : 'input';
  const { text, start, end } = details;
  const place = typeof text === 'string' && typeof start === 'number' && typeof end === 'number' ? { text, start, end } : undefined;
  return new Problem(message, kind, place);
}

const BUDGETS: Record<Effort, number> = { fast: 300_000, normal: 3_000_000, deep: 30_000_000 };

export class Asked implements Backend {
  constructor(private readonly carrier: Carrier) {}

  offers(feature: Feature): boolean {
    return this.carrier.offers(feature);
  }

  private ask<N extends keyof Requests>(name: N, body: Requests[N], signal?: AbortSignal): Promise<Answers[N]> {
    return this.carrier.ask(name, body, signal);
  }

  async fault(text: string, signal?: AbortSignal): Promise<Problem | undefined> {
    try {
      const { game } = await this.ask('position', { text }, signal);
      // A game that stops at a move that cannot be played is read up to there.
      return game?.problem ? told(game.problem, 422) : undefined;
    } catch (error) {
      return error instanceof Problem ? error : undefined;
    }
  }

  explain({ effort, ...question }: Question, signal?: AbortSignal): Promise<Lesson> {
    return this.ask('explain', { ...question, budget: { nodes: BUDGETS[effort] } }, signal);
  }

  tactics(fen: string, signal?: AbortSignal): Promise<Tactics> {
    return this.ask('tactics', { fen }, signal) as Promise<Tactics>;
  }

  graph(fen: string, signal?: AbortSignal): Promise<Graph> {
    return this.ask('graph', { fen }, signal);
  }

  fields(fen: string, side: FieldSide, piece: PieceType | undefined, signal?: AbortSignal): Promise<Fields> {
    return this.ask('field', { fen, side, piece: piece ?? null, kernels: 'occluded' }, signal);
  }

  zones(fen: string, signal?: AbortSignal): Promise<Zones> {
    return this.ask('zones', { fen }, signal);
  }

  fragility(pgn: string, signal?: AbortSignal): Promise<FragilityCurve> {
    return this.ask('fragility', { pgn }, signal);
  }

  async prove(
    fen: string,
    move: string | undefined,
    goal: string | undefined,
    signal?: AbortSignal,
  ): Promise<{ proof: Proof; certificate: string | undefined }> {
    const proof = await this.ask('prove', { fen, move: move ?? null, goal: goal ?? null, certificate: true }, signal);
    return { proof, certificate: proof.certificate ?? undefined };
  }

  check(certificate: string, signal?: AbortSignal): Promise<Checked> {
    return this.ask('verify', { certificate, exact: true }, signal);
  }

  solve(fen: string, signal?: AbortSignal): Promise<Solved> {
    return this.ask('solve', { fen, compare: true }, signal);
  }

  table(fen: string, signal?: AbortSignal): Promise<TableProbe> {
    return this.ask('table', { fen }, signal);
  }

  async forge(endgame: string, winner: 'white' | 'black', signal?: AbortSignal): Promise<Forged> {
    const forgery = await this.ask('forge', { endgame, winner }, signal);
    return { forgery, checks: forgery.checks ?? [] };
  }

  async build(endgame: string, told: (progress: Progress) => void, signal: AbortSignal): Promise<TableCertificate> {
    let made: TableCertificate | undefined;
    const document = (document: unknown): void => void (made = document as TableCertificate);
    await this.carrier.stream('build', { endgame }, { document, progress: told }, signal);
    if (!made) throw new Problem(say('build-broken'), 'failed');
    return made;
  }

  analyse(fen: string, lines: number, told: (look: Look) => void, signal: AbortSignal): Promise<void> {
    return this.carrier.stream('analysis', { fen, lines }, { document: document => told(document as Look) }, signal);
  }

  play(fen: string, moves: string[], elo: number, signal?: AbortSignal): Promise<PlayedMove> {
    return this.ask('play', { fen, moves, elo }, signal);
  }

  annotate(pgn: string, { language, effort, progress }: Reviewing, signal: AbortSignal): Promise<AnnotatedGame> {
    const body: Requests['annotate'] = {
      pgn,
      language,
      ...(effort === 'fast' && { effort }),
      exercises: true,
      order: true,
      fragility: true,
    };
    return this.carrier.review(body, progress, signal);
  }
}
