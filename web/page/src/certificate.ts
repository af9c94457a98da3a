// A certificate as a tree that can be walked (docs/proofs.md): the attacker has one move, the defender every
// legal one, and each ends in a mate, a table, or a gain that cannot be taken back.

import type { Position } from '../../board/src/position';

/** How a branch ends. */
export interface End {
  kind: 'mate' | 'table' | 'settled' | 'kept';
  gain?: number;
}

/** A reply of the defender, the answer to it, and what can follow. */
export interface Reply {
  uci: string;
  answer?: string;
  end?: End;
  replies: Reply[];
  /** Positions below and with this one. */
  size: number;
  /** The defender's moves until the end, at most. */
  depth: number;
}

export interface Certificate {
  fen: string;
  goal: string;
  claim: string;
  size: number;
  /** The attacker's first move. */
  move: string;
  end?: End;
  replies: Reply[];
}

interface Row {
  ply: number;
  uci: string;
  rest: string[];
}

/** Reads a certificate; undefined if it is none. It is read to be shown: only the checker decides whether it holds. */
export function readCertificate(text: string): Certificate | undefined {
  const lines = text.split('\n').filter(Boolean);
  if (!lines[0]?.startsWith('reti-proof ')) return undefined;
  const head = (name: string): string => lines.find(line => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
  const rows: Row[] = [];
  for (const line of lines) {
    const [ply, uci, ...rest] = line.split(' ');
    if (ply && uci && /^\d+$/.test(ply)) rows.push({ ply: Number(ply), uci, rest });
  }
  const first = rows[0];
  if (!first || first.ply !== 1) return undefined;
  let at = 1;
  const replies = (ply: number): Reply[] => {
    const found: Reply[] = [];
    while (rows[at]?.ply === ply) found.push(reply(rows[at++] as Row));
    return found.sort(trickier);
  };
  const reply = ({ ply, uci, rest }: Row): Reply => {
    if (rest[0] === 'kept')
      return { uci, answer: rest[1] ?? '', end: { kind: 'kept', gain: Number(rest[2]) }, replies: [], size: 1, depth: 1 };
    if (rest[0] === 'settled') return { uci, end: { kind: 'settled', gain: Number(rest[1]) }, replies: [], size: 1, depth: 1 };
    if (rest[0] === 'table') return { uci, end: { kind: 'table' }, replies: [], size: 1, depth: 1 };
    const answer = rows[at++] as Row;
    const below = replies(ply + 2);
    const size = 2 + below.reduce((sum, child) => sum + child.size, 0);
    const depth = 1 + below.reduce((most, child) => Math.max(most, child.depth), 0);
    return { uci, answer: answer.uci, ...ending(answer), replies: below, size, depth };
  };
  const below = replies(2);
  return {
    fen: head('fen'),
    goal: head('goal'),
    claim: head('claim'),
    size: Number(head('size')),
    move: first.uci,
    ...ending(first),
    replies: below,
  };
}

function ending({ rest }: Row): { end?: End } {
  return rest[0] === 'mate' || rest[0] === 'table' ? { end: { kind: rest[0] } } : {};
}

/** What holds out longest first. */
function trickier(one: Reply, other: Reply): number {
  return other.depth - one.depth || other.size - one.size || (one.uci < other.uci ? -1 : 1);
}

/** How many replies of the defender a tree has. */
export function countReplies(replies: Reply[]): number {
  return replies.reduce((sum, reply) => sum + 1 + countReplies(reply.replies), 0);
}

/** A move in SAN with its number, and the position after it. */
export function told(position: Position, uci: string): { san: string; number: string; after: Position } | undefined {
  const move = position.move(uci);
  return move && { san: position.san(move), number: position.number, after: position.play(move) };
}
