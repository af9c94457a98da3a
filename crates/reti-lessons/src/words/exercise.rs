//! What is said about an exercise.

use reti_search::score::Score;

use super::{Filling, Words};
use crate::{claim::What, exercise::Exercise};

impl Words {
    /// A hint: the motifs of the solution, or else what it leads to.
    pub fn exercise_hint(&self, exercise: &Exercise) -> String {
        let say = |template: &str, filling: Filling| self.say(&format!("exercises/{template}"), filling);
        let mut names: Vec<String> = Vec::new();
        // A mate without a name is told by its length.
        for name in exercise.motifs().into_iter().filter(|name| *name != "unnamed-mate") {
            let name = self.motif(name);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if !names.is_empty() {
            return say("hint-motif", Filling::new().with("motifs", names.join(", ")));
        }
        let mate = match &exercise.claim.what {
            What::Wins { payoff, .. } => payoff.mate(),
            What::Best { score: Score::MateIn(moves) } => Some(*moves),
            _ => None,
        };
        match (mate, &exercise.claim.what) {
            (Some(mate), _) => say("hint-mate", Filling::new().with("mate", mate)),
            (None, What::Wins { .. }) => say("hint-material", Filling::new()),
            (None, _) => say("hint-only", Filling::new()),
        }
    }
}
