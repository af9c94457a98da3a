// Who does the chess. The page asks one interface; `asked.ts` answers it with the program's requests, which HTTP
// carries to `reti serve` (`http.ts`), or workers to WebAssembly where there is no server (`workers.ts`).

import type {
  AnnotatedGame,
  Checked,
  Fields,
  FieldSide,
  FragilityCurve,
  Graph,
  Language,
  Lesson,
  PieceType,
  Progress,
  Proof,
  Score,
  Solved,
  TableCertificate,
  TableForgery,
  TableProbe,
  TableVerification,
  Tactics,
  Zones,
} from './documents';

/** What a backend may be able to do; what it cannot is not offered. */
export type Feature =
  | 'explain'
  | 'tactics'
  | 'graph'
  | 'field'
  | 'zones'
  | 'fragility'
  | 'prove'
  | 'verify'
  | 'solve'
  | 'table'
  | 'forge'
  | 'build'
  | 'analyse'
  | 'play'
  | 'annotate';

export type Effort = 'fast' | 'normal' | 'deep';

export interface Question {
  fen: string;
  /** The move to judge, or none for the position itself. */
  move?: string;
  /** The moves from there to the position that is asked about, so that taking back is called that. */
  moves?: string[];
  level: 'beginner' | 'club' | 'expert';
  language: Language;
  effort: Effort;
}

/** A line of the engine; the score is White's. */
export interface EngineLine {
  score: Score;
  line: string[];
  line_san: string[];
}

/** What the engine knows at one moment. */
export interface Look {
  depth: number;
  nodes: number;
  lines: EngineLine[];
  done: boolean;
}

export interface Reviewing {
  language: Language;
  effort: Effort;
  /** The share that is done, from 0 to 1. */
  progress(share: number): void;
}

export interface PlayedMove {
  /** None if the game is over. */
  move?: string | null;
}

export interface Forged {
  forgery: TableForgery;
  /** The paper's check, and the full one. */
  checks: TableVerification[];
}

/** What is wrong with an input, and where. */
export class Problem extends Error {
  constructor(
    message: string,
    readonly kind: 'input' | 'busy' | 'gone' | 'failed',
    /** The characters that are wrong. */
    readonly place?: { text: string; start: number; end: number },
  ) {
    super(message);
  }
}

export interface Backend {
  offers(feature: Feature): boolean;
  /** Reads a position, a game or moves only to say what is wrong with it. */
  fault(text: string, signal?: AbortSignal): Promise<Problem | undefined>;
  explain(question: Question, signal?: AbortSignal): Promise<Lesson>;
  tactics(fen: string, signal?: AbortSignal): Promise<Tactics>;
  graph(fen: string, signal?: AbortSignal): Promise<Graph>;
  fields(fen: string, side: FieldSide, piece: PieceType | undefined, signal?: AbortSignal): Promise<Fields>;
  zones(fen: string, signal?: AbortSignal): Promise<Zones>;
  /** Of a game that leads to the position. */
  fragility(pgn: string, signal?: AbortSignal): Promise<FragilityCurve>;
  prove(
    fen: string,
    move: string | undefined,
    goal: string | undefined,
    signal?: AbortSignal,
  ): Promise<{ proof: Proof; certificate: string | undefined }>;
  check(certificate: string, signal?: AbortSignal): Promise<Checked>;
  solve(fen: string, signal?: AbortSignal): Promise<Solved>;
  table(fen: string, signal?: AbortSignal): Promise<TableProbe>;
  forge(endgame: string, winner: 'white' | 'black', signal?: AbortSignal): Promise<Forged>;
  /** Makes a table while somebody watches. */
  build(endgame: string, told: (progress: Progress) => void, signal: AbortSignal): Promise<TableCertificate>;
  analyse(fen: string, lines: number, told: (look: Look) => void, signal: AbortSignal): Promise<void>;
  play(fen: string, moves: string[], strength: number, signal?: AbortSignal): Promise<PlayedMove>;
  annotate(pgn: string, how: Reviewing, signal: AbortSignal): Promise<AnnotatedGame>;
}
