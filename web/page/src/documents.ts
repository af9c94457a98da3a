// Written by types.mjs from docs/schema; do not edit.

/** A move that is worth knowing, and what it teaches. */
export type Alternative = { /** In UCI. */
move: string;
/** In SAN. */
san: string;
/** What it leads to. */
score: Score;
/** From whose point of view the score is: the student's. */
side: Color;
/** Winning chances that it loses against the best move, in points from 0 to 100. */
loss: number;
/** The sum of the points. */
teachability: number;
/** What the points are for. */
points: (Points)[];
/** The line in UCI, with the move. */
line: (string)[];
/** The same in SAN. */
line_san: (string)[];
/** In words. */
text: string; };

/** A game with what there is to say about it. */
export type AnnotatedGame = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "annotated-game";
/** The game's number in its file, from 1. */
game: number;
/** The line of the file on which it begins, from 1. */
file_line: number;
/** Who played whom, where and when, as far as known. */
name: string;
/** The tags in their order, as pairs of name and value. */
tags: ([string, string])[];
/** The position before the first move. */
fen: string;
/** `1-0`, `0-1`, `1/2-1/2` or `*`. */
result: string;
/** The opening, if its name is known. */
opening?: Opening | null;
/** Who evaluated, and how long. */
evaluator: string;
/** By which thresholds moves are judged. */
scheme: Scheme;
/** How good the start position is. */
score: Score;
/** From whose point of view the score is: always White's. */
side: Color;
/** The moves of the main line. */
moves: (AnnotatedMove)[];
/** The game as a whole. */
summary: GameSummary;
/** Positions of the game with one good answer, if they were asked for. */
exercises?: (Exercise)[];
/** Why the rest of the game could not be read. */
problem?: string | null; };

/** One move of a game. */
export type AnnotatedMove = { /** The ply, from 1. */
ply: number;
/** `12.` or `12...`. */
number: string;
/** The move in SAN. */
san: string;
/** The move in UCI. */
move: string;
/** The position after it. */
fen: string;
/** How good that position is. */
score: Score;
/** From whose point of view the score is: always White's. */
side: Color;
/** What the advisor would have played. */
best?: BestMove | null;
/** Winning chances that the move lost, in points from 0 to 100. */
loss: number;
/** How good the move was, from 0 to 100. */
accuracy: number;
/** What it was, if it was a fault. */
judgement?: Judgement | null;
/** What it is praised for, if anything. */
praise?: PraiseKind | null;
/** The phase of the game in which it was played. */
phase: Phase;
/** Seconds that its player had left after it, if the game tells. */
clock?: number | null;
/** How much of his time that is. */
time_left?: TimeLeft | null;
/** What it allows, and why another move was better, as lessons give reasons. */
reasons: (Reason)[];
/** What was missed, allowed, found or punished. */
annotations: (Annotation)[];
/** The comment in words; empty where there is nothing to say. */
comment: string;
/** Better lines, or what the comment before spoke of, in SAN from the position before the move. */
variations_san: ((string)[])[];
/** What a picture of the position after the move shows. */
shapes: (Shape)[];
/** The order of the position after the move, if it was asked for. */
order?: number | null;
/** Its fragility, if it was asked for. */
fragility?: number | null; };

/** A claim and what it has to do with the move. */
export type Annotation = { /** What the claim has to do with the move. */
role: AnnotationRole;
/** The claim: of the mover if missed, found or punished, of the opponent if allowed. */
claim: Claim; };

/** What a claim has to do with a move of a game. */
export type AnnotationRole = "missed" | "allowed" | "found" | "punished";

/** Who stands better. */
export type Assessment = { /** In one word. */
word: AssessmentWord;
/** The side that stands better; null if neither does. */
better?: Color | null;
/** The score. */
score: Score;
/** From whose point of view the score is: always White's. */
side: Color;
/** The material in words. */
material: string;
/** How it is known. */
evidence: Evidence; };

/** Who stands better, in one word. */
export type AssessmentWord = "about-equal" | "slightly-better" | "much-better" | "winning" | "mates" | "won" | "drawn";

/** The move to play. */
export type Best = { /** In UCI. */
move: string;
/** In SAN. */
san: string;
/** The line in UCI, with the move. */
line: (string)[];
/** The same in SAN. */
line_san: (string)[];
/** What it leads to. */
score: Score;
/** From whose point of view the score is: the mover's. */
side: Color;
/** Why. */
reasons: (Reason)[]; };

/** The move that was better. */
export type BestMove = { /** In UCI. */
move: string;
/** In SAN. */
san: string;
/** The line in UCI, with the move. */
line: (string)[];
/** The same in SAN. */
line_san: (string)[]; };

/** What a zone that brought in a move is for. */
export type BranchAim = "strike" | "main" | "negation" | "control" | "evasion" | "retreat" | "forecast" | "other";

/** The trajectory on which a move of the tree lies. */
export type BranchZone = { /** What part the move plays. */
aim: BranchAim;
/** Where the trajectory starts. */
from: string;
/** Where it ends. */
to: string;
/** Where a second trajectory ends on which the move lies too: it gains time; absent if there is none. */
also?: string | null; };

/** Whether a certificate holds. */
export type Checked = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "certificate-check";
/** Whether the checker accepts it. */
accepted: boolean;
/** Why not. */
fault?: string | null;
/** The position. */
fen?: string | null;
/** The first move in UCI. */
move?: string | null;
/** The first move in SAN. */
san?: string | null;
/** Centipawns that stay won, at least. */
gain?: number | null;
/** Moves to mate, at most. */
mate?: number | null;
/** Positions in the proof. */
tree_size: number; };

/** Something that is said, with what supports it. */
export type Claim = { /** What is said. */
kind: ClaimKind;
/** The reason's name; only for reasons. */
reason?: string | null;
/** The motifs that it is about. */
motifs: (string)[];
/** The roles of the first of them. */
roles: Roles;
/** The position in which the line begins; after a pass for threats. */
fen: string;
/** The move that it begins with, in UCI. */
move?: string | null;
/** Centipawns that are won, at least. */
gain?: number | null;
/** Moves to mate, at most. */
mate?: number | null;
/** The line in UCI. */
line: (string)[];
/** The line in SAN. */
line_san: (string)[];
/** How it is known. */
evidence: Evidence;
/** In words. */
text: string;
/** What a picture of it shows. */
shapes: (Shape)[]; };

/** What a claim says. */
export type ClaimKind = "assessment" | "over" | "known" | "best" | "reason" | "wins" | "threat" | "allowed" | "missed" | "cannot-take" | "if-taken" | "why-not" | "stands" | "created" | "resolved" | "plan" | "judged";

/** How a side played with so much time left, from 0 to 100; null without moves. */
export type ClockAccuracy = { /** How much time was left after the move. */
time_left: TimeLeft;
/** How many moves. */
moves: number;
/** The mean of their accuracies. */
accuracy?: number | null; };

/** A side. */
export type Color = "white" | "black";

/** Another search beside the zone search. */
export type Compared = { /** Its name. */
who: string;
/** How many nodes it needed until it agreed for good, or searched in all. */
nodes: number;
/** How deep it was then, in plies. */
depth: number;
/** Whether it came to the same key move (alpha-beta: and value). */
agrees: boolean; };

/** How a square of a field stands out. */
export type CriticalKind = "maximum" | "minimum" | "saddle";

/** A square that stands out. */
export type CriticalPoint = { /** The square's name. */
square: string;
/** How. */
kind: CriticalKind;
/** The field there. */
value: number; };

/** Why a defender does not defend. */
export type DefenseFault = "pinned-absolute" | "must-answer-check" | "king-cannot-capture";

/** A defender that does not defend. */
export type DefenseNote = { /** The square that it seems to defend. */
target: string;
/** The piece. */
defender: Piece;
/** Why not. */
reason: DefenseFault;
/** The piece that pins it. */
pinner?: Piece | null; };

/** How a claim is known. */
export type Evidence = { kind: "proven";
/** Positions in the proof. */
size: number; } | { kind: "exact";
/** For the side to move where the claim's line begins. */
score: Score; } | { kind: "calculated";
/** Who. */
by: string;
/** At how many positions. */
nodes: number;
/** How many plies deep. */
depth: number;
/** For the side to move where the claim's line begins. */
score: Score; } | { kind: "exchange";
/** The square. */
square: string;
/** What the side that begins gains, in centipawns. */
gain: number; } | { kind: "board"; };

/** The fight over one square that a move begins. */
export type Exchange = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "exchange";
/** The position before the move. */
fen: string;
/** The move in UCI. */
move: string;
/** The move in SAN. */
san: string;
/** What the move gains its mover in centipawns, by all legal captures. */
gain: number;
/** The same by always capturing with the cheapest piece. */
fast_gain: number;
/** The move and the captures that both sides choose, in UCI. */
line: (string)[];
/** The same in SAN. */
line_san: (string)[];
/** The same, told step by step. */
steps: (ExchangeStep)[];
/** Pieces that could go on capturing at the end, but whose side had better stop. */
declined: (Piece)[];
/** Defenders of the square that may not recapture after the first move. */
notes: (DefenseNote)[]; };

/** One move of an exchange. */
export type ExchangeStep = { /** The move in UCI. */
move: string;
/** The move in SAN. */
san: string;
/** The piece that moves, on the square it comes from. */
piece: Piece;
/** What it becomes, if it promotes. */
promotion?: PieceType | null;
/** What it takes. */
captured?: PieceType | null;
/** The balance for the side that began, after this step. */
balance: number;
/** What the capture gains its side compared with stopping before it; absent for the first move. */
better_by?: number | null; };

/** A position of a game with exactly one good answer. */
export type Exercise = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "exercise";
/** The position; the side to move solves it. */
fen: string;
/** The solution in UCI: the solver's move, the reply, and so on; it ends with a move of the solver. */
solution: (string)[];
/** The same in SAN. */
san: (string)[];
/** The motifs that the solution uses. */
motifs: (string)[];
/** A hint in words. */
hint: string;
/** Why the solution is good, in words. */
reason: string;
/** How that is known. */
evidence: Evidence;
/** By how many points of winning chances every other first move is worse, at least. */
margin: number;
/** How hard it seems, on the scale of ratings. */
difficulty: number;
/** Moves to mate, if the solution ends in mate. */
mate?: number | null;
/** Where it comes from. */
source: ExerciseSource; };

/** The move that led to an exercise. */
export type ExerciseSetUp = { /** The position before it. */
fen: string;
/** The move in UCI. */
move: string; };

/** Where an exercise comes from. */
export type ExerciseSource = { /** The game's number in its file, from 1. */
game: number;
/** How many plies of the game led to the position. */
ply: number;
/** The number of the move that is to be found: `12.` or `12...`. */
number: string;
/** Who played whom, where and when, as far as known. */
name: string;
/** `missed` if the game did not go on with the solution, else `allowed`. */
role: AnnotationRole;
/** What was played in the position, in UCI; absent at the end of the game. */
played?: string | null;
/** The position before the opponent's last move, and that move in UCI; absent at the start of the game. */
before?: ExerciseSetUp | null;
/** Where the game can be seen, if its `Site` tag says so. */
url?: string | null;
/** The opening of the game, if its name is known. */
opening?: Opening | null;
/** The game's `White`, `Black` and `Date` tags, as far as it has them. */
tags: ([string, string])[]; };

/** A score and where it comes from. */
export type FieldScore = { /** The evaluation's name. */
name: string;
/** What the position is worth. */
score: Score;
/** From whose point of view the score is: always White's. */
side: Color;
/** Its parts, which add up to the score before rounding. */
terms: (ScoreTerm)[]; };

/** Sums of fields. */
export type FieldSums = { /** White's influence. */
white: ((number)[])[];
/** Black's influence. */
black: ((number)[])[];
/** Both added up. */
strength: ((number)[])[];
/** White's less Black's. */
balance: ((number)[])[]; };

/** The fields of a position. */
export type Fields = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "fields";
/** The position. */
fen: string;
/** The kernels' name. */
kernels: string;
/** Whether sliders stop at pieces. */
occluded: boolean;
/** White's six fields. */
white: PieceFields;
/** Black's six fields. */
black: PieceFields;
/** Sums over pieces. */
sums: FieldSums;
/** The L1 norm of every field. */
norms: SideNorms;
/** T(B): squares where White's influence is larger, less those where Black's is. */
territory: number;
/** What is shown, and what follows from its shape. */
shown: ShownField;
/** What every evaluation makes of the position. */
evaluations: (FieldScore)[]; };

/** What orders the moves of a race in a zone search. */
export type Forecast = "none" | "fitted";

/** How fragile a game was, ply by ply. */
export type FragilityCurve = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "fragility";
/** On which graph the figures were computed. */
mode: FragilityMode;
/** The game's number in its file, from 1. */
game: number;
/** Who played whom, where and when, as far as known. */
name: string;
/** The ply with the largest value, the first of equals. */
peak: number;
/** The start position as ply 0, then every move. */
plies: (FragilityPly)[]; };

/** On which graph fragility is computed. */
export type FragilityMode = "standard" | "author-code";

/** The fragility of one position of a game. */
export type FragilityPly = { /** How many moves had been played. */
ply: number;
/** How the last move is numbered: `12.` or `12...`; null for the start. */
number?: string | null;
/** The last move in UCI; null for the start. */
move?: string | null;
/** The last move in SAN; null for the start. */
san?: string | null;
/** F: the sum over both sides. */
f: number;
/** The part of White's attacked pieces. */
f_white: number;
/** The part of Black's attacked pieces. */
f_black: number;
/** The attacked piece that most paths run through: FEN letter and square, such as `Nf3` or `pe5`. */
key?: string | null; };

/** Where the estimate of a tactic's gain comes from. */
export type GainSource = "see" | "heuristic";

/** A game as a whole. */
export type GameSummary = { /** How White played. */
white: SideSummary;
/** How Black played. */
black: SideSummary;
/** The moves that changed most, in their order. */
turning_points: (TurningPoint)[];
/** What happened, in two to five sentences: the opening, where it turned, what decided, how it ended, and what each side should study. */
story: string;
/** The same in words, with who evaluated and the figures of both sides. */
text: string; };

/** A position's graph in the node-link convention of networkx. */
export type Graph = { /** Always true. */
directed: boolean;
/** Always true: a pair of pieces may have several relations. */
multigraph: boolean;
/** What holds for the whole graph. */
graph: GraphProperties;
/** The pieces, sorted by square. */
nodes: (Node)[];
/** The relations, sorted by source square, relation, target square, third piece. */
links: (Link)[]; };

/** What holds for a whole graph. */
export type GraphProperties = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "graph";
/** The position. */
fen: string;
/** The side to move. */
turn: Color;
/** The only relation that is kept, or `all`. */
relation: string;
/** Whether relations without legal force were dropped. */
legal_only: boolean; };

/** What a move deserves. */
export type Judgement = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** A lesson about a position, or about a move in it. */
export type Lesson = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "lesson";
/** The position. */
fen: string;
/** The side to move. */
turn: Color;
/** Who stands better, after the move if one was given; null if the game is over. */
assessment?: Assessment | null;
/** What the move deserves; only if one was given. */
played?: Played | null;
/** What to play; null if the game is over, or if the given move needs no better one. */
best?: Best | null;
/** What the opponent would do, or can do after the given move, the punishing reply first. */
threats: (Claim)[];
/** Tempting moves that fail. */
why_not: (WhyNot)[];
/** What matters on the board. */
features: (Claim)[];
/** What several good lines share. */
plan?: Claim | null;
/** Every claim, in the order told. */
claims: (Claim)[];
/** Claims that were left out for brevity. */
left_out: number;
/** Tables beyond those inside the program that were asked. */
tables: (string)[];
/** Alternatives that teach; only if they were asked for. */
alternatives?: (Alternative)[] | null;
/** The lesson in words. */
text: string; };

/** What an open line would be. */
export type LineKind = "attack" | "defend";

/** A relation as an edge. Properties that a relation does not have are absent. */
export type Link = { /** The node that acts. */
source: string;
/** The node it acts upon. */
target: string;
/** Tells parallel edges apart: the relation, and the third piece where there is one. */
key: string;
/** What the source does to the target. */
relation: Relation;
/** Attack, defend: whether the capture would leave the own king safe. */
legal?: boolean | null;
/** Attack: whether the target is the king. */
check?: boolean | null;
/** Attack: whether it is an en passant capture. */
en_passant?: boolean | null;
/** X-ray: the piece in between. */
through?: string | null;
/** Block: the slider that is stopped. */
slider?: string | null;
/** Pin: the dearer piece behind. */
shielded?: string | null;
/** Pin: whether that is the king. */
is_absolute?: boolean | null;
/** Block, x-ray: what the open line would be. */
kind?: LineKind | null;
/** Block: whether the blocker shields a friend from an enemy. */
shields?: boolean | null; };

/** What a mark on the board shows. */
export type Meaning = "move" | "attacker" | "target" | "defender";

/** What the ranks of a table count. */
export type Metric = "mate" | "conversion" | "none";

/** What a motif counts as. */
export type MotifClass = "tactic" | "mate" | "observation" | "theme";

/** A piece as a node. */
export type Node = { /** The square's name, which identifies the node. */
id: string;
/** FEN letter: upper case for White. */
piece: string;
/** Whose it is. */
color: Color;
/** What it is. */
type: PieceType;
/** The square's number: a1 is 0, b1 is 1, h8 is 63. */
index: number;
/** What the piece is worth in centipawns; the king's 10000 serves comparisons only. */
worth: number; };

/** The opening of a game. */
export type Opening = { /** The code of the Encyclopaedia of Chess Openings. */
eco: string;
/** Its name. */
name: string;
/** How many plies of the game belong to it. */
plies: number; };

/** What can be won in a position. */
export type Opportunities = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "opportunities";
/** The position. */
fen: string;
/** The side to move. */
turn: Color;
/** Tactics of the position that a forcing line realises. */
order_sound: number;
/** Proven opportunities, best first. */
opportunities: (Opportunity)[]; };

/** A trigger with what is proven about it. */
export type Opportunity = { /** The trigger in UCI. */
move: string;
/** The trigger in SAN. */
san: string;
/** What is known. */
verdict: Verdict;
/** Centipawns that stay won, at least. */
gain?: number | null;
/** Moves to mate, at most. */
mate?: number | null;
/** What a shallow forcing search expects, in centipawns. */
degree: number;
/** The motifs that the trigger creates. */
motifs: (string)[];
/** The line in UCI. */
line: (string)[];
/** The line in SAN. */
line_san: (string)[]; };

/** A phase of a game. */
export type Phase = "opening" | "middlegame" | "endgame";

/** How a side played in each phase, from 0 to 100: the mean of its moves; null without moves. */
export type PhaseAccuracies = { /** Until pieces are out or exchanged. */
opening?: number | null;
/** From there on. */
middlegame?: number | null;
/** From six pieces besides kings and pawns on. */
endgame?: number | null; };

/** A piece and where it stands. */
export type Piece = { /** The square's name. */
square: string;
/** Whose it is. */
color: Color;
/** What it is. */
type: PieceType; };

/** A field for each kind of piece. */
export type PieceFields = { pawn: ((number)[])[];
knight: ((number)[])[];
bishop: ((number)[])[];
rook: ((number)[])[];
queen: ((number)[])[];
king: ((number)[])[]; };

/** What a piece is. */
export type PieceType = "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";

/** What a played move deserves. */
export type Played = { /** In UCI. */
move: string;
/** In SAN. */
san: string;
/** What it deserves. */
judgement: Judgement;
/** Winning chances that it loses, in points from 0 to 100. */
loss: number;
/** What it leads to. */
score: Score;
/** From whose point of view the score is: the mover's. */
side: Color;
/** In words. */
text: string; };

/** Points of teachability. */
export type Points = { /** A motif's label or a rule's name. */
name: string;
/** What it counts. */
points: number; };

/** What a move is praised for. */
export type PraiseKind = "brilliancy" | "only-move" | "punishment" | "find";

/** The answer to "does this win?". */
export type Proof = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "proof";
/** The position. */
fen: string;
/** The side to move, which claims. */
turn: Color;
/** What is known. */
verdict: Verdict;
/** What was to be shown: `mate`, `mate N` or `gain N`. */
goal: string;
/** The first move in UCI; null if nothing is known. */
move?: string | null;
/** The first move in SAN. */
san?: string | null;
/** Centipawns that stay won, at least; null for a mate. */
gain?: number | null;
/** Moves to mate, at most. */
mate?: number | null;
/** Positions for which the goal was tested. */
nodes: number;
/** Positions in the proof. */
tree_size: number;
/** The line in which the other side holds out best, in UCI. */
line: (string)[];
/** The same in SAN. */
line_san: (string)[];
/** The reply that refutes the move, in UCI. */
refutation?: string | null;
/** The same in SAN. */
refutation_san?: string | null;
/** Motifs of the proof, those that carry it first. */
motifs: (ProofMotif)[]; };

/** A motif of a proof. */
export type ProofMotif = { /** The motif's name. */
motif: string;
/** Whether the proof breaks without it. */
causal: boolean; };

/** Why a move is good. */
export type Reason = { /** `wins`, `threatens`, `parries`, `prepares`, `trades`, `improves` and others. */
reason: string;
/** In words. */
text: string;
/** How it is known. */
evidence: Evidence; };

/** A relation between two pieces. */
export type Relation = "attack" | "defend" | "block" | "pin" | "xray";

/** The squares of each role, by its name. */
export type Roles = Record<string, (string)[]>;

/** By which thresholds moves are judged. */
export type Scheme = "lichess" | "chesscom";

/** A score: centipawns or moves to mate, and a table's value where one is known. */
export type Score = { /** Centipawns; 0 for a draw that tables know, 10000 for a win of unknown length. */
cp?: number | null;
/** Moves to mate, negative if the side is mated. */
mate?: number | null;
/** The exact value, if a table or the rules know it. */
value?: Value | null; };

/** A part of a score. */
export type ScoreTerm = { /** A kind of piece, `territory` or `occluded`. */
name: string;
/** Centipawns for White. */
value: number; };

/** A mark on the board with a meaning. */
export type Shape = { /** Where an arrow starts, or the square of a ring. */
from: string;
/** Where an arrow points; null for a ring. */
to?: string | null;
/** What it shows. */
meaning: Meaning; };

/** One field with its slopes and critical points. */
export type ShownField = { /** Its name, such as `balance` or `white knight`. */
name: string;
/** Its values. */
values: ((number)[])[];
/** The rise towards rank 1. */
slope_down: ((number)[])[];
/** The rise towards the h-file. */
slope_right: ((number)[])[];
/** The sum of the four neighbours less four times the square. */
laplacian: ((number)[])[];
/** Squares that stand out, sorted by square. */
critical_points: (CriticalPoint)[]; };

/** L1 norms, pawn first and king last. */
export type SideNorms = { /** White's. */
white: (number)[];
/** Black's. */
black: (number)[]; };

/** How a side played. */
export type SideSummary = { /** From 0 to 100; null without moves. */
accuracy?: number | null;
/** The same by phase. */
phases: PhaseAccuracies;
/** The same by the time left; empty where the game has no clocks. */
clocks: (ClockAccuracy)[];
/** Moves that lost less than a point of winning chances. */
best_moves: number;
/** The longest row of them. */
longest_best: number;
/** Average centipawns lost per move. */
centipawn_loss?: number | null;
/** How many moves were inaccuracies. */
inaccuracies: number;
/** How many moves were mistakes. */
mistakes: number;
/** How many moves were blunders. */
blunders: number;
/** Motifs of what the side found, with their number. */
found: Record<string, number>;
/** Motifs of what it missed. */
missed: Record<string, number>;
/** Motifs of what it allowed. */
allowed: Record<string, number>; };

/** What the zone search found. */
export type Solved = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "solution";
/** The position. */
fen: string;
/** The side to move. */
turn: Color;
/** What was allowed to decide. */
tier: Tier;
/** What ordered the moves of a race. */
forecast: Forecast;
/** The value for the side to move; null if it is unknown. */
value?: Value | null;
/** The move to play in UCI; null if none was found. */
key?: string | null;
/** The same in SAN. */
san?: string | null;
/** How many moves were tried. */
edges: number;
/** The longest line, in plies. */
depth: number;
/** Whether the value is proven by exact values and complete moves. */
decided: boolean;
/** How often an exact table was asked; never about the root's own material if nothing is fitted, unless that has at most three men. */
probes: number;
/** The tree, one entry per branch. */
tree: (SolvedBranch)[];
/** Other searches of the same position, where asked for. */
compared?: (Compared)[]; };

/** A branch of the tree; numbers start at 1, and 0 means none. */
export type SolvedBranch = { /** Its number. */
id: number;
/** Its first continuation. */
son: number;
/** The branch before. */
father: number;
/** The next alternative. */
brother: number;
/** The move, as UCI. */
move: string;
/** The zone that brought it in; null if none did. */
zone?: BranchZone | null;
/** The value that the search found, for the side that played it; null where it counted material. */
value?: Value | null;
/** Material in centipawns for the side that played it, where the search counted it. */
gain?: number | null;
/** The proven value for the side that played it, if there is one. */
decided?: Value | null; };

/** What is known about one table file and everything that it rests on. */
export type TableAudit = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "table-verification";
/** The endgame, by which the file is named. */
table: string;
/** Whose table it is. */
source: TableSource;
/** What is known about it. */
verdict: TableVerdict;
/** Which table it is. */
checksum?: string | null;
/** The same verdicts by section. */
sections: TableSections;
/** The tables that its certificate names. */
rests_on: (TableRest)[];
/** Places checked. */
positions: number;
/** Places whose code or value is wrong. */
violations: number;
/** The first wrong codes. */
first: (TableViolation)[];
/** What is wrong, in words. */
problem?: string | null; };

/** What building one table took. */
export type TableBuilt = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "table-build";
/** The endgame. */
endgame: string;
/** Legal places, both sides to move. */
positions: number;
/** Seconds of generating. */
generate_seconds: number;
/** Seconds of certifying. */
verify_seconds: number;
/** Seconds of everything, loading and writing included. */
seconds: number;
/** Processor seconds of everything, where the system tells. */
cpu_seconds?: number | null;
/** Bytes of the file. */
bytes: number;
/** Bytes of its values section. */
value_bytes: number; };

/** Positions by category, both sides to move together. */
export type TableCategories = { /** No move, in check. */
mate: number;
/** No move, not in check. */
stalemate: number;
/** Some move captures. */
capture: number;
/** Some move promotes and none captures. */
promotion_only: number;
/** No move changes the material. */
quiet: number; };

/** A forged labelling. */
export type TableForgery = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "table-forgery";
/** The endgame. */
endgame: string;
/** The side that is said to win. */
winner: Color;
/** Wrong labels by convention. */
wrong: Record<string, number>;
/** Wrong labels with the winner to move (462). */
winner_to_move: number;
/** Wrong labels with the other side to move (462). */
loser_to_move: number; };

/** What tables say about a move. */
export type TableMove = { /** The move in UCI. */
move: string;
/** The move in SAN. */
san: string;
/** For the side that plays it. */
value: Value;
/** Plies to mate from before the move, where known. */
dtm?: number | null; };

/** What tables say about a position. */
export type TableProbe = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "table-probe";
/** The position. */
fen: string;
/** The side to move. */
turn: Color;
/** For the side to move; the fifty-move rule is ignored. */
value: Value;
/** Plies to mate, where the table counts them. */
dtm?: number | null;
/** Moves of the winner to mate or, in tables that count so, to the next capture or pawn move. */
rank?: number | null;
/** What `rank` counts. */
metric?: Metric | null;
/** Who answered. */
source: TableSource;
/** All legal moves, best first. */
moves: (TableMove)[];
/** Best play by both sides in UCI; empty for a draw. */
line: (string)[];
/** The same in SAN. */
line_san: (string)[]; };

/** A table that another rests on. */
export type TableRest = { /** The endgame. */
table: string;
/** Which table of it the certificate names. */
checksum: string;
/** What is known about the one that is here. */
verdict: TableVerdict; };

/** Verdicts by section of a file. */
export type TableSections = { /** Value and rank of each place. */
codes: TableVerdict;
/** Values alone, and that they agree with the codes. */
values: TableVerdict; };

/** Whose table answered. */
export type TableSource = "embedded" | "reti" | "syzygy";

/** What is known about a table. */
export type TableVerdict = "certified" | "damaged" | "unverified";

/** What a verifier found. */
export type TableVerification = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "table-check";
/** The endgame. */
endgame: string;
/** What was checked. */
method: VerificationMethod;
/** Where the labels came from: `reti`, `syzygy` or a file's name. */
source: string;
/** Whether nothing failed. */
passed: boolean;
/** Whether passing proves the labels right. */
sufficient: boolean;
/** Positions (462 convention; places of the table for the certified method). */
positions: number;
/** Positions by category, for `cqd`. */
categories?: TableCategories | null;
/** Violations by category, for `cqd`. */
violations_by_category?: TableCategories | null;
/** All violations. */
violations: number;
/** Violations of the undivided check, for `cqd`; always the same number. */
full_violations?: number | null;
/** Labels that no rank can support, where ranks had to be found. */
unsupported?: number | null;
/** The first violations. */
first_violations: (TableViolation)[]; };

/** One place of a table that failed. */
export type TableViolation = { /** The position. */
fen: string;
/** Value and rank that stand there. */
found: string;
/** What the successors say. */
expected: string; };

/** One tactic or observation. */
export type Tactic = { /** The motif's name in the catalogue. */
motif: string;
/** The name under which it is recognised after a move: absolute and relative pins are one family. */
family: string;
/** What it counts as. */
class: MotifClass;
/** The side that profits. */
owner: Color;
/** The squares of each role. */
roles: Roles;
/** Pieces that it needs besides its roles. */
context: (string)[];
/** What it is worth; absent for observations. */
value?: TacticValue | null;
/** What else was found out. */
properties?: TacticProperties;
/** The relations that make it up: source, relation, target. */
edges: ([string, Relation, string])[]; };

/** What a detector found out besides the roles. */
export type TacticProperties = { /** Fork: the best capture that is left after the best reply, in centipawns. */
worst_reply?: number | null;
/** Hanging, trapped: the value of the best capture, in centipawns. */
see?: number | null;
/** Hanging: whether the side that could capture is to move. */
en_prise_now?: boolean | null;
/** Discovered attack: whether it is a check. */
check?: boolean | null;
/** Discovered attack: the moves that uncover it with effect, in UCI. */
moves?: (string)[] | null;
/** Mate: its further names. */
names?: (string)[] | null; };

/** What a tactic is worth to its owner before any search. */
export type TacticValue = { /** Estimated gain in centipawns. */
gain: number;
/** Whether the estimate says that it wins something; not a proof. */
sound: boolean;
/** Where the estimate comes from. */
source: GainSource;
/** Defenders of the victims that do not count. */
notes: (DefenseNote)[]; };

/** All tactics of one position. */
export type Tactics = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "tactics";
/** The position. */
fen: string;
/** The side to move. */
turn: Color;
/** T: how many tactics there are. */
order: number;
/** Those that White owns. */
order_white: number;
/** Those that Black owns. */
order_black: number;
/** T*: hanging pieces that another tactic is about are not counted again. */
order_reduced: number;
/** The tactics, sorted by motif and roles. */
tactics: (Tactic)[];
/** Connected components of the interaction graph, as indices of `tactics`. */
components: ((number)[])[];
/** Edges of the interaction graph: pairs of tactics that share a piece. */
interactions: ([number, number])[];
/** The squares that play a role in some tactic. */
core: (string)[];
/** Further squares that the tactics need, such as the capturers of a hanging piece. */
core_context: (string)[];
/** A part of the board on which all tactics are still found; only when asked for. */
stable_core?: (string)[] | null;
/** What is worth seeing but does not count; only when asked for. */
observations?: (Tactic)[] | null; };

/** How a zone search treats what it cannot decide. */
export type Tier = "sound" | "pioneer";

/** How much of the time that a player began with is left. */
export type TimeLeft = "plenty" | "less" | "trouble";

/** A move that changed the course of the game. */
export type TurningPoint = { /** The ply, from 1. */
ply: number;
/** The move in UCI. */
move: string;
/** The move with its number: `12... Qd7`. */
text: string;
/** What the move was. */
judgement: Judgement;
/** White's winning chances before it, in points from 0 to 100. */
before: number;
/** White's winning chances after it. */
after: number; };

/** The game-theoretic value for a side that the field names. */
export type Value = "win" | "draw" | "loss";

/** What a search for a proof says. */
export type Verdict = "proven" | "refuted" | "unknown";

/** What a verifier checks. */
export type VerificationMethod = "certified" | "cqd";

/** A tempting move that fails. */
export type WhyNot = { /** In UCI. */
move: string;
/** In SAN. */
san: string;
/** The move and the line that refutes it, in UCI. */
line: (string)[];
/** The same in SAN. */
line_san: (string)[];
/** Winning chances that it loses, in points from 0 to 100. */
loss: number;
/** What the refuting line uses. */
motifs: (string)[];
/** In words. */
text: string;
/** How it is known. */
evidence: Evidence; };

/** One bundle of zones: an attacker and its target. */
export type Zone = { /** What it is for. */
kind: ZoneKind;
/** The side of the main piece, which profits. */
owner: Color;
/** Where the main piece stands. */
from: string;
/** Where its target is. */
to: string;
/** What reaching it is worth, in centipawns. */
worth: number;
/** The length of the main trajectories. */
length: number;
/** The bundle in the notation of the paper. */
notation: string;
/** All trajectories with their times. */
symbols: (ZoneSymbol)[]; };

/** What a zone is for. */
export type ZoneKind = "attack" | "promotion";

/** One trajectory of a zone. */
export type ZoneSymbol = { /** The piece's letter. */
piece: string;
/** Its side. */
color: Color;
/** 0 for the main trajectory, 1 for those who disturb or support it, and so on. */
negation: number;
/** The time allotted. */
time: number;
/** The squares in order. */
squares: (string)[]; };

/** The zones of a position. */
export type Zones = { /** The schema's version. */
schema: "reti/2";
/** The kind of document. */
kind: "zones";
/** The position. */
fen: string;
/** The longest main trajectory. */
horizon: number;
/** The zones, in the order of the attackers' squares. */
zones: (Zone)[];
/** Why there are none, if there are none. */
note?: string | null; };
