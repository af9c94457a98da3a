// What the page reads of a document of the kind "annotated-game" (docs/json.md).

export interface Score {
  cp?: number | null;
  mate?: number | null;
  value?: string | null;
}
export interface Shape {
  from: string;
  to?: string | null;
  meaning: string;
  /** A short text on it: in the middle of an arrow, in the corner of a square. */
  label?: string;
  /** Only the text, no ring. */
  bare?: boolean;
  /** A small arrow inside the square instead, in hundredths of a square to the right and down. */
  dart?: { right: number; down: number };
}
export interface Evidence {
  kind: string;
}
export interface Reason {
  reason: string;
  text: string;
  evidence: Evidence;
}
export interface Claim {
  fen: string;
  line: string[];
  line_san: string[];
  text: string;
  motifs: string[];
  shapes: Shape[];
}
export interface AnnotatedMove {
  ply: number;
  number: string;
  san: string;
  move: string;
  fen: string;
  score: Score;
  best?: { move: string; san: string; line: string[]; line_san: string[] } | null;
  loss: number;
  accuracy: number;
  judgement?: string | null;
  praise?: string | null;
  reasons: Reason[];
  annotations: { role: string; claim: Claim }[];
  comment: string;
  shapes: Shape[];
  clock?: number | null;
  phase: string;
  order?: number;
  fragility?: number;
}
export interface Side {
  accuracy?: number | null;
  centipawn_loss?: number | null;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  best_moves: number;
  longest_best: number;
  phases: { opening?: number | null; middlegame?: number | null; endgame?: number | null };
  clocks: { accuracy?: number | null; moves: number }[];
  found: Record<string, number>;
  missed: Record<string, number>;
  allowed: Record<string, number>;
}
export interface Exercise {
  fen: string;
  solution: string[];
  san: string[];
  hint: string;
  reason: string;
  difficulty: number;
  source: { ply: number; number: string; role: string };
}
export interface Game {
  game: number;
  name: string;
  tags: [string, string][];
  fen: string;
  result: string;
  opening?: { eco: string; name: string } | null;
  evaluator: string;
  score: Score;
  moves: AnnotatedMove[];
  summary: { white: Side; black: Side; story: string };
  exercises?: Exercise[];
  problem?: string | null;
}

/** White's winning chances in points, on Lichess's curve. */
export function chance(score: Score, fen: string): number {
  if (score.mate !== undefined && score.mate !== null) {
    if (score.mate === 0) return fen.split(' ')[1] === 'w' ? 0 : 100;
    return score.mate > 0 ? 100 : 0;
  }
  if (score.value === 'win') return 100;
  if (score.value === 'loss') return 0;
  const cp = Math.max(-1000, Math.min(1000, score.cp ?? 0));
  return 50 + 50 * (2 / (1 + Math.exp(-0.00368208 * cp)) - 1);
}

/** `+0.35`, `#-3`, `=` by a table. */
export function evaluation(score: Score): string {
  if (score.mate !== undefined && score.mate !== null) return score.mate === 0 ? '#' : `#${score.mate}`;
  if (score.value === 'draw') return '0.00';
  if (score.value === 'win') return '1-0';
  if (score.value === 'loss') return '0-1';
  const pawns = (score.cp ?? 0) / 100;
  return `${pawns < 0 ? '\u2212' : '+'}${Math.abs(pawns).toFixed(2)}`;
}

export const GLYPHS: Record<string, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };
export const PRAISE: Record<string, string> = { brilliancy: '!!', 'only-move': '!' };

/** The glyph behind a move. */
export function glyph(told: AnnotatedMove): string {
  return (told.judgement && GLYPHS[told.judgement]) || (told.praise && PRAISE[told.praise]) || '';
}

export function tag(game: Game, name: string): string {
  return game.tags.find(([known]) => known.toLowerCase() === name)?.[1] ?? '';
}
