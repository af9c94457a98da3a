//! From a matched line of the grammar to statements.
//!
//! The right side of a line names a kind and fills its fields with roles. A few names there are no kinds but
//! short for what depends on the board: `sees` attacks or defends, `takes` captures that very piece, `owns`
//! says whose a piece is, `stands_in` that it stands on a file.

use reti_core::chess::{Color, PieceType, Position, Square};

use super::{
    super::{Fields, Lead, Man, Said, Slot, Standing, Statement, Term, from_fields},
    noun::{Named, prize},
    pattern::Found,
};

/// Where a clause is read: the board, the moves that led to it, and the move that was named last.
pub(super) struct Context<'c> {
    pub here: &'c Position,
    pub after: &'c [String],
    pub last: Option<&'c str>,
}

/// One statement of a line's right side.
struct Spec<'s> {
    not: bool,
    kind: &'s str,
    fields: Vec<(&'s str, &'s str)>,
}

/// What a line says; `None` if its roles do not make a statement.
pub(super) fn build(says: &str, found: &Found, context: &Context<'_>) -> Option<Vec<Said>> {
    let mut all = Vec::new();
    for (index, part) in says.split(" ; ").enumerate() {
        let spec = spec(part)?;
        match statements(&spec, found, context) {
            Some(said) => {
                for mut said in said {
                    said.after.splice(0..0, context.after.iter().cloned());
                    // Only what the sentence is about is denied, not what goes with it.
                    let denies = index == 0 || !matches!(spec.kind, "to_move" | "owns" | "stands");
                    said.not ^= spec.not ^ (found.not && denies);
                    all.push(said);
                }
            }
            None if index == 0 => return None,
            None => {}
        }
    }
    for named in found.men.iter().flatten() {
        all.extend(called(named, context));
    }
    all.extend(mover(says, found, context, &all));
    Some(all)
}

/// Whose move it is, where a line names a side beside a move and says nothing else about it: the first side of
/// a line makes its moves, the second suffers them.
fn mover(says: &str, found: &Found, context: &Context<'_>, all: &[Said]) -> Option<Said> {
    found.moves[1].as_ref()?;
    // What is threatened is played by whoever is not to move.
    if says.starts_with("threatens") {
        return None;
    }
    let unsaid = |role: &str| !says.contains(role);
    let color = match (found.sides[1].filter(|_| unsaid("S1")), found.sides[2].filter(|_| unsaid("S2"))) {
        (Some(color), _) => color,
        (None, Some(color)) if unsaid("S1") => !color,
        _ => return None,
    };
    // A move that is denied to a side need not be its turn.
    let denied = all.first().is_some_and(|said| said.not);
    (!denied).then(|| Said { after: context.after.to_vec(), ..Statement::ToMove { color }.into() })
}

fn spec(part: &str) -> Option<Spec<'_>> {
    let (not, part) = part.strip_prefix("not ").map_or((false, part), |part| (true, part));
    let mut words = part.split(' ');
    let kind = words.next()?;
    let fields = words.map(|word| word.split_once('=')).collect::<Option<Vec<_>>>()?;
    Some(Spec { not, kind, fields })
}

/// What the adjectives of a piece say.
fn called(named: &Named, context: &Context<'_>) -> Vec<Said> {
    let said = |name: &&str| {
        let (not, kind) = name.strip_prefix('!').map_or((false, *name), |kind| (true, kind));
        let field = match kind {
            "defended" | "attacked" => "target",
            "pinned" | "hangs" | "trapped" => "piece",
            _ => "pawn",
        };
        let mut said = from_fields(kind, vec![(field.to_owned(), named.man.write()?)]).ok()?;
        said.not = not;
        said.after = context.after.to_vec();
        Some(said)
    };
    named.called.iter().filter_map(said).collect()
}

fn statements(spec: &Spec<'_>, found: &Found, context: &Context<'_>) -> Option<Vec<Said>> {
    let role = |name: &str| spec.fields.iter().find(|(field, _)| *field == name).map(|(_, role)| *role);
    let man = |name: &str| role(name).and_then(|role| man_of(role, found, context));
    match spec.kind {
        "stands" => {
            let Man { square, kind, color } = man("piece")?;
            Some(vec![Statement::PieceOn { piece: kind?, color, square: square? }.into()])
        }
        "stands_on" => {
            let Man { square: None, kind, color } = man("piece")? else { return None };
            let square = man("square")?.square?;
            Some(vec![Statement::PieceOn { piece: kind?, color, square }.into()])
        }
        "stands_in" => {
            let (man, square) = (man("piece")?, square_of(&man("piece")?, context.here)?);
            let here = square.file() == found.files[index(role("file")?)]? && !found.not;
            here.then(|| Some(vec![Statement::PieceOn { piece: man.kind?, color: man.color, square }.into()]))?
        }
        "owns" => {
            let Man { square, kind, .. } = man("piece")?;
            let color = color_of(role("color")?, found)?;
            Some(vec![Statement::PieceOn { piece: kind?, color: Some(color), square: square? }.into()])
        }
        "sees" => {
            let (piece, target) = (man("piece")?, man("target")?);
            sees(piece, target, context.here).map(|seen| vec![seen.into()])
        }
        "threat" => {
            let (piece, target) = (man("piece")?, man("target")?);
            let owner = color_at(&piece, context.here);
            let threat = Statement::Threatens { what: None, target: Some(target), color: owner, m: None };
            Some(vec![Statement::Attacks { piece, target }.into(), threat.into()])
        }
        "takes" => Some(takes(&move_of(role("move")?, found, context)?, man("target")?)),
        "extra" => {
            let kind = found.kind?;
            let lead = if kind == PieceType::Pawn { Lead::Pawns(1) } else { Lead::One(kind) };
            Some(vec![Statement::Material { color: color_of(role("color")?, found), lead }.into()])
        }
        _ => plain(spec, found, context),
    }
}

/// A statement of a real kind.
fn plain(spec: &Spec<'_>, found: &Found, context: &Context<'_>) -> Option<Vec<Said>> {
    let mut fields = Fields::new();
    let flipped = found.standing.is_some_and(|standing| standing.1) && spec.kind == "evaluation";
    for (name, role) in &spec.fields {
        // What goes with a move says nothing without one.
        if *role == "LAST" && context.last.is_none() {
            return None;
        }
        if *name == "after" || goal(role).is_some() {
            // What stands after a move that cannot be played cannot be read.
            let m = move_of(goal(role).unwrap_or(role), found, context)?;
            if context.here.parse_move(&m).is_err() {
                return Some(vec![Statement::Legal { line: vec![m] }.into()]);
            }
        }
        if let Some(term) = term_of(name, role, found, context) {
            fields.push(((*name).to_owned(), term));
        }
    }
    if flipped {
        let color = fields.iter_mut().find(|(name, _)| name == "color")?;
        let Term::Text(text) = &color.1 else { return None };
        color.1 = Term::Text(if text == "white" { "black" } else { "white" }.to_owned());
    }
    from_fields(spec.kind, fields).ok().map(|said| vec![said])
}

/// Whose a piece is, by its name or by the board.
fn color_at(man: &Man, here: &Position) -> Option<Color> {
    man.color.or_else(|| here.board().color_at(man.square?))
}

/// Where a piece stands; without a square it must be the only such piece.
fn square_of(man: &Man, here: &Position) -> Option<Square> {
    let board = here.board();
    let fitting = man.kind.map(|kind| board.by_role(kind) & man.color.map_or(board.occupied(), |c| board.by_color(c)));
    man.square.or_else(|| fitting.filter(|fitting| fitting.count() == 1)?.first())
}

/// A piece that sees its own defends it; of a piece that may be anybody's it is not clear which is meant.
fn sees(piece: Man, target: Man, here: &Position) -> Option<Statement> {
    let owner = color_at(&piece, here).or_else(|| here.board().color_at(square_of(&piece, here)?));
    match (owner, color_at(&target, here)) {
        (Some(one), Some(other)) if one == other => Some(Statement::Defends { piece, target }),
        (None, Some(_)) if piece.square.is_none() => None,
        _ => Some(Statement::Attacks { piece, target }),
    }
}

/// A move takes that very piece.
fn takes(m: &str, target: Man) -> Vec<Said> {
    let m = super::super::MoveText(m.to_owned());
    let mut said: Vec<Said> = vec![Statement::Captures { m, piece: target.kind, square: target.square }.into()];
    if let Man { square: Some(square), kind: Some(piece), color } = target {
        said.push(Statement::PieceOn { piece, color, square }.into());
    }
    said
}

/// The move of a role that means where it goes: `V1` of `V1.to`.
fn goal(role: &str) -> Option<&str> {
    role.strip_suffix(".to")
}

/// The index of a role such as `M1`.
fn index(role: &str) -> usize {
    role.as_bytes().get(1).map_or(0, |digit| usize::from(digit.wrapping_sub(b'0')).min(4))
}

fn move_of(role: &str, found: &Found, context: &Context<'_>) -> Option<String> {
    if role == "LAST" {
        return context.last.map(str::to_owned);
    }
    found.moves[index(role)].clone()
}

fn color_of(role: &str, found: &Found) -> Option<Color> {
    match role.strip_prefix('!') {
        Some(role) => color_of(role, found).map(|color| !color),
        None => found.sides[index(role)],
    }
}

fn man_of(role: &str, found: &Found, context: &Context<'_>) -> Option<Man> {
    if let Some((kind, square)) = role.split_once('@') {
        debug_assert_eq!(kind, "K1", "only a type of piece stands on a square");
        let square = found.targets[index(square)]?.square;
        return Some(Man { square, kind: Some(found.kind?), color: found.sides[1] });
    }
    if let Some(m) = goal(role) {
        let m = move_of(m, found, context)?;
        let to = context.here.parse_move(&m).ok()?;
        return Some(Man::on(to.to()));
    }
    match role.as_bytes().first() {
        Some(b'M') => found.men[index(role)].as_ref().map(|named| named.man),
        Some(b'Q') => found.targets[index(role)],
        _ => None,
    }
}

/// What a role is as a field's value.
fn term_of(field: &str, role: &str, found: &Found, context: &Context<'_>) -> Option<Term> {
    if let Some(word) = role.strip_prefix('\'') {
        return Some(Term::Text(word.to_owned()));
    }
    if role.contains(',') {
        let men = role.split(',').map(|role| man_of(role, found, context)).collect::<Option<Vec<Man>>>()?;
        return men.write();
    }
    if goal(role).is_some() || role.contains('@') {
        return man_of(role, found, context)?.write();
    }
    match role.split_once('.') {
        Some((man, "color")) => return color_at(&man_of(man, found, context)?, context.here)?.write(),
        Some((man, "file")) => return square_of(&man_of(man, found, context)?, context.here)?.file().write(),
        _ => {}
    }
    match role.trim_start_matches('!').as_bytes().first()? {
        b'M' | b'Q' => man_of(role, found, context)?.write(),
        b'S' => color_of(role, found)?.write(),
        b'V' | b'L' if matches!(field, "line" | "after") => {
            let moves = if role.starts_with("L1") { found.line.clone() } else { vec![move_of(role, found, context)?] };
            Some(Term::List(moves))
        }
        b'V' | b'L' => move_of(role, found, context).map(Term::Text),
        b'F' => found.files[index(role)]?.write(),
        b'W' => found.wing?.write(),
        b'N' => found.number?.write(),
        b'K' | b'P' => found.kind?.write(),
        b'X' if field == "what" => prize(found.stuff?)?.write(),
        b'X' => found.stuff?.write(),
        b'E' => {
            let (standing, flipped) = found.standing?;
            // Better without a degree is simply worse for the other side.
            let standing = if flipped && standing == Standing::Better { Standing::Better } else { standing };
            standing.write()
        }
        _ => None,
    }
}
