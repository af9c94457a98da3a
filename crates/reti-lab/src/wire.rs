//! What the laboratory's measurements look like as JSON, in the schema of [`reti::wire`].

mod dataset;
mod evaluations;
mod lessons;
mod matches;
mod moves;
mod proofs;
mod reviews;
mod soundness;
mod suite;

pub use dataset::DatasetLine;
pub use evaluations::{Comparison, ComparisonRow, Reached, ToDepth};
pub use lessons::{
    Agreement, LessonNote, LessonOpinions, LessonsBench, MotifNoise, MotifsBench, Noise, ReasonRate, Share,
};
pub use matches::{Match, MatchDecision, MatchEngine, MatchPairing, MatchTest, RatedEngine, Ratings};
pub use moves::{MovesBench, MovesNote, MovesRow};
pub use proofs::{Disagreement, MateBench, MateFigures, RatingBand, TacticsBench, TruthBench};
pub use reti::wire::{Kind, SCHEMA, Schema, from_json, to_json, to_line};
pub use reviews::{ExerciseNote, ExercisesBench, ReviewBench, ReviewNote};
pub use soundness::{SoundnessBench, SoundnessNote};
pub use suite::{Suite, SuitePosition};

reti::documents! {
    "match": Match,
        "A match between engines: ratings with intervals, pairings, faults and the sequential test.",
        "match --engine reti --engine 'reti; Evaluation=seed' --nodes 200 --games 2 --concurrency 1 --quiet --format json";
    "ratings": Ratings,
        "Several matches rated together, joined by the engines that they have in common.",
        "match --rate testdata/matches/weak.json testdata/matches/strong.json --format json";
    "dataset-line": DatasetLine,
        "One position for graph learning; one document per line for each position of a file of games. Numbers mean \
         what they mean in the NumPy archive.",
        "graph --dataset testdata/games/scholars-mate.pgn --format jsonl";
    "suite": Suite,
        "What the engine makes of a test suite.",
        "bench epd --epd testdata/suite.epd --nodes 1000 --format json";
    "evaluations-bench": Comparison,
        "What evaluations are worth under one search; what was not measured is null.",
        "bench fields --evaluation seed --wac testdata/suite.epd --nodes 500 --deep-nodes 1000 --depth 3 --format json";
    "noise-bench": Noise,
        "How many tactics are reported on ordinary positions.",
        "bench noise --games testdata/games/scholars-mate.pgn --every 2 --format json";
    "motifs-bench": MotifsBench,
        "How well the themes that we see agree with the labels of puzzles.",
        "bench motifs --puzzles testdata/puzzles/sample.csv.zst --theme fork --format json";
    "moves-bench": MovesBench,
        "How much our engine's moves lose by another engine's word, in points of winning chances.",
        "bench moves --engine reti --puzzles testdata/puzzles/sample.csv.zst --sample 2 --nodes 500 --engine-nodes 5000 --format json";
    "mates-bench": MateBench,
        "How many mates or gains are proven, and with how many nodes.",
        "bench mates --epd testdata/suite.epd --nodes 1000 --format json";
    "tactics-bench": TacticsBench,
        "How often the best opportunity is the solution of a puzzle.",
        "bench tactics --puzzles testdata/puzzles/sample.csv.zst --sample 3 --nodes 500 --format json";
    "lessons-bench": LessonsBench,
        "How often the lesson about a move names what the move allows.",
        "bench lessons --puzzles testdata/puzzles/sample.csv.zst --sample 3 --nodes 2000 --format json";
    "lesson-opinions": LessonOpinions,
        "Whether an engine confirms what lessons say: words, advice, wins, refutations and reasons.",
        "bench lessons --engine reti --puzzles testdata/puzzles/sample.csv.zst --sample 2 --engine-nodes 20000 --nodes 20000 --format json";
    "review-bench": ReviewBench,
        "Whether an engine confirms the glyphs and reasons of reviewed games.",
        "bench review --engine reti --games testdata/games/scholars-mate.pgn --sample 1 --engine-nodes 1000 --fast --format json";
    "exercises-bench": ExercisesBench,
        "Whether an engine agrees that exercises have one good answer.",
        "bench exercises --engine reti --games testdata/games/scholars-mate.pgn --sample 1 --engine-nodes 1000 --fast --format json";
    "soundness-bench": SoundnessBench,
        "Whether an engine confirms the verdicts on tactics, and how many puzzles have a sound tactic in their solution.",
        "bench soundness --engine reti --puzzles testdata/puzzles/sample.csv.zst --sample 2 --engine-nodes 2000 --nodes 2000 --format json";
    "truth-bench": TruthBench,
        "Whether an engine confirms what we call proven.",
        "bench truth --engine reti --puzzles testdata/puzzles/sample.csv.zst --sample 3 --engine-nodes 500 --nodes 500 --format json";
}
