//! Ways of saying the same that mean it everywhere, brought to one form before the grammar sees them.

use super::token::{Class, Token};

/// Phrases and what they are read as.
const SAME: &[(&str, &str)] = &[
    ("we can see a", "there is a"),
    ("you can see a", "there is a"),
    ("one can see a", "there is a"),
    ("if white plays", "after white plays"),
    ("if black plays", "after black plays"),
    ("once white plays", "after white plays"),
    ("once black plays", "after black plays"),
    ("when white plays", "after white plays"),
    ("when black plays", "after black plays"),
    ("after white 's", "after"),
    ("after black 's", "after"),
    ("short castling", "kingside castling"),
    ("long castling", "queenside castling"),
    ("anything", "any material"),
    ("grab", "take"),
    ("grabbing", "taking"),
    ("the capture of", "capturing"),
    ("from now on", "any more"),
    ("from here on", "any more"),
    ("there exists", "there is"),
    ("there exist", "there are"),
    ("there remains", "there is"),
    ("there remain", "there are"),
    ("there stands", "there is"),
    ("there stand", "there are"),
    ("we have", "there is"),
    ("we find", "there is"),
    ("we see", "there is"),
    ("you find", "there is"),
    ("you have", "there is"),
    ("you will find", "there is"),
    ("you can find", "there is"),
    ("we can find", "there is"),
    ("one finds", "there is"),
    ("one can find", "there is"),
    ("you will not find", "there is not"),
    ("you can not find", "there is not"),
    ("you do not find", "there is not"),
    ("we do not have", "there is not"),
    ("we do not find", "there is not"),
    ("we do not see", "there is not"),
    ("one does not find", "there is not"),
    ("because of", "due to"),
    ("owing to", "due to"),
    ("on account of", "due to"),
    ("is located", "is"),
    ("is situated", "is"),
    ("is placed", "is"),
    ("is posted", "is"),
    ("is positioned", "is"),
    ("is stationed", "is"),
    ("is standing", "is"),
    ("is sitting", "is"),
    ("is to be found", "is"),
    ("can be found", "is"),
    ("can be seen", "is"),
    ("is found", "is"),
    ("is not located", "is not"),
    ("is not standing", "is not"),
    ("is not placed", "is not"),
    ("is not to be found", "is not"),
    ("can not be found", "is not"),
    ("does not stand", "is not"),
    ("does not sit", "is not"),
    ("stands on", "is on"),
    ("sits on", "is on"),
    ("stands at", "is on"),
    ("resides on", "is on"),
    ("lives on", "is on"),
    ("rests on", "is on"),
    ("occupies the square", "is on"),
    ("occupies", "is on"),
    ("does not occupy", "is not on"),
    ("is occupying", "is on"),
    ("is in a position to", "can"),
    ("has the possibility to", "can"),
    ("has the ability to", "can"),
    ("has the chance to", "can"),
    ("has the opportunity to", "can"),
    ("has the option to", "can"),
    ("is able to", "can"),
    ("are able to", "can"),
    ("is unable to", "can not"),
    ("is not able to", "can not"),
    ("is not in a position to", "can not"),
    ("is incapable of", "can not"),
    ("has no way to", "can not"),
    ("has no means to", "can not"),
    ("the player with the white pieces", "white"),
    ("the player with the black pieces", "black"),
    ("the white side", "white"),
    ("the black side", "black"),
    ("the white player", "white"),
    ("the black player", "black"),
    ("'s side has", "has"),
    ("checkmate mate", "checkmate"),
    ("at this very moment", "now"),
    ("in the present position", "here"),
    ("in the position on the board", "here"),
    ("in the diagram position", "here"),
    ("has got", "has"),
    ("have got", "have"),
    ("queening", "promoting"),
    ("becoming a queen", "promoting"),
    ("reaching the eighth rank", "promoting"),
    ("reaching the last rank", "promoting"),
    ("reaching the promotion square", "promoting"),
    ("reaching the queening square", "promoting"),
    ("turning into a queen", "promoting"),
    ("semi open", "half open"),
    ("en-prise", "en prise"),
    ("at no cost", "for free"),
    ("at a profit", "with profit"),
    ("for a profit", "with profit"),
    ("with a profit", "with profit"),
    ("with a gain", "with profit"),
    ("with gain", "with profit"),
    ("with material gain", "with profit"),
    ("with a gain of material", "with profit"),
    ("with a material gain", "with profit"),
    ("with advantage", "with profit"),
    ("in exactly", "in"),
    ("in just", "in"),
    ("in only", "in"),
    ("in no more than", "in"),
    ("move mate", "moves mate"),
    ("a forced checkmate", "a forced mate"),
    ("a forced win", "a win"),
    ("a double attack", "a fork"),
    ("fifty-move", "fifty move"),
    ("in the final analysis", "objectively"),
    ("tablebases", "tablebase"),
    ("table base", "tablebase"),
    ("end game", "endgame"),
    ("the colour", "the color"),
    ("defense", "defence"),
    ("favor", "favour"),
    ("neighboring", "neighbouring"),
    ("colored", "coloured"),
    ("opposing", "enemy"),
    ("opponent 's", "enemy"),
    ("hostile", "enemy"),
    ("the one and only", "the only"),
    ("sole", "only"),
    ("the only available", "the only"),
    ("permissible", "legal"),
    ("permitted", "allowed"),
    ("playable under the rules", "legal"),
    ("in line with the rules", "legal"),
    ("contrary to the rules", "against the rules"),
    ("not in accordance with the rules", "against the rules"),
    ("is not permitted", "is not allowed"),
    ("best possible", "best"),
    ("very best", "best"),
    ("most accurate", "best"),
    ("most precise", "best"),
    ("most powerful", "strongest"),
    ("optimal", "best"),
    ("top", "best"),
    ("checks and mates", "mates"),
    ("by force wins", "wins"),
    ("wins by force", "wins"),
    ("forcibly wins", "wins"),
];

/// The same tokens with every such phrase in its one form.
pub(super) fn rewrite(tokens: &[Token]) -> Vec<Token> {
    let mut out = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        match longest(&tokens[at..]) {
            Some((length, words)) => {
                let (start, end) = (tokens[at].start, tokens[at + length - 1].end);
                let word = |text: &str| Token { class: Class::Word, text: text.to_owned(), start, end };
                out.extend(words.split(' ').map(word));
                at += length;
            }
            None => {
                out.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    out
}

/// The longest phrase that stands at the beginning, and what it is read as.
fn longest(tokens: &[Token]) -> Option<(usize, &'static str)> {
    let length = |phrase: &str| {
        let mut count = 0;
        for word in phrase.split(' ') {
            tokens.get(count).filter(|token| token.is(word))?;
            count += 1;
        }
        Some(count)
    };
    let fitting = SAME.iter().filter_map(|(from, to)| Some((length(from)?, *to)));
    fitting.max_by_key(|(length, _)| *length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_come_to_one_form() {
        let shown = |text: &str| -> Vec<String> {
            rewrite(&super::super::token::tokens(text)).into_iter().map(|token| token.text).collect()
        };
        assert_eq!(shown("A knight is located on f6"), ["a", "knight", "is", "on", "f6"]);
        assert_eq!(shown("White is able to castle"), ["white", "can", "castle"]);
    }
}
