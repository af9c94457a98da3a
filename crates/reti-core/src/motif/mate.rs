//! Mates: the named pictures of checkmate.
//!
//! A mated king is held by a *net* of pieces, some of which give check and the rest of which guard
//! the squares around it ([`net`]). A mate pattern is a predicate over one net, told from the mated
//! side, so it knows neither colours nor, with two exceptions from the opening, left and right. One
//! pattern is one file with its function `holds`; what all patterns share is [`MATE`].
//!
//! A position counts as one mate at most, named by the first pattern in the order of the catalogue;
//! further names are a property (D-33). Only the mated king is a role. The net is context, because a
//! second way to hold the same king does not make it another mate. [`names_of_mate`] is where every
//! name comes from, for positions and for lines that end in mate.
//!
//! Puzzle databases label some of these mates. Where their rule is another one (they do not know
//! nets), the pattern's file has it beside its own as `labelled`, which only the comparison with
//! labels asks.

mod net;

pub(super) mod anastasia_mate;
pub(super) mod anderssen_mate;
pub(super) mod arabian_mate;
pub(super) mod back_rank_mate;
pub(super) mod balestra_mate;
pub(super) mod blackburne_mate;
pub(super) mod blind_swine_mate;
pub(super) mod boden_mate;
pub(super) mod corner_mate;
pub(super) mod cozio_mate;
pub(super) mod damiano_mate;
pub(super) mod david_and_goliath_mate;
pub(super) mod double_bishop_mate;
pub(super) mod double_check_mate;
pub(super) mod dovetail_mate;
pub(super) mod epaulette_mate;
pub(super) mod fools_mate;
pub(super) mod greco_mate;
pub(super) mod hook_mate;
pub(super) mod kill_box_mate;
pub(super) mod ladder_mate;
pub(super) mod legal_mate;
pub(super) mod lolli_mate;
pub(super) mod max_lange_mate;
pub(super) mod mayet_mate;
pub(super) mod morphy_mate;
pub(super) mod opera_mate;
pub(super) mod opposition_mate;
pub(super) mod pillsbury_mate;
pub(super) mod reti_mate;
pub(super) mod scholars_mate;
pub(super) mod smothered_mate;
pub(super) mod stamma_mate;
pub(super) mod suffocation_mate;
pub(super) mod support_mate;
pub(super) mod swallows_tail_mate;
pub(super) mod triangle_mate;
pub(super) mod unnamed_mate;
pub(super) mod vukovic_mate;

use super::{BLANK, CATALOGUE, Cast, Kind, Label, Motif, PatternEdge, Role, TacticValue};
use crate::{chess::Bitboard, relation::Relations};
use net::Net;
use unnamed_mate::UNNAMED_MATE;

pub(crate) use net::MatedKing;

/// What all mates have in common; each pattern fills in the rest.
const MATE: Motif =
    Motif { kind: Kind::Mate, roles: &[Role::King], pattern, price: |_, _| TacticValue::heuristic(10_000), ..BLANK };

/// The mate of a position under all names that fit, the first of which names it; nothing without
/// checkmate, and never nothing in one.
pub(crate) fn names_of_mate(relations: &Relations) -> Vec<(&'static Motif, Cast)> {
    let Some(king) = MatedKing::new(relations) else { return Vec::new() };
    let patterns = CATALOGUE.iter().filter(|motif| motif.kind == Kind::Mate && motif.name != UNNAMED_MATE.name);
    let named = patterns.filter_map(|motif| Some((*motif, (motif.detect)(relations).pop()?)));
    let mut names: Vec<_> = named.collect();
    if names.is_empty() {
        names.push((&UNNAMED_MATE, cast(&king, king.checkers | smallest_net(&king))));
    }
    names
}

/// The mate of a pattern, with the first net for which it holds as context.
fn detect(relations: &Relations, holds: fn(&Net) -> bool) -> Vec<Cast> {
    let Some(king) = MatedKing::new(relations) else { return Vec::new() };
    let mut nets = king.nets().into_iter().filter_map(|pieces| Net::new(&king, pieces));
    nets.find(|net| holds(net)).map(|net| cast(&king, net.pieces)).into_iter().collect()
}

fn cast(king: &MatedKing, pieces: Bitboard) -> Cast {
    Cast::new(!king.color, [(Role::King, king.square)]).with_context(pieces)
}

/// The first net of all, or nothing where every net is too large to be found.
fn smallest_net(king: &MatedKing) -> Bitboard {
    king.nets().first().copied().unwrap_or(Bitboard::EMPTY)
}

fn pattern(relations: &Relations, cast: &Cast) -> Vec<PatternEdge> {
    let king = cast.one(Role::King);
    let checkers = relations.attackers(king, cast.owner) & cast.context;
    checkers.into_iter().map(|checker| (checker, "attack", king)).collect()
}
