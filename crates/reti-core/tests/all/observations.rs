//! Observations over real games: the symmetries, and what each of them promises.

use crate::support;

use std::collections::BTreeMap;

use reti_core::{
    chess::{Bitboard, Color, PieceType, Position, Square, Symmetry},
    motif::{CATALOGUE, Cast, Kind, Motif, Property, Role},
    relation::{
        Relations,
        graph::{Edge, Graph},
    },
    tactic::{Tactic, observations},
};

fn sample() -> Vec<Position> {
    support::positions().into_iter().step_by(5).collect()
}

/// Motif and cast as text, sorted; the image under a symmetry if one is given.
fn texts(found: &[Tactic], symmetry: Option<Symmetry>) -> Vec<String> {
    let image = |cast: &Cast| symmetry.map_or_else(|| cast.clone(), |symmetry| cast.mapped(symmetry));
    let mut texts: Vec<String> = found
        .iter()
        .map(|tactic| {
            let cast = image(&tactic.cast);
            format!("{} {cast} / {:?}", tactic.motif.name, cast.context)
        })
        .collect();
    texts.sort();
    texts
}

#[test]
fn observations_follow_the_symmetries() {
    for position in sample() {
        let found = observations(&Relations::new(&position));
        for symmetry in Symmetry::ALL {
            let Some(mapped) = symmetry.position(&position) else { continue };
            let images = observations(&Relations::new(&mapped));
            assert_eq!(texts(&images, None), texts(&found, Some(symmetry)), "{symmetry:?} of {}", position.fen());
        }
    }
}

#[test]
fn nothing_is_observed_at_the_start() {
    assert_eq!(observations(&Relations::new(&Position::start())), []);
}

#[test]
fn casts_are_distinct_and_their_edges_exist() {
    for position in sample() {
        let relations = Relations::new(&position);
        let found = observations(&relations);
        let all = texts(&found, None);
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{}", position.fen());
        let graph = Graph::new(&relations);
        for tactic in found {
            assert!(tactic.cast.parts.iter().all(|part| tactic.motif.roles.contains(&part.0)));
            for (source, relation, target) in (tactic.motif.pattern)(&relations, &tactic.cast) {
                let exists =
                    |edge: &Edge| (edge.source, edge.relation.name(), edge.target) == (source, relation, target);
                assert!(graph.edges.iter().any(exists), "{} {} in {}", tactic.motif.name, tactic.cast, position.fen());
            }
        }
    }
}

/// Runs a check on every cast of one motif in the sample, and wants to have seen some.
#[track_caller]
fn check(name: &str, promise: impl Fn(&Position, &Cast) -> bool) {
    let motif = Motif::named(name).unwrap_or_else(|| panic!("no motif {name}"));
    assert_eq!(motif.kind, Kind::Observation);
    let mut seen = 0;
    for position in sample() {
        for cast in (motif.detect)(&Relations::new(&position)) {
            seen += 1;
            assert!(promise(&position, &cast), "{name} {cast} in {}", position.fen());
        }
    }
    assert!(seen > 0, "no {name} in the sample");
}

fn file_distance(a: Square, b: Square) -> i32 {
    (i32::from(a.file()) - i32::from(b.file())).abs()
}

/// Whether `b` is further up the board than `a`, as `color` sees it.
fn is_ahead(color: Color, a: Square, b: Square) -> bool {
    color.fold_wb(b.rank() > a.rank(), b.rank() < a.rank())
}

fn pawns(position: &Position, color: Color) -> Bitboard {
    position.board().pawns() & position.board().by_color(color)
}

#[test]
fn threatened_mates_are_mates() {
    check("mate-threat", |position, cast| {
        let mover = if position.turn() == cast.owner { position.clone() } else { position.pass().unwrap() };
        let [Property::Moves(moves)] = &cast.properties[..] else { return false };
        !moves.is_empty()
            && moves.iter().all(|&m| {
                m.from() == Some(cast.one(Role::Attacker)) && mover.is_legal(m) && mover.play(m).is_checkmate()
            })
    });
}

#[test]
fn no_mate_in_one_is_overlooked() {
    let motif = Motif::named("mate-threat").expect("it is listed");
    for position in sample() {
        let found: usize = (motif.detect)(&Relations::new(&position))
            .iter()
            .flat_map(|cast| &cast.properties)
            .map(|property| if let Property::Moves(moves) = property { moves.len() } else { 0 })
            .sum();
        let movers = [Some(position.clone()), position.pass()];
        let expected = movers
            .iter()
            .flatten()
            .flat_map(|mover| mover.legal_moves().into_iter().filter(move |&m| mover.play(m).is_checkmate()));
        assert_eq!(found, expected.count(), "{}", position.fen());
    }
}

#[test]
fn passed_pawns_meet_no_pawn() {
    check("passed-pawn", |position, cast| {
        let pawn = cast.one(Role::Pawn);
        pawns(position, cast.owner).contains(pawn)
            && pawns(position, !cast.owner)
                .into_iter()
                .all(|enemy| file_distance(pawn, enemy) > 1 || !is_ahead(cast.owner, pawn, enemy))
    });
}

#[test]
fn isolated_pawns_have_no_neighbors() {
    check("isolated-pawn", |position, cast| {
        let pawn = cast.one(Role::Pawn);
        pawns(position, !cast.owner).into_iter().all(|other| file_distance(pawn, other) != 1)
    });
}

#[test]
fn doubled_pawns_share_a_file() {
    check("doubled-pawn", |position, cast| {
        let all: Vec<Square> = cast.all(Role::Pawn).collect();
        all.len() >= 2
            && all.iter().all(|pawn| pawn.file() == all[0].file() && pawns(position, !cast.owner).contains(*pawn))
    });
}

#[test]
fn weak_pawns_are_unprotected_by_pawns_and_not_passed() {
    check("weak-pawn", |position, cast| {
        let pawn = cast.one(Role::Pawn);
        let board = position.board();
        let guards = board.attacks_to(pawn, !cast.owner, board.occupied()) & board.pawns();
        let stoppers = pawns(position, cast.owner)
            .into_iter()
            .any(|enemy| file_distance(pawn, enemy) <= 1 && is_ahead(!cast.owner, pawn, enemy));
        let own_ahead = pawns(position, !cast.owner)
            .into_iter()
            .any(|own| own.file() == pawn.file() && is_ahead(!cast.owner, pawn, own));
        guards.is_empty() && (stoppers || own_ahead)
    });
}

#[test]
fn the_bishop_pair_covers_both_colors() {
    check("bishop-pair", |position, cast| {
        let bishops: Bitboard = cast.all(Role::Bishop).collect();
        let others = position.board().bishops() & position.board().by_color(!cast.owner);
        let both = |set: Bitboard| (set & Bitboard::LIGHT_SQUARES).any() && (set & Bitboard::DARK_SQUARES).any();
        both(bishops) && !both(others)
    });
}

#[test]
fn outposts_are_safe_from_pawns() {
    check("outpost", |position, cast| {
        let piece = cast.one(Role::Piece);
        cast.all(Role::Pawn).all(|pawn| position.board().attacks_from(pawn).contains(piece))
            && pawns(position, !cast.owner)
                .into_iter()
                .all(|enemy| file_distance(piece, enemy) != 1 || !is_ahead(cast.owner, piece, enemy))
    });
}

#[test]
fn files_are_free_of_the_right_pawns() {
    let on_file = |set: Bitboard, cast: &Cast| (set & Bitboard::from_file(cast.one(Role::Rook).file())).any();
    check("open-file", |position, cast| !on_file(position.board().pawns(), cast));
    check("half-open-file", |position, cast| {
        !on_file(pawns(position, cast.owner), cast) && on_file(pawns(position, !cast.owner), cast)
    });
}

#[test]
fn batteries_attack_along_one_line() {
    check("battery", |position, cast| {
        let board = position.board();
        let (front, slider) = (cast.one(Role::Front), cast.one(Role::Slider));
        let goals: Vec<Square> = cast.all(Role::Target).chain(cast.all(Role::Square)).collect();
        let lifted = board.occupied().without(front);
        !goals.is_empty()
            && goals.into_iter().all(|goal| {
                board.attacks_from(front).contains(goal) && board.attacks_to(goal, cast.owner, lifted).contains(slider)
            })
    });
}

#[test]
fn weak_kings_belong_to_the_other_side() {
    for name in ["back-rank-weakness", "exposed-king", "mate-threat"] {
        check(name, |position, cast| cast.one(Role::King) == position.king(!cast.owner));
    }
    check("back-rank-weakness", |position, cast| {
        let king = cast.one(Role::King);
        // Whatever the king may do, it stays on its rank.
        let moves = if position.turn() == cast.owner { return true } else { position.legal_moves() };
        moves
            .iter()
            .filter(|m| m.from() == Some(king) && !m.is_castle())
            .all(|m| m.to().rank() == king.rank() || position.board().color_at(m.to()) == Some(cast.owner))
    });
}

#[test]
fn central_pieces_are_not_attacked_by_pawns() {
    check("centralized-piece", |position, cast| {
        let board = position.board();
        let piece = cast.one(Role::Piece);
        board.role_at(piece) == Some(PieceType::King)
            || (board.attacks_to(piece, !cast.owner, board.occupied()) & board.pawns()).is_empty()
    });
}

/// Not a promise but a measure: `cargo test -p reti-core --test all often -- --nocapture`.
#[test]
fn how_often_things_are_observed() {
    let positions = sample();
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for position in &positions {
        for motif in CATALOGUE.iter().filter(|motif| motif.kind == Kind::Observation) {
            let casts = (motif.detect)(&Relations::new(position)).len();
            let count = counts.entry(motif.name).or_default();
            *count = (count.0 + casts, count.1 + usize::from(casts > 0));
        }
    }
    let scale = |count: usize| count as f64 * 1000.0 / positions.len() as f64;
    for (name, (casts, shown)) in counts {
        println!("{name:20} {:7.1} casts, in {:6.1} of 1,000 positions", scale(casts), scale(shown));
        assert!(shown > 0, "{name} is never seen");
    }
}
