//! Where things stand in the text of a game.
//!
//! All places are byte offsets into `Game::text` at which something may be inserted without
//! changing the meaning of what is there: not inside a comment, a tag or a word.

/// The places of a game's text that a writer needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// After the last tag; `None` if the game has no tags.
    pub tags_end: Option<usize>,
    /// Before the first comment, move or result; `None` if there is nothing but tags.
    pub moves_start: Option<usize>,
    /// One place for each move of the main line.
    pub places: Vec<MoveSpan>,
    /// Before the word that could not be read.
    pub problem: Option<usize>,
    /// What is missing at the end: the brace of a comment, the parentheses of variations.
    pub unclosed: String,
}

/// Where one move of the main line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSpan {
    /// Where the move begins.
    pub start: usize,
    /// Where it ends, glyphs such as `!?` included.
    pub end: usize,
    /// Where the comments after it end; the same if there are none.
    pub comments_end: usize,
    /// Where the comments and variations after it end.
    pub variations_end: usize,
    /// Whether a number such as `12...` stands before it.
    pub numbered: bool,
    /// Whether somebody has judged it with `!`, `??`, `$4` or the like.
    pub judged: bool,
}

impl MoveSpan {
    pub(super) fn new(start: usize, end: usize, numbered: bool, judged: bool) -> MoveSpan {
        MoveSpan { start, end, comments_end: end, variations_end: end, numbered, judged }
    }
}

impl Layout {
    /// Something of the given kind ends here, after the last move of the main line.
    pub(super) fn extend(&mut self, end: usize, is_comment: bool) {
        // After a word that could not be read nothing belongs to a move for sure.
        if let (None, Some(place)) = (self.problem, self.places.last_mut()) {
            if is_comment {
                place.comments_end = end;
            }
            place.variations_end = end;
        }
    }
}
